import { z } from 'zod';
import { ROLES } from '../../data-types/role-codes';
import { SCOPES } from '../../shared/scopes';
import { FACTOR_STATES } from '../../auth/second-factor-rule';
import { instant, list, pathParameter, ref } from '../../data-types/contract-parts';

/** Consent page and connected applications. Portal only. */

export const consentRequestPath = z.strictObject({ id: pathParameter });

export const consentRequest = z.strictObject({
  object: z.literal('consent_request'),
  app: z.strictObject({
    id: ref('app'),
    name: z.string(),
    created_at: instant,
    /** Of the developer; null until verified. */
    domain: z.string().nullable(),
  }),
  redirect_host: z.string(),
  /** Requested scopes that this user may grant. */
  scopes: z.array(z.strictObject({ scope: z.enum(SCOPES), is_new: z.boolean() })),
  /** Requested scopes that this user's role lacks, with the lowest role that has them. */
  beyond_role: z.array(z.strictObject({ scope: z.enum(SCOPES), needs_role: z.enum(ROLES) })),
  not_asked: z.array(z.enum(SCOPES)),
  people: z.number().int(),
  /** The last authentication is too old to grant anything. */
  must_sign_in: z.boolean(),
  csrf: z.string(),
});

export const consentOrganization = z.strictObject({
  object: z.literal('consent_organization'),
  organization: z.strictObject({ id: ref('org'), name: z.string() }),
  app: z.string(),
  /** Whether the session's authentication is sufficient there. */
  second_factor: z.enum(FACTOR_STATES),
  csrf: z.string(),
});

const connectedApp = z.strictObject({
  id: ref('app'),
  object: z.literal('connected_app'),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  connected_at: instant,
  last_used_at: instant.nullable().meta({ description: 'Last request; written at most once a minute' }),
  last_renewed_at: instant.nullable().meta({ description: 'When its tokens were last renewed' }),
  expires_at: instant,
});
export const connectedAppList = list(connectedApp);
export const noInput = z.strictObject({});

export const endedGrants = z.strictObject({
  id: ref('app'),
  object: z.literal('ended_grants'),
  grants_ended: z.number().int(),
});
export const appPath = z.strictObject({ id: pathParameter });

export type ConsentRequest = z.output<typeof consentRequest>;
export type ConsentOrganization = z.output<typeof consentOrganization>;
export type ConnectedApp = z.output<typeof connectedApp>;
export type ConnectedAppList = z.output<typeof connectedAppList>;
export type EndedGrants = z.output<typeof endedGrants>;
