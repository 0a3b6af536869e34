import { env } from '../../env';
import { GROUP_SCHEMA } from '../../domain/provisioning/groups';
import { BASE, USER_SCHEMA } from '../../domain/provisioning/user-resource';

/** What the SCIM interface supports (RFC 7643, 5 to 7). */

export const MOST_RESULTS = 200;

const at = (path: string): string => `${env.PUBLIC_URL}${BASE}${path}`;
const meta = (resourceType: string, path: string) => ({ resourceType, location: at(path) });

export const serviceProviderConfig = () => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the organization creates.',
      primary: true,
    },
  ],
  meta: meta('ServiceProviderConfig', '/ServiceProviderConfig'),
});

const resourceType = (id: string, endpoint: string, schema: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint,
  schema,
  meta: meta('ResourceType', `/ResourceTypes/${id}`),
});

export const resourceTypes = () => [
  resourceType('User', '/Users', USER_SCHEMA),
  resourceType('Group', '/Groups', GROUP_SCHEMA),
];

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const several = (name: string, subs: string[]) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes: subs.map((sub) => attribute(sub)) });

const schema = (id: string, name: string, attributes: object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes,
  meta: meta('Schema', `/Schemas/${id}`),
});

export const schemas = () => [
  schema(USER_SCHEMA, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      subAttributes: ['formatted', 'givenName', 'familyName'].map((sub) => attribute(sub)),
    }),
    attribute('active', { type: 'boolean' }),
    several('emails', ['value', 'type', 'primary']),
    several('roles', ['value', 'primary']),
  ]),
  schema(GROUP_SCHEMA, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    several('members', ['value', '$ref', 'type']),
  ]),
];
