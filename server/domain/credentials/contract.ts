import { z } from 'zod';
import { instant, ref } from '../../data-types/contract-parts';
import { ROLES } from '../../data-types/role-codes';
import { SCOPES } from '../../shared/scopes';

/** The credential of a request to `/v1`. */

export const noInput = z.strictObject({});

const rateLimit = z
  .strictObject({
    name: z.string().meta({
      description:
        'As in `RateLimit-Policy`; `uploads` counts document uploads in addition, `batches` batches of patients',
    }),
    requests: z.number().int(),
    seconds: z.number().int(),
  })
  .meta({ id: 'CredentialRateLimit' });

export const credential = z
  .strictObject({
    object: z.literal('credential'),
    type: z.enum(['api_key', 'access_token']),
    id: z.string().meta({
      description:
        '`key_…` of the API key, or `app_…` of the application that the access token was issued to',
    }),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)).meta({
      description: 'Current scopes: an access token loses those that its application or user loses',
    }),
    organization: z.strictObject({ id: ref('org'), name: z.string() }),
    livemode: z.boolean().meta({ description: '`false` in a sandbox' }),
    rate_limits: z.array(rateLimit),
    expires_at: instant.nullable(),
    user: z
      .strictObject({ id: ref('usr'), name: z.string(), role: z.enum(ROLES) })
      .nullable()
      .meta({ description: 'The user for whom an application acts; null for an API key' }),
  })
  .meta({ id: 'Credential' });

export type Credential = z.output<typeof credential>;
