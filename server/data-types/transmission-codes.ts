/** Closed lists of the transmission of orders. The browser reads this file: no zod here. */

export const ORDER_TRANSPORTS = ['mllp', 'https', 'folder'] as const;
/** How the ordering clinician is identified: by NPI, or by the identifier that the laboratory uses in its reports. */
export const PROVIDER_IDENTIFIER_TYPES = ['npi', 'laboratory'] as const;

/** States of the transmission of an order, as its readers see them. */
export const TRANSMISSION_STATUSES = [
  'not_applicable',
  'queued',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'cancel_requested',
  'cancelled',
  'cancel_refused',
] as const;

export const OUTBOUND_KINDS = ['new_order', 'cancellation'] as const;

/** States of one message. `withdrawn`: its order was canceled before anything was sent. */
export const OUTBOUND_STATUSES = ['queued', 'sent', 'accepted', 'rejected', 'failed', 'withdrawn'] as const;

/** Why an attempt, or a whole message, failed. */
export const OUTBOUND_FAILURES = [
  'not_writable',
  'blocked_address',
  'dns',
  'connection',
  'tls',
  'closed',
  'timeout',
  'unreadable_answer',
  'foreign_answer',
  'http_error',
  'folder',
] as const;

export type TransmissionStatus = (typeof TRANSMISSION_STATUSES)[number];
export type OutboundKind = (typeof OUTBOUND_KINDS)[number];
export type OutboundStatus = (typeof OUTBOUND_STATUSES)[number];
export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];
