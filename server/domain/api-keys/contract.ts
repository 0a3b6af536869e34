import { z } from 'zod';
import { SCOPES } from '../../auth/scopes';
import { inputInstant, instant, list, paging, pathParameter, ref, text } from '../contract-parts';

/** API keys, for admins. The key itself is in the answer to its creation and nowhere else, ever. */

export const createApiKeyInput = z.strictObject({
  name: text(100),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, {
      error: 'must not repeat a scope',
      params: { code: 'not_unique' },
    }),
  expires_at: inputInstant.nullish().meta({ description: 'Default: in 365 days' }),
  rate_limit: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .meta({ description: 'Requests per minute; default 600' }),
});

export const apiKey = z.strictObject({
  id: ref('key'),
  object: z.literal('api_key'),
  name: z.string(),
  stub: z.string().meta({ description: 'Prefix and last four characters' }),
  scopes: z.array(z.enum(SCOPES)),
  rate_limit: z.number().int().nullable(),
  expires_at: instant.nullable(),
  last_used_at: instant.nullable(),
  last_used_ip: z.string().nullable(),
  revoked_at: instant.nullable(),
  created_at: instant,
  created_by: z.string(),
  key: z.string().optional(),
});

export const listApiKeysInput = z.strictObject({ ...paging });
export const apiKeyPath = z.strictObject({ id: pathParameter });
export const apiKeyList = list(apiKey);

export type ApiKey = z.output<typeof apiKey>;
export type CreateApiKeyInput = z.output<typeof createApiKeyInput>;
export type ListApiKeysInput = z.output<typeof listApiKeysInput>;
export type ApiKeyList = z.output<typeof apiKeyList>;
