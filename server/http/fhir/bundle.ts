import type { Resource } from '../../domain/fhir/resource';
import type { Context } from '../../shared/context';
import { assertAllowed } from '../../shared/perform';
import { baseUrl } from './base';
import { includesOf } from './capability-statement';
import { provenanceFor } from './provenance';
import { Query } from './query';
import type { FhirType, Page } from './types';

/** A page of a search with the resources it includes. */
export async function searchset(
  ctx: Context,
  type: string,
  definition: FhirType,
  sent: URLSearchParams,
): Promise<Record<string, unknown>> {
  const query = new Query(sent, type, {
    parameters: definition.parameters,
    includes: includesOf(definition),
  });
  const includes = [...query.includes].flatMap((name) => definition.includes[name] ?? []);
  // Before the search, so that a denied request is one entry of the audit log.
  for (const { scope } of includes) assertAllowed(ctx, { scope });
  const page = await definition.search(ctx, query);
  const included = new Map<string, Resource>();
  const add = (resource: Resource) => included.set(`${resource.resourceType}/${resource.id}`, resource);
  if (page.found.length > 0)
    for (const { read } of new Set(includes)) (await read(ctx, page.found)).forEach(add);
  if (query.includes.has('Provenance:target')) for (const found of page.found) add(provenanceFor(ctx, found));
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: linksOf(type, sent, page),
    entry: [
      ...page.found.map(({ resource }) => entryOf(resource, 'match')),
      ...[...included.values()].map((resource) => entryOf(resource, 'include')),
    ],
  };
}

const entryOf = (resource: Resource, mode: 'match' | 'include') => ({
  fullUrl: `${baseUrl()}/${resource.resourceType}/${resource.id}`,
  resource,
  search: { mode },
});

function linksOf(type: string, sent: URLSearchParams, { next }: Page) {
  const link = (relation: string, parameters: URLSearchParams) => {
    const text = parameters.toString();
    return { relation, url: `${baseUrl()}/${type}${text === '' ? '' : `?${text}`}` };
  };
  if (next === null) return [link('self', sent)];
  const following = new URLSearchParams(sent);
  following.set('cursor', next);
  return [link('self', sent), link('next', following)];
}
