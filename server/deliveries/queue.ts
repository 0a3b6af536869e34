import { randomUUID } from 'node:crypto';
import { tryLock } from '../db/locks';
import { queryNamed } from '../db/prepared';
import { answeredByCommit, asWorker, together, type Tx } from '../db/transaction';
import { env } from '../env';
import { leaseRows, UNLEASED, updateLeased } from '../jobs/lease';
import { JOIN_BUCKET, SPEND, USED } from '../rate-limits/token-bucket';
import {
  LEASE_MS,
  PER_HOOK,
  type Claimed,
  type Hook,
  type HookName,
  type QueueState,
} from './webhook-queues';
import {
  countAttempts,
  firstGivenUp,
  recordAttempts,
  type HookHealth,
  type DeliveryLease,
  type Attempt,
} from './record-attempts';

/**
 * The delivery queue in SQL: claims by lease, and attempts under the same lease. The caller supplies all times, so that
 * one clock applies and tests can set it.
 */

/** A failing receiver gets one attempt at a time, so that many of them cannot occupy all slots. */
const PER_FAILING_HOOK = 1;
/** The burst after a quiet period, in seconds of the webhook's rate. */
const BURST_SECONDS = 2;
/** Prefix of a lease token that identifies the worker. */
const OWNER_LENGTH = 18;

export const newOwner = (): string => randomUUID().slice(0, OWNER_LENGTH);

interface Turned {
  health: HookHealth[];
  givenUp: string[];
  claimed: Claimed[];
  /** Webhooks with pending or claimed deliveries that may receive them. */
  hooks: Hook[];
}

/**
 * One short transaction: writes attempts, returns leases, counts sends, then claims due deliveries.
 * @param owner from `newOwner`, the same in all turns of a worker
 */
export async function turn(
  attempts: Attempt[],
  state: QueueState,
  owner: string,
  now: Date,
): Promise<Turned> {
  const { hooks, ...turned } = await asWorker(async (tx) => {
    const lost = attempts.filter(({ status, isTest }) => status === 'exhausted' && !isTest);
    // Pipelined and executed in this order: webhooks before deliveries, as in the domain operations, to avoid
    // deadlocks.
    const [[gate], health, , givenUp] = await together(
      queryNamed<{ open: boolean }>(tx, OPEN, []),
      attempts.length > 0 ? countAttempts(tx, attempts) : Promise.resolve([]),
      attempts.length > 0 ? recordAttempts(tx, attempts, now) : Promise.resolve(),
      firstGivenUp(
        tx,
        lost.map(({ lease }) => lease),
        now,
      ),
      giveBack(tx, state.returned),
      spend(tx, state.begun, now),
    );
    const claimed = gate?.open && state.room > 0 ? await claim(tx, state, owner, now) : [];
    const names = [...state.waiting, ...claimed.map(({ orgId, webhookId: id }) => ({ orgId, id }))];
    // Runs last and is answered with the commit, so that it is as recent as possible.
    const found = names.length > 0 ? answeredByCommit(tx, () => look(tx, names, now)) : Promise.resolve([]);
    return { health, givenUp, claimed, hooks: [found] as const };
  });
  return { ...turned, hooks: await hooks[0] };
}

/** Returns claimed deliveries unsent, at shutdown. */
export async function release(leases: readonly DeliveryLease[]): Promise<void> {
  if (leases.length > 0) await asWorker((tx) => giveBack(tx, leases));
}

async function giveBack(tx: Tx, leases: readonly DeliveryLease[]): Promise<void> {
  if (leases.length === 0) return;
  await queryNamed(tx, RELEASE, [leaseRows(leases)]);
}

async function spend(tx: Tx, begun: QueueState['begun'], now: Date): Promise<void> {
  if (begun.length > 0) await queryNamed(tx, SPEND, [counts(begun), now, env.WEBHOOK_RATE]);
}

function look(tx: Tx, names: readonly HookName[], now: Date): Promise<Hook[]> {
  const once = new Map(names.map(({ orgId, id }) => [id, { org_id: orgId, id }]));
  return queryNamed<Hook>(tx, LOOK, [JSON.stringify([...once.values()]), now]);
}

const counts = (of: (HookName & { count: number })[]): string =>
  JSON.stringify(of.map(({ orgId, id, count }) => ({ org_id: orgId, id, count })));

/**
 * Does not wait for the disk: if a crash loses this transaction, a delivery is repeated and nothing is lost. One
 * process claims at a time, because two could each count the same free slots of a webhook.
 */
const OPEN = {
  name: 'webhook_open',
  text: `select ${tryLock('webhookQueue')} as open, set_config('synchronous_commit', 'off', true)`,
};

