import { randomUUID } from 'node:crypto';
import { asWorker, type Tx } from '../db/transaction';
import { env } from '../env';
import { TOTAL_MS } from './send';
import { named } from './statement';
import {
  countResults,
  firstGivenUp,
  writeResults,
  type HookHealth,
  type Lease,
  type Result,
} from './results';

/**
 * The delivery queue in SQL: claims by lease, and results under the same lease. All times come from the caller, so
 * that one clock rules and tests can move it.
 */

export const PER_HOOK = 4;
/** A failing receiver gets one try at once, so that many of them cannot take all places. */
const PER_FAILING_HOOK = 1;
/** The longest send and as much again: what a killed worker had under way is taken up after half a minute. */
const LEASE_MS = 2 * TOTAL_MS;
/** How much of its rate a receiver that was quiet may be sent at once. */
const BURST_SECONDS = 2;

export interface Claimed extends Lease {
  /** Tries made before this one. */
  attempts: number;
  url: string;
  eventId: string;
  eventType: string;
  body: string;
  secrets: { orgId: string; id: string; ciphertext: string }[];
}

/** One short transaction: writes results, then claims up to `slots` deliveries that are due. */
export function turn(
  results: Result[],
  slots: number,
  now: Date,
): Promise<{ health: HookHealth[]; givenUp: string[]; claimed: Claimed[] }> {
  return asWorker(async (tx) => {
    const [gate] = await named<{ open: boolean }>(tx, 'webhook_open', OPEN, []);
    // Hooks before deliveries, as the verbs do it, so that the two never wait for each other.
    const health = results.length > 0 ? await countResults(tx, results) : [];
    if (results.length > 0) await writeResults(tx, results, now);
    const lost = results.filter(({ status, isTest }) => status === 'exhausted' && !isTest);
    const givenUp = await firstGivenUp(
      tx,
      lost.map(({ lease }) => lease),
      now,
    );
    return { health, givenUp, claimed: gate?.open && slots > 0 ? await claim(tx, slots, now) : [] };
  });
}

/** Gives claimed deliveries back unsent, at the end of the process. */
export async function release(leases: Lease[]): Promise<void> {
  if (leases.length === 0) return;
  const rows = JSON.stringify(leases.map(({ orgId, id, token }) => ({ org_id: orgId, id, token })));
  await asWorker((tx) => named(tx, 'webhook_release', RELEASE, [rows]));
}

/**
 * A crash may forget this transaction, which repeats a delivery and loses nothing: so it does not wait for the disk.
 * One process claims at a time; otherwise two could each count the same free places of a hook.
 */
const OPEN = `select pg_try_advisory_xact_lock(7240262) as open, set_config('synchronous_commit', 'off', true)`;

const RELEASE = `
  update deliveries d set lease_until = null, lease_token = null
  from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid, token uuid)
  where d.org_id = r.org_id and d.id = r.id and d.lease_token = r.token`;

/**
 * Hops over the index from hook to hook and takes a few from each, so a backlog of one costs the others nothing. What
 * is due in a suspended organisation waits until it is resumed.
 *
 * A bucket of tokens for each hook, shared by all processes: what was spent flows back with time, `since` is the instant
 * up to which it has. A bucket far ahead of the clock (which was set back) counts as full, or it would block until then.
 */
const CLAIM = `
  with recursive hooks as (
    (select org_id, webhook_id from deliveries where status in ('pending', 'failed') order by org_id, webhook_id limit 1)
    union all
    select n.org_id, n.webhook_id from hooks h cross join lateral (
      select d.org_id, d.webhook_id from deliveries d
      where d.status in ('pending', 'failed') and (d.org_id, d.webhook_id) > (h.org_id, h.webhook_id)
      order by d.org_id, d.webhook_id limit 1) n
  ), ready as (
    select w.org_id, w.id, w.url, l.busy, used.spent, used.since,
      least(case when w.status = 'failing' then $5::int else $6::int end - l.busy, $8::int - used.spent) as free
    from hooks h
    join organisations o on o.id = h.org_id and o.suspended_at is null
    join webhooks w on w.org_id = h.org_id and w.id = h.webhook_id and w.enabled and w.deleted_at is null
    cross join lateral (
      select count(*)::int as busy from deliveries b
      where b.org_id = h.org_id and b.webhook_id = h.webhook_id and b.lease_until is not null and b.lease_until > $1::timestamptz) l
    left join rate_limits b on b.org_id = w.org_id and b.subject = w.id::text and b.policy = 'deliveries'
      and b.window_started_at < $1::timestamptz + interval '10 s'
    cross join lateral (
      select floor(greatest(extract(epoch from $1::timestamptz - b.window_started_at), 0) * $7::int)::bigint as back) filled
    cross join lateral (
      select case when b.used > filled.back then (b.used - filled.back)::int else 0 end as spent,
        case when b.used > filled.back then b.window_started_at + make_interval(secs => filled.back / $7::float8)
          else $1::timestamptz end as since) used
  ), due as (
    select d.org_id, d.id, r.url
    from ready r cross join lateral (
      select q.org_id, q.id, q.next_attempt_at from deliveries q
      where q.org_id = r.org_id and q.webhook_id = r.id and q.status in ('pending', 'failed')
        and q.next_attempt_at <= $1::timestamptz and (q.lease_until is null or q.lease_until <= $1::timestamptz)
      order by q.next_attempt_at limit greatest(r.free, 0) for update skip locked) d
    order by r.busy + row_number() over (partition by r.org_id, r.id order by d.next_attempt_at), d.next_attempt_at
    limit $4
  ), taken as (
  update deliveries d set lease_until = $2::timestamptz, lease_token = $3::uuid
  from due join events e on e.org_id = due.org_id
  where d.org_id = due.org_id and d.id = due.id and e.id = d.event_id
  returning d.org_id as "orgId", d.id, d.webhook_id as "webhookId", d.lease_token as token, d.attempts, due.url,
    e.id as "eventId", e.type as "eventType", e.body,
    (select coalesce(json_agg(json_build_object('orgId', s.org_id, 'id', s.id, 'ciphertext', s.ciphertext) order by s.id desc), '[]')
     from webhook_secrets s where s.org_id = d.org_id and s.webhook_id = d.webhook_id
       and (s.expires_at is null or s.expires_at > $1::timestamptz)) as secrets
  ), counted as (
    insert into rate_limits (org_id, subject, policy, window_started_at, used)
    select r.org_id, r.id::text, 'deliveries', r.since, r.spent + count(*)::int
    from taken t join ready r on r.org_id = t."orgId" and r.id = t."webhookId" group by r.org_id, r.id, r.since, r.spent
    on conflict (org_id, subject, policy) do update set window_started_at = excluded.window_started_at, used = excluded.used
  )
  select * from taken`;

function claim(tx: Tx, slots: number, now: Date): Promise<Claimed[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  return named<Claimed>(tx, 'webhook_claim', CLAIM, [
    now,
    until,
    randomUUID(),
    slots,
    PER_FAILING_HOOK,
    PER_HOOK,
    env.WEBHOOK_RATE,
    env.WEBHOOK_RATE * BURST_SECONDS,
  ]);
}
