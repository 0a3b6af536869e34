/** Closed lists and JSON columns of erasures. The browser reads this file: no zod here. */

/** `retention`: the retention period has ended. `order`: a court, an authority or the patient demands it earlier. */
export const ERASURE_GROUNDS = ['retention', 'order'] as const;
export type ErasureGround = (typeof ERASURE_GROUNDS)[number];

export interface ErasedFile {
  sha256: string;
  size: number;
}