const RELEASE = updateLeased('webhook_release', 'deliveries', UNLEASED);

/** Checked when a delivery is leased, and again while it waits. */
const WANTED = 'w.enabled and w.deleted_at is null';
const ACTIVE = 'o.suspended_at is null';

/**
 * Skips through the index from webhook to webhook and takes a few deliveries from each, so that one backlog does not
 * delay the others. Deliveries of a suspended organization stay pending until it is resumed.
 *
 * More than a few are leased ahead only if no other worker holds leases of the webhook: each worker respects the
 * concurrency limit locally, and where two hold leases, their sum is within it.
 */
const CLAIM = {
  name: 'webhook_claim',
  text: `
  with recursive hooks as (
    (select org_id, webhook_id from deliveries where status in ('pending', 'failed') order by org_id, webhook_id limit 1)
    union all
    select n.org_id, n.webhook_id from hooks h cross join lateral (
      select d.org_id, d.webhook_id from deliveries d
      where d.status in ('pending', 'failed') and (d.org_id, d.webhook_id) > (h.org_id, h.webhook_id)
      order by d.org_id, d.webhook_id limit 1) n
  ), ahead as (
    select * from jsonb_to_recordset($9::jsonb) as a(org_id uuid, id uuid, count int)
  ), ready as (
    select w.org_id, w.id, w.version, l.busy, least(
      case when w.status = 'failing' then $6::int when l.others > 0 then $7::int else $7::int + coalesce(a.count, 0) end,
      $8::int - ${USED}) - l.busy as free
    from hooks h
    join organizations o on o.id = h.org_id and ${ACTIVE}
    join webhooks w on w.org_id = h.org_id and w.id = h.webhook_id and ${WANTED}
    left join ahead a on a.org_id = w.org_id and a.id = w.id
    cross join lateral (
      select count(*)::int as busy, (count(*) filter (where left(b.lease_token::text, ${OWNER_LENGTH}) <> $10::text))::int as others
      from deliveries b where b.org_id = h.org_id and b.webhook_id = h.webhook_id
        and b.lease_until is not null and b.lease_until > $2::timestamptz) l
    ${JOIN_BUCKET}
  ), due as (
    select d.org_id, d.id, r.version
    from ready r cross join lateral (
      select q.org_id, q.id, q.next_attempt_at from deliveries q
      where q.org_id = r.org_id and q.webhook_id = r.id and q.status in ('pending', 'failed')
        and q.next_attempt_at <= $2::timestamptz and (q.lease_until is null or q.lease_until <= $2::timestamptz)
      order by q.next_attempt_at limit greatest(r.free, 0) for update skip locked) d
    order by r.busy + row_number() over (partition by r.org_id, r.id order by d.next_attempt_at), d.next_attempt_at
    limit $5
  ), taken as (
    update deliveries d set lease_until = $1::timestamptz, lease_token = $4::uuid
    from due join events e on e.org_id = due.org_id
    where d.org_id = due.org_id and d.id = due.id and e.id = d.event_id
    returning d.org_id as "orgId", d.id, d.webhook_id as "webhookId", d.lease_token as token, d.attempts,
      d.lease_until as "leaseUntil", due.version as "hookVersion", e.id as "eventId", e.type as "eventType", e.body,
      d.next_attempt_at as due_at
  )
  select * from taken order by due_at, id`,
};

function claim(tx: Tx, { room, ahead }: QueueState, owner: string, now: Date): Promise<Claimed[]> {
  return queryNamed<Claimed>(tx, CLAIM, [
    new Date(now.getTime() + LEASE_MS),
    now,
    env.WEBHOOK_RATE,
    owner + randomUUID().slice(OWNER_LENGTH),
    room,
    PER_FAILING_HOOK,
    PER_HOOK,
    env.WEBHOOK_RATE * BURST_SECONDS,
    counts(ahead),
    owner,
  ]);
}

/** The webhooks that may receive deliveries now, with the data needed to send. */
const LOOK = {
  name: 'webhook_look',
  text: `
  select w.org_id as "orgId", w.id, w.version, w.url,
    (select coalesce(json_agg(json_build_object('orgId', s.org_id, 'id', s.id, 'ciphertext', s.ciphertext) order by s.id desc), '[]')
     from webhook_secrets s where s.org_id = w.org_id and s.webhook_id = w.id
       and (s.expires_at is null or s.expires_at > $2::timestamptz)) as secrets
  from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid)
  join organizations o on o.id = r.org_id and ${ACTIVE}
  join webhooks w on w.org_id = r.org_id and w.id = r.id and ${WANTED}`,
};
