import { z } from 'zod';
import { ref } from '../../data-types/contract-parts';

/**
 * Live changes of an organization, for open pages: IDs and no clinical data. Each user receives what their role shows,
 * and of restricted charts that they have not opened only what the inbox shows. Portal only.
 */

export const watchChangesInput = z.strictObject({
  /** The position of the last message received, to resume after it. tRPC prescribes the name. */
  lastEventId: z.string().max(40).optional(),
});

const changes = z.strictObject({
  object: z.literal('changes'),
  /** Too much has changed to list, or the position is unknown: reload all displayed data. */
  everything: z.boolean(),
  /** The inbox of someone may have changed. Only for users who sign. */
  inbox: z.boolean(),
  /** Reports with a new or escalated critical value, and critical reports that a colleague assigned. Only for users who sign. */
  critical: z.array(ref('res')),
  /** New unmatched reports. Only for users who file them. */
  unmatched: z.array(ref('rpt')),
  /** Unmatched reports, documents and patient data that were decided, returned, replaced or held. Only for users who decide them. */
  decided: z.array(z.string()),
  /** Reports that may have a newer version, were signed or were moved. */
  results: z.array(ref('res')),
  orders: z.array(ref('ord')),
  documents: z.array(ref('doc')),
  /** Charts with new or changed reports, as `chartCode`. */
  charts: z.array(z.string()),
  /** Charts with new or changed orders. */
  order_charts: z.array(z.string()),
  /** Charts with new or changed documents. */
  document_charts: z.array(z.string()),
  /** Charts that were restricted, or whose restriction was lifted, as `chartCode`. */
  restricted: z.array(z.string()),
});

export type WatchChangesInput = z.output<typeof watchChangesInput>;
export type Changes = z.output<typeof changes>;
