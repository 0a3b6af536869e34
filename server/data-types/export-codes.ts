/** What can be exported, in the order of the files: what a record refers to comes before it. */
export const EXPORT_RESOURCES = ['patients', 'lab_orders', 'lab_results', 'documents'] as const;
export type ExportResource = (typeof EXPORT_RESOURCES)[number];

export const EXPORT_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled', 'expired'] as const;

export const EXPORT_FAILURES = ['access_ended', 'patient_erased', 'storage_full', 'internal_error'] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];
