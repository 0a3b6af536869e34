import { z } from 'zod';
import { instant, list, pathParameter, ref } from '../../data-types/contract-parts';

/** Provisioning by the identity provider, as administrators manage it. The protocol itself is SCIM 2.0. Portal only. */

export const noInput = z.strictObject({});
export const scimTokenPath = z.strictObject({ id: pathParameter });

export const scimToken = z.strictObject({
  id: ref('sct'),
  object: z.literal('scim_token'),
  stub: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
  /** In the response of the creation only. */
  token: z.string().optional(),
});
export const scimTokenList = list(scimToken);

export const handOverInput = z.strictObject({ id: pathParameter, successor_id: ref('usr') });

/** Former members with open work and without a successor. */
export const openWorkList = list(
  z.strictObject({
    id: ref('usr'),
    name: z.string(),
    ended_at: instant,
    open_orders: z.number().int(),
    open_reports: z.number().int(),
  }),
);

export type ScimToken = z.output<typeof scimToken>;
export type ScimTokenList = z.output<typeof scimTokenList>;
export type HandOverInput = z.output<typeof handOverInput>;
export type OpenWorkList = z.output<typeof openWorkList>;
