import type { ServerResponse } from 'node:http';
import type { Context } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import type { LimitStatus } from '../rate-limits/limiter';
import { count } from '../rate-limits/limits';
import { WINDOW_SECONDS, type Policy } from '../rate-limits/policies';
import { countLimited } from './metrics';

/**
 * Counts a request with a valid credential and sends the remaining quota with every response. Fields follow
 * draft-ietf-httpapi-ratelimit-headers-11: lists of strings with parameters (RFC 9651).
 */

/** @throws DomainError `rate_limited`, and `unavailable` when the request cannot be counted */
export async function countRequest(
  res: ServerResponse,
  ctx: Context,
  policies: readonly Policy[],
): Promise<void> {
  res.setHeader(
    'RateLimit-Policy',
    policies.map(({ name, quota }) => `"${name}";q=${quota};w=${WINDOW_SECONDS}`).join(', '),
  );
  const statuses = await count(ctx, policies);
  res.setHeader('RateLimit', statuses.map(fieldOf).join(', '));
  const rejected = statuses.find(({ admitted }) => !admitted);
  if (!rejected) return;
  countLimited(rejected.policy.name);
  throw new DomainError(
    'rate_limited',
    `The limit of ${rejected.policy.quota} requests in ${WINDOW_SECONDS} seconds is used up.`,
    { retry_after: rejected.seconds },
  );
}

const fieldOf = ({ policy, remaining, seconds }: LimitStatus) =>
  `"${policy.name}";r=${remaining};t=${seconds}`;
