import { z } from 'zod';
import { instant, ownId } from '../../data-types/contract-parts';
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
    requests: z.number().int().meta({ description: 'Requests allowed in each window' }),
    seconds: z.number().int().meta({ description: 'Length of the window' }),
  })
  .meta({ id: 'CredentialRateLimit' });

export const credential = z
  .strictObject({
    object: z.literal('credential'),
    type: z.enum(['api_key', 'access_token']).meta({ description: 'Kind of credential' }),
    id: z.string().meta({
      description:
        '`key_…` of the API key, or `app_…` of the application that the access token was issued to',
    }),
    name: z.string().meta({ description: 'Name of the API key or application' }),
    scopes: z.array(z.enum(SCOPES)).meta({
      description: 'Current scopes: an access token loses those that its application or user loses',
    }),
    organization: z
      .strictObject({
        id: ownId('org'),
        name: z.string().meta({ description: 'Name of the organization' }),
      })
      .meta({ description: 'Organization whose data it can access' }),
    livemode: z.boolean().meta({ description: '`false` in a sandbox' }),
    rate_limits: z.array(rateLimit).meta({ description: 'Limits of its requests' }),
    expires_at: instant.nullable().meta({ description: 'When it expires; null if it does not' }),
    user: z
      .strictObject({
        id: ownId('usr'),
        name: z.string().meta({ description: 'Name of the user' }),
        role: z.enum(ROLES).meta({ description: 'Role of the user in the organization' }),
      })
      .nullable()
      .meta({ description: 'The user for whom an application acts; null for an API key' }),
  })
  .meta({ id: 'Credential' });

export type Credential = z.output<typeof credential>;
