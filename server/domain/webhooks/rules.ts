/** Shared with the browser: no server libraries. */

/** Reason when an administrator paused the webhook; all other reasons come from the service. */
export const PAUSED = 'Paused by an administrator.';
export const NOT_ENABLED_YET = 'Created without being enabled.';

export const isPaused = ({ disabled_reason: reason }: { disabled_reason: string | null }): boolean =>
  reason === null || reason === PAUSED || reason === NOT_ENABLED_YET;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'exhausted', 'skipped', 'held'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DELIVERY_STATUS_WORDS: Record<DeliveryStatus, string> = {
  pending: 'Pending',
  succeeded: 'Delivered',
  failed: 'Retrying',
  exhausted: 'Failed',
  skipped: 'Skipped',
  held: 'Held',
};

export const DELIVERY_ERROR_WORDS = {
  timeout: 'No response within 15 seconds',
  dns: 'The host name could not be resolved',
  tls: 'The TLS certificate was not accepted',
  connection: 'The connection was refused or interrupted',
  redirect: 'The response was a redirect, which is not followed',
  blocked_address: 'The address is private or reserved',
  http_4xx: 'The receiver rejected the request',
  http_5xx: 'The receiver failed',
} as const;

/** Deliveries of a webhook from which its success rate is calculated. */
export const MOST_RECENT = 1_000;

export const USER_AGENT = 'Clinical-Data-Service-Webhooks/1';

/** Administrators are warned after this time without a successful delivery. */
export const WARN_AFTER_DAYS = 3;

/** A webhook is disabled after this time without a success, if at least this many failures are in a row. */
export const DISABLE_AFTER_DAYS = 5;
export const FEWEST_FAILURES = 20;

export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;
