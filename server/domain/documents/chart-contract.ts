import { z } from 'zod';
import { date, pathParameter, ref } from '../../data-types/contract-parts';
import { document } from './contract';
import { CATEGORIES, DOCUMENT_STATUSES } from './rules';

/** Portal: the documents of one chart, most recently filed first. */

const chartFilter = {
  category: z.enum(CATEGORIES).optional(),
  status: z.enum(DOCUMENT_STATUSES).optional(),
  /** Days in the organization's time zone, inclusive: document date, or filing date if that is unknown. */
  from: date.optional(),
  to: date.optional(),
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
});

const neighbour = z.strictObject({ id: ref('doc'), title: z.string() }).nullable();

export const getDocumentNeighboursInput = z.strictObject({ id: pathParameter, ...chartFilter });
export const documentNeighbours = z.strictObject({ newer: neighbour, older: neighbour });

export type ChartFilter = Omit<z.output<typeof getDocumentNeighboursInput>, 'id'>;
export type ListPatientDocumentsInput = z.output<typeof listPatientDocumentsInput>;
export type PatientDocumentList = z.output<typeof patientDocumentList>;
export type GetDocumentNeighboursInput = z.output<typeof getDocumentNeighboursInput>;
export type DocumentNeighbours = z.output<typeof documentNeighbours>;
