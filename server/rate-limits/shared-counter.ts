import { queryNamed } from '../db/prepared';
import { readInScope } from '../db/transaction';
import { BUSY, translateDatabaseError } from '../errors/constraints';
import { DomainError, isDomainError } from '../errors/domain-error';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import type { Lease, Subject } from './limiter';
import { WINDOW_SECONDS, type Policy } from './policies';

/**
 * The counter shared by all processes: one row per subject and policy, one statement per lease, each in its own
 * transaction. Only PostgreSQL's clock decides when a window ends.
 */

/**
 * `now()` is fixed for the whole statement; `clock_timestamp()` could end the window between two uses. It may be before
 * the window's start if this statement waited for another: that is the same window. Units charged beyond the quota are
 * not granted (`granted` is derived from `used`) and never charged twice.
 */
const ENDED = `abs(extract(epoch from now() - r.window_started_at)) >= ${WINDOW_SECONDS}`;
const LEASE = {
  name: 'lease_rate_limit',
  text: `insert into rate_limits as r (org_id, subject, policy, window_started_at, used) values ($1, $2, $3, now(), $4)
    on conflict (org_id, subject, policy) do update set
      used = case when ${ENDED} then excluded.used else least(r.used, $5) + excluded.used end,
      window_started_at = case when ${ENDED} then excluded.window_started_at else r.window_started_at end
    returning used, extract(epoch from window_started_at)::float8 as window,
      (${WINDOW_SECONDS} - extract(epoch from now() - window_started_at))::float8 as seconds_left`,
};

interface Row {
  used: number;
  window: number;
  seconds_left: number;
}

/** Fails closed: a request that cannot be counted is not served. Throws DomainError `unavailable`. */
export async function leaseFromPostgres(subject: Subject, policy: Policy, wanted: number): Promise<Lease> {
  const { quota } = policy;
  try {
    const [found] = await readInScope({ orgId: subject.orgId }, (tx) =>
      queryNamed<Row>(tx, LEASE, [subject.orgId, subject.name, policy.name, wanted, quota]),
    );
    const row = found!;
    return {
      granted: Math.max(0, Math.min(wanted, quota - (row.used - wanted))),
      used: Math.min(row.used, quota),
      window: row.window,
      secondsLeft: Math.min(WINDOW_SECONDS, row.seconds_left),
    };
  } catch (error) {
    const known = translateDatabaseError(error);
    // The queue for connections logs and counts it.
    if (known === BUSY) throw known;
    logger.error({ policy: policy.name, ...safeError(error) }, 'requests cannot be counted');
    if (isDomainError(known)) throw known;
    throw new DomainError(
      'unavailable',
      'The service cannot count requests at the moment. Try again.',
      { retry_after: 2 },
      { cause: error },
    );
  }
}
