import { z } from 'zod';
import { networkText } from '../../auth/network-text';
import { SCOPES } from '../../shared/scopes';
import {
  inputInstant,
  instant,
  list,
  nameText,
  notesText,
  paging,
  pathParameter,
  ref,
  text,
} from '../../data-types/contract-parts';
import { DEFAULT_OVERLAP_HOURS, KEY_FILTERS, MAX_NETWORKS, MAX_OVERLAP_HOURS } from './rules';

/** API keys, for administrators. The response to creation or rotation is the only place that contains the key. */

const purpose = notesText(500).meta({ description: 'The system that uses the key, and its purpose' });
const ipAllowList = z
  .array(networkText)
  .max(MAX_NETWORKS)
  .meta({ description: 'Addresses and networks from which the key works; empty: any' });
const rateLimit = z
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .meta({ description: 'Requests per minute; default 600' });

export const createApiKeyInput = z.strictObject({
  name: nameText(100),
  purpose: purpose.nullish(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, {
      error: 'cannot repeat a scope',
      params: { code: 'not_unique' },
    }),
  expires_at: inputInstant.nullish().meta({ description: 'Default: in 365 days' }),
  ip_allow_list: ipAllowList.optional(),
  rate_limit: rateLimit.nullish(),
});

/** Scopes are missing on purpose: more rights need a new key. */
const changeable = {
  name: nameText(100).optional(),
  purpose: purpose.nullish(),
  ip_allow_list: ipAllowList.optional(),
  rate_limit: rateLimit.nullish(),
};
export const updateApiKeyInput = z.strictObject({
  id: pathParameter,
  ...changeable,
  /** What the user saw before the change: rejected if another user has changed it. */
  was: z.strictObject(changeable).optional(),
});

export const rotateApiKeyInput = z.strictObject({
  id: pathParameter,
  overlap_hours: z
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_HOURS)
    .default(DEFAULT_OVERLAP_HOURS)
    .meta({ description: 'How long the previous key remains valid, at most until it expires' }),
  expires_at: inputInstant
    .nullish()
    .meta({ description: 'Of the new key. Default: the lifetime of the previous one' }),
});

export const revokeApiKeyInput = z.strictObject({
  id: pathParameter,
  reason: text(200).nullish(),
});

/** What tells two keys of one rotation apart, and whether each works. */
const rotatedKey = z.strictObject({
  id: ref('key'),
  stub: z.string(),
  created_at: instant,
  expires_at: instant.nullable(),
  last_used_at: instant.nullable(),
  replaced_by: ref('key').nullable(),
  revoked_at: instant.nullable(),
});

export const apiKey = z.strictObject({
  id: ref('key'),
  object: z.literal('api_key'),
  name: z.string(),
  purpose: z.string().nullable(),
  stub: z.string().meta({ description: 'Prefix and last four characters' }),
  scopes: z.array(z.enum(SCOPES)),
  ip_allow_list: z.array(z.string()),
  rate_limit: z.number().int().nullable(),
  expires_at: instant.nullable(),
  last_used_at: instant.nullable().meta({ description: 'Written at most once a minute' }),
  last_used_ip: z.string().nullable(),
  last_used_agent: z.string().nullable(),
  replaced_by: ref('key').nullable(),
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  revoked_by_name: z.string().nullable(),
  revoked_reason: z.string().nullable(),
  created_at: instant,
  created_by: z.string(),
  created_by_name: z.string().nullable().meta({ description: 'Name of the user; null for the service' }),
  key: z.string().optional(),
});

/** With the keys before and after it, if it was rotated. */
export const apiKeyWithOthers = apiKey.extend({
  replaces: rotatedKey.nullable(),
  replacement: rotatedKey.nullable(),
});

export const listApiKeysInput = z.strictObject({ state: z.enum(KEY_FILTERS).optional(), ...paging });
export const apiKeyPath = z.strictObject({ id: pathParameter });
export const apiKeyList = list(apiKey);

export type ApiKey = z.output<typeof apiKey>;
export type RotatedKey = z.output<typeof rotatedKey>;
export type ApiKeyWithOthers = z.output<typeof apiKeyWithOthers>;
export type CreateApiKeyInput = z.output<typeof createApiKeyInput>;
export type UpdateApiKeyInput = z.output<typeof updateApiKeyInput>;
export type RotateApiKeyInput = z.output<typeof rotateApiKeyInput>;
export type RevokeApiKeyInput = z.output<typeof revokeApiKeyInput>;
export type ListApiKeysInput = z.output<typeof listApiKeysInput>;
export type ApiKeyList = z.output<typeof apiKeyList>;
