export { ApiError, type Problem } from './api-error.js';
export { clinicalClient, type CallOptions, type ClientSettings, type ClinicalClient } from './client.js';
export type { components } from './contract.js';
export { verifyWebhook, type Event } from './verify-webhook.js';
