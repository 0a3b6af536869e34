/** Closed lists and JSON columns of erasures. The browser reads this file: no zod here. */

/** Of new erasures. All but `retention` are possible before the retention period has ended. */
export const ERASURE_GROUNDS = ['retention', 'court_order', 'patient_request'] as const;
export type ErasureGround = (typeof ERASURE_GROUNDS)[number];

/** Certificates of 0.1.0 have `order` for a court, an authority or the patient. */
export const CERTIFIED_GROUNDS = [...ERASURE_GROUNDS, 'order'] as const;
export type CertifiedGround = (typeof CERTIFIED_GROUNDS)[number];

export interface ErasedFile {
  sha256: string;
  size: number;
}
