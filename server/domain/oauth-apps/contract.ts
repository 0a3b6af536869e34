import { z } from 'zod';
import { SCOPES } from '../../shared/scopes';
import { instant, list, nameText, paging, pathParameter, ref } from '../../data-types/contract-parts';
import { APP_KINDS, AUTH_METHODS, MAX_REDIRECT_LENGTH, MAX_REDIRECT_URIS } from './rules';

/** OAuth clients, for administrators. The response that creates a secret is the only place that contains it. */

const distinct = (values: readonly string[]) => new Set(values).size === values.length;
const notUnique = { error: 'cannot repeat an entry', params: { code: 'not_unique' } };

const scopes = z.array(z.enum(SCOPES)).min(1).refine(distinct, notUnique);
const redirectUris = z
  .array(z.string().min(1).max(MAX_REDIRECT_LENGTH))
  .min(1)
  .max(MAX_REDIRECT_URIS)
  .refine(distinct, notUnique);

export const createOauthAppInput = z.strictObject({
  name: nameText(100),
  kind: z.enum(APP_KINDS),
  auth_method: z
    .enum(AUTH_METHODS)
    .optional()
    .meta({ description: 'Default: `client_secret_basic`; `none` for public applications' }),
  redirect_uris: redirectUris,
  scopes,
});

export const updateOauthAppInput = z.strictObject({
  id: pathParameter,
  name: nameText(100).optional(),
  redirect_uris: redirectUris.optional(),
  scopes: scopes.optional(),
  paused: z.boolean().optional(),
});

export const rotateOauthAppSecretInput = z.strictObject({
  id: pathParameter,
  overlap_hours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(24)
    .meta({ description: 'How long the previous secret remains valid' }),
});

export const setOauthAppDomainInput = z.strictObject({
  id: pathParameter,
  domain: z.string().min(1).max(253).nullable(),
});

export const oauthApp = z.strictObject({
  id: ref('app'),
  object: z.literal('oauth_app'),
  client_id: z.string().meta({ description: 'Equal to `id`' }),
  name: z.string(),
  kind: z.enum(APP_KINDS),
  auth_method: z.enum(AUTH_METHODS),
  redirect_uris: z.array(z.string()),
  scopes: z.array(z.enum(SCOPES)),
  secrets: z.array(
    z.strictObject({
      hint: z.string().meta({ description: 'Last four characters' }),
      created_at: instant,
      expires_at: instant.nullable(),
    }),
  ),
  /** Host name of the developer; shown to users once verified. */
  domain: z
    .strictObject({
      host: z.string(),
      proof_url: z.string(),
      proof_text: z.string(),
      verified_at: instant.nullable(),
    })
    .nullable(),
  people: z.number().int().meta({ description: 'Number of users who connected it' }),
  paused_at: instant.nullable(),
  version: z.number().int().min(1),
  created_at: instant,
  updated_at: instant,
  created_by: z.string(),
  created_by_name: z.string().nullable(),
  client_secret: z.string().optional(),
});

export const oauthAppPath = z.strictObject({ id: pathParameter });
export const listOauthAppsInput = z.strictObject({ ...paging });
export const oauthAppList = list(oauthApp);

export type OauthApp = z.output<typeof oauthApp>;
export type OauthAppList = z.output<typeof oauthAppList>;
export type CreateOauthAppInput = z.output<typeof createOauthAppInput>;
export type UpdateOauthAppInput = z.output<typeof updateOauthAppInput>;
export type RotateOauthAppSecretInput = z.output<typeof rotateOauthAppSecretInput>;
export type SetOauthAppDomainInput = z.output<typeof setOauthAppDomainInput>;
export type ListOauthAppsInput = z.output<typeof listOauthAppsInput>;
