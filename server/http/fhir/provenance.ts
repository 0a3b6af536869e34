import { provenanceOf } from '../../domain/fhir/provenance';
import type { Resource } from '../../domain/fhir/resource';
import type { Context } from '../../shared/context';
import { notFound, readId, showId, type Kind } from '../../shared/ids';
import { baseUrl } from './base';
import { documentReferences } from './documents';
import { diagnosticReports, observations, serviceRequests } from './lab';
import { patient } from './patient';
import { Query } from './query';
import { badValue, isUuid } from './search-values';
import { linksOf, type FhirType, type Found } from './types';

/** Where the record of another resource is from. Its ID names the target: it is read with it, by its scope. */

interface Target {
  kind: Kind;
  definition: FhirType;
}

const TARGETS: Readonly<Record<string, Target>> = {
  Patient: { kind: 'patient', definition: patient },
  ServiceRequest: { kind: 'lab_order_item', definition: serviceRequests },
  DiagnosticReport: { kind: 'lab_result', definition: diagnosticReports },
  Observation: { kind: 'observation', definition: observations },
  DocumentReference: { kind: 'document', definition: documentReferences },
};

export function provenanceFor(ctx: Context, { resource, author }: Found): Resource {
  const { resourceType: type, id, meta } = resource;
  const ownId = isUuid(id) ? showId(TARGETS[type]!.kind, id).replaceAll('_', '-') : id;
  const { lastUpdated: recorded } = meta as { lastUpdated: string };
  return provenanceOf({ id: ownId, target: { type, id }, recorded, author }, linksOf(ctx));
}

/** @throws DomainError `not_found` */
function targetOf(id: string): { type: string; id: string } {
  for (const [type, { kind }] of Object.entries(TARGETS)) {
    const uuid = readId(kind, id.replaceAll('-', '_'));
    if (uuid) return { type, id: uuid };
  }
  if (id.includes('.')) return { type: 'Observation', id };
  throw notFound();
}

async function read(ctx: Context, target: { type: string; id: string }): Promise<Found> {
  const found = await TARGETS[target.type]!.definition.read(ctx, target.id);
  return { resource: provenanceFor(ctx, found), author: null };
}

const names = Object.keys(TARGETS).join(', ');

export const provenances: FhirType = {
  profile: 'us-core-provenance',
  documentation: `Where a record is from: one for each ${names}. Requires the scope of the target.`,
  scope: ['patients:read', 'labs:read', 'documents:read'],
  actions: { read: 'get_provenance', search: 'list_provenances' },
  parameters: {
    target: { type: 'token', documentation: `One resource: [type]/[id] of ${names}.` },
  },
  includes: {},
  hasProvenance: false,
  read: (ctx, id) => read(ctx, targetOf(id)),
  async search(ctx, query) {
    query.require('target');
    const [token, ...others] = (query.tokens('target') ?? []).flat();
    if (others.length > 0) throw badValue('target', 'can have one value only', 'not_allowed');
    const [type = '', id = '', more] = token!.code.replace(`${baseUrl()}/`, '').split('/');
    if (!Object.hasOwn(TARGETS, type) || id === '' || more !== undefined)
      throw badValue('target', `must be [type]/[id] of ${names}`);
    const { definition } = TARGETS[type]!;
    const page = await definition.search(
      ctx,
      new Query(new URLSearchParams({ _id: id }), type, {
        parameters: definition.parameters,
        includes: [],
      }),
    );
    return {
      found: page.found.map((one) => ({ resource: provenanceFor(ctx, one), author: null })),
      next: null,
    };
  },
};
