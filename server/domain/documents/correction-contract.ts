import { z } from 'zod';
import { instant, notesText, pathParameter, ref } from '../../data-types/contract-parts';
import { MAX_REASON } from './rules';
import { CORRECTIONS } from '../../data-types/document-codes';

/** Documents entered in error or filed to the wrong patient. Portal only. */

const reason = notesText(MAX_REASON).min(1);

export const markDocumentInErrorInput = z.strictObject({ id: pathParameter, reason });
export const moveDocumentInput = z.strictObject({ id: pathParameter, patient_id: ref('pat'), reason });

const documentCorrection = z.strictObject({
  act: z.enum(CORRECTIONS),
  reason: z.string(),
  /** Name; null for former members. */
  by: z.string().nullable(),
  at: instant,
  /** The same file in the other patient's chart; null if that is not visible. */
  other: z.strictObject({ id: ref('doc'), patient_id: ref('pat') }).nullable(),
});
export const documentCorrections = z.strictObject({ data: z.array(documentCorrection) });

export type MarkDocumentInErrorInput = z.output<typeof markDocumentInErrorInput>;
export type MoveDocumentInput = z.output<typeof moveDocumentInput>;
export type DocumentCorrection = z.output<typeof documentCorrection>;
export type DocumentCorrections = z.output<typeof documentCorrections>;
