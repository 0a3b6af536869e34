import { z } from 'zod';
import { date, pathParameter, ref } from '../../data-types/contract-parts';
import { document } from './contract';
import { CATEGORIES, DOCUMENT_STATUSES, SIGN_OFF_STATES } from './rules';

/** Portal: the documents of one chart, newest first. */

const chartFilter = {
  /** In title, file name or description. */
  q: z.string().min(2).max(200).optional(),
  category: z.enum(CATEGORIES).optional(),
  status: z.enum(DOCUMENT_STATUSES).optional(),
  sign_off: z.enum(SIGN_OFF_STATES).optional(),
  /** Days in the organization's time zone, inclusive: document date, or filing date if that is unknown. */
  from: date.optional(),
  to: date.optional(),
  /** Also versions of which a newer one is listed. */
  superseded: z.enum(['include']).optional(),
  /** Most recently filed first, or by the day to which `from` and `to` apply. */
  order: z.enum(['document_date']).optional(),
};

export const listPatientDocumentsInput = z.strictObject({
  patient_id: pathParameter,
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().max(1000).optional(),
  ...chartFilter,
});
export const patientDocumentList = z.strictObject({
  object: z.literal('list'),
  data: z.array(document),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  hidden_count: z.number().int(),
  /** Superseded versions that match the filter and are left out. */
  superseded_count: z.number().int(),
  /** IDs of those in `data` that were moved to another patient. */
  moved: z.array(ref('doc')),
});

const neighbor = z.strictObject({ id: ref('doc'), patient_id: ref('pat'), title: z.string() }).nullable();

export const getDocumentNeighborsInput = z.strictObject({
  id: pathParameter,
  /** The list of all patients instead of the chart's. */
  list: z.enum(['all']).optional(),
  ...chartFilter,
});
export const documentNeighbors = z.strictObject({ newer: neighbor, older: neighbor });

export const relatedDocuments = z.strictObject({ data: z.array(document) });

export type RelatedDocuments = z.output<typeof relatedDocuments>;
export type ChartFilter = Omit<z.output<typeof getDocumentNeighborsInput>, 'id' | 'list'>;
export type ListPatientDocumentsInput = z.output<typeof listPatientDocumentsInput>;
export type PatientDocumentList = z.output<typeof patientDocumentList>;
export type GetDocumentNeighborsInput = z.output<typeof getDocumentNeighborsInput>;
export type DocumentNeighbors = z.output<typeof documentNeighbors>;
