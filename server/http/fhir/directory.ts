import { organizationResource } from '../../domain/fhir/organization';
import { practitionerResource } from '../../domain/fhir/practitioner';
import { ownSystem } from '../../domain/fhir/resource';
import { getOrganization } from '../../domain/organizations/get-organization';
import { getPractitioner } from '../../domain/people/get-practitioner';
import { listPractitioners } from '../../domain/people/list-practitioners';
import { notFound, readId, showId } from '../../shared/ids';
import { hasText } from '../../shared/text-search';
import { ID_PARAMETER } from './query';
import { isUuid } from './search-values';
import type { FhirType, Include } from './types';

const READS = ['patients:read', 'labs:read', 'documents:read'] as const;

const NAMED: Pick<FhirType, 'scope' | 'includes' | 'hasProvenance'> = {
  scope: READS,
  includes: {},
  hasProvenance: false,
};

export const practitioners: FhirType = {
  ...NAMED,
  profile: 'us-core-practitioner',
  documentation: 'Current and former users of the organization: names only.',
  actions: { read: 'get_practitioner', search: 'list_practitioners' },
  parameters: {
    _id: ID_PARAMETER,
    identifier: { type: 'token', documentation: 'ID of the user in `/v1`.' },
    name: { type: 'string', documentation: 'Start of the name, or of a word in it.' },
  },
  async read(ctx, id) {
    if (!isUuid(id)) throw notFound();
    const practitioner = await getPractitioner(ctx, { id: showId('user', id) });
    return { resource: practitionerResource(practitioner), author: null };
  },
  async search(ctx, query) {
    const ids = query.ids()?.map((list) => list.filter(isUuid).map((id) => showId('user', id)));
    const identifiers = query
      .tokens('identifier')
      ?.map((list) =>
        list.flatMap(({ system, code }) =>
          (system === undefined || system === ownSystem('users')) && readId('user', code) ? [code] : [],
        ),
      );
    const { data, next_cursor } = await listPractitioners(ctx, {
      limit: query.limit,
      cursor: query.cursor,
      ids: ids || identifiers ? [...(ids ?? []), ...(identifiers ?? [])] : undefined,
      names: query.texts('name'),
    });
    return {
      found: data.map((one) => ({ resource: practitionerResource(one), author: null })),
      next: next_cursor,
    };
  },
};

export const organizations: FhirType = {
  ...NAMED,
  profile: 'us-core-organization',
  documentation: 'The organization of the credential. It has no address, so a search for one finds nothing.',
  actions: { read: 'get_organization', search: 'get_organization' },
  parameters: {
    _id: ID_PARAMETER,
    identifier: { type: 'token', documentation: 'ID of the organization in `/v1`.' },
    name: { type: 'string', documentation: 'Start of the name, or of a word in it.' },
    address: { type: 'string', documentation: 'Matches nothing.' },
  },
  async read(ctx, id) {
    if (id !== ctx.actor.orgId) throw notFound();
    return { resource: organizationResource(await getOrganization(ctx)), author: null };
  },
  async search(ctx, query) {
    const organization = await getOrganization(ctx);
    const isFound =
      !query.has('address') &&
      (query.ids() ?? []).every((list) => list.includes(ctx.actor.orgId)) &&
      (query.tokens('identifier') ?? []).every((list) =>
        list.some(
          ({ system, code }) =>
            code === organization.id && (system === undefined || system === ownSystem('organizations')),
        ),
      ) &&
      (query.texts('name') ?? []).every((list) => list.some((name) => hasText(organization.name, name)));
    return {
      found: isFound ? [{ resource: organizationResource(organization), author: null }] : [],
      next: null,
    };
  },
};

/** The users who ordered. */
export const requesterOf: Include = {
  scope: 'labs:read',
  async read(ctx, found) {
    const ids = found.flatMap(({ resource }) => {
      const { reference } = (resource.requester ?? {}) as { reference?: string };
      return reference ? [showId('user', reference.slice('Practitioner/'.length))] : [];
    });
    const { data } = await listPractitioners(ctx, { limit: 100, ids: [ids] });
    return data.map(practitionerResource);
  },
};
