import { z } from 'zod';
import { instant, list, paging, pathParameter, ref } from '../shared/contract-parts';

/** Whom a laboratory means by the number of who ordered, and whom that is here. Portal only. */

export const listLabProvidersInput = z.strictObject({
  ...paging,
  connection_id: ref('lab').optional(),
  state: z.enum(['unmapped', 'mapped', 'all']).default('unmapped'),
});

const labProvider = z.strictObject({
  id: ref('lpr'),
  object: z.literal('lab_provider'),
  connection_id: ref('lab'),
  laboratory: z.string(),
  number: z.string(),
  authority: z.string().nullable(),
  /** As the laboratory wrote it last. */
  name: z.string().nullable(),
  /** Null: nobody here, or nobody has said so yet (`mapped_at`). */
  person: z.strictObject({ id: ref('usr'), name: z.string() }).nullable(),
  first_seen_at: instant,
  last_seen_at: instant,
  /** In how many reports it came. */
  count: z.number().int(),
  mapped_at: instant.nullable(),
});
export const labProviderList = list(labProvider);

export const mapLabProviderInput = z.strictObject({
  id: pathParameter,
  /** Null: nobody of this organisation. */
  user_id: ref('usr').nullable(),
});
export const mappedLabProvider = z.strictObject({
  ...labProvider.shape,
  /** Reports that waited for anybody and wait for this person now. */
  reports_assigned: z.number().int(),
});

export type ListLabProvidersInput = z.output<typeof listLabProvidersInput>;
export type LabProvider = z.output<typeof labProvider>;
export type LabProviderList = z.output<typeof labProviderList>;
export type MapLabProviderInput = z.output<typeof mapLabProviderInput>;
export type MappedLabProvider = z.output<typeof mappedLabProvider>;
