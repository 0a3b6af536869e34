import { z } from 'zod';
import {
  FUTURE,
  inputDate,
  instant,
  isNotFuture,
  nameText,
  notesText,
  pathParameter,
  ref,
} from '../../data-types/contract-parts';
import { CHECKED_FIELDS } from '../inbound-reports/rules';
import { document } from './contract';
import { CATEGORIES, MAX_REASON } from './rules';
import { CORRECTABLE, CORRECTIONS } from '../../data-types/document-codes';

/** Corrections of filed documents (entered in error, wrong patient, wrong details) and their sign-off. Portal only. */

const reason = notesText(MAX_REASON).min(1);

export const markDocumentInErrorInput = z.strictObject({
  id: pathParameter,
  reason,
  /** Makes a document valid again that the user has just marked. */
  undo: z.literal(true).optional(),
});
export const signOffDocumentInput = z.strictObject({ id: pathParameter });
export const withdrawDocumentSignOffInput = z.strictObject({
  id: pathParameter,
  /** Optional shortly after the sign-off. */
  reason: reason.nullish(),
});
export const moveDocumentInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  reason,
  /** Moves it back to the patient from whom the user has just moved it. */
  undo: z.literal(true).optional(),
});
/** The new document of the one that was moved. */
export const movedDocument = document.extend({
  /** With those that moved together. */
  moved_count: z.number().int(),
});

/** Absent: unchanged. */
export const updateDocumentInput = z.strictObject({
  id: pathParameter,
  title: nameText(200).optional(),
  category: z.enum(CATEGORIES).optional(),
  document_date: inputDate.refine(isNotFuture, FUTURE).nullable().optional(),
  /** Only of images. */
  rotation: z.literal([0, 90, 180, 270]).optional(),
  reason: reason.nullish(),
});

const documentCorrection = z.strictObject({
  act: z.enum(CORRECTIONS),
  reason: z.string().nullable(),
  /** Of `details_changed`; empty for others. */
  changes: z.array(
    z.strictObject({
      field: z.enum(CORRECTABLE),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  /** Name; null for former members. */
  by: z.string().nullable(),
  at: instant,
  /** The same file in the other patient's chart; null if that is not visible. */
  other: z.strictObject({ id: ref('doc'), patient_id: ref('pat') }).nullable(),
});
export const documentCorrections = z.strictObject({
  /** Name of the user who filed the document; null for systems and former members. */
  filed_by: z.string().nullable(),
  /** How a user filed it from the unmatched documents. Null for others, and in a chart that it was moved to. */
  decided: z
    .strictObject({
      at: instant,
      /** As of corrections. */
      by: z.string().nullable(),
      reason: z.string().nullable(),
      /** What the message said otherwise than the chart. */
      differs: z.array(z.enum(CHECKED_FIELDS)),
    })
    .nullable(),
  /** Of a PDF file that is cut off. */
  lacks_end: z.boolean(),
  /** A newer version that is unmatched. Null for users who may not file it. */
  held_version_id: ref('idc').nullable(),
  data: z.array(documentCorrection),
});

export type MarkDocumentInErrorInput = z.output<typeof markDocumentInErrorInput>;
export type SignOffDocumentInput = z.output<typeof signOffDocumentInput>;
export type WithdrawDocumentSignOffInput = z.output<typeof withdrawDocumentSignOffInput>;
export type MoveDocumentInput = z.output<typeof moveDocumentInput>;
export type MovedDocument = z.output<typeof movedDocument>;
export type UpdateDocumentInput = z.output<typeof updateDocumentInput>;
export type DocumentCorrection = z.output<typeof documentCorrection>;
export type DocumentCorrections = z.output<typeof documentCorrections>;
