/** The guides that explain an operation, in reading order. */
import { GUIDES } from './guides';
import type { Operation } from './reference';

const BY_PATH: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/sandbox/, 'sandbox'],
  [/^\/v1\/me$/, 'authentication'],
  [/^\/v1\/events/, 'pagination-and-sync'],
  [/^\/v1\/webhooks/, 'webhooks'],
  [/^\/v1\/(?:exports|patients\/batch)/, 'bulk'],
  [/^\/v1\/(?:labs\/(?:orders|results|catalog)|patients$|patients\/\{)/, 'quick-start'],
  [/^\/v1\/labs\/results/, 'patient-history'],
];

export function guidesOf({ method, path, parameters }: Operation) {
  const has = (name: string) => parameters.some((one) => one.name.toLowerCase() === name);
  const slugs = new Set([
    ...BY_PATH.filter(([pattern]) => pattern.test(path)).map(([, slug]) => slug),
    ...(has('cursor') ? ['pagination-and-sync'] : []),
    ...(method === 'POST' && has('idempotency-key') ? ['idempotency'] : []),
    'errors',
  ]);
  return GUIDES.filter(({ slug }) => slugs.has(slug));
}
