import type { CertifiedGround } from '../../data-types/erasure-codes';

/** Grounds and limits of erasures. Shared with the browser: no zod or database here. */

export const GROUND_WORDS: Record<CertifiedGround, string> = {
  retention: 'Retention period ended',
  court_order: 'Order of a court or authority',
  patient_request: 'Patient request',
  order: 'Order of a court or authority, or patient request',
};

export const MOST_REASON = 500;
export const MOST_REFERENCE = 200;

/** Names of what a certificate counts, in its order. */
export const COUNTED = {
  records: 'Patient records',
  lab_results: 'Lab reports',
  observations: 'Values',
  result_versions: 'Earlier versions of reports',
  reviews: 'Sign-offs and comments',
  lab_orders: 'Lab orders',
  documents: 'Documents',
  uploads: 'Files not yet filed',
  messages: 'Received messages',
  redacted_messages: 'Messages about several patients, without this one',
  sent_messages: 'Order messages',
  drafts: 'Drafts',
  other: 'Other records',
} as const;
export type Counted = keyof typeof COUNTED;

/** The first day on which a chart may be erased without an order or request. */
export function retentionEnd(lastActivityAt: Date, years: number): Date {
  const end = new Date(lastActivityAt);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}
