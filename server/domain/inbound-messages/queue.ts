import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { tryLock } from '../../db/locks';
import { inboundMessages } from '../../db/schema/index';
import { queryNamed } from '../../db/prepared';
import { asWorker, withTenant } from '../../db/transaction';
import { leaseRows, UNLEASED, updateLeased, type Lease } from '../../jobs/lease';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { systemContext } from '../../shared/system-actor';

/**
 * The queue of acknowledged messages awaiting processing. Only the first message of each connection is due, so that a
 * correction never overtakes what it corrects. The caller provides all times.
 */

/** Longer than the polling interval; renewed during processing. */
export const LEASE_MS = 30_000;

export interface ClaimedMessage extends Lease {
  /** Including this attempt. */
  tries: number;
}

/** @returns an empty list while another process is claiming */
export function claimMessages(slots: number, now: Date): Promise<ClaimedMessage[]> {
  return asWorker(async (tx) => {
    const [gate] = await queryNamed<{ open: boolean }>(tx, OPEN, []);
    if (!gate?.open) return [];
    const until = new Date(now.getTime() + LEASE_MS);
    return queryNamed<ClaimedMessage>(tx, CLAIM, [now, until, randomUUID(), slots]);
  });
}

export async function renewLeases(claimed: readonly ClaimedMessage[], now: Date): Promise<void> {
  if (claimed.length === 0) return;
  const until = new Date(now.getTime() + LEASE_MS);
  await asWorker((tx) => queryNamed(tx, RENEW, [leaseRows(claimed), until]));
}

/** Releases a processed message. @returns false if it is still queued */
export async function letGo(claimed: ClaimedMessage): Promise<boolean> {
  const ended = await asWorker((tx) => queryNamed(tx, LET_GO, [leaseRows([claimed])]));
  return ended.length > 0;
}

/** Returns a message that could not be attempted to the queue; the attempt does not count. */
export async function giveBack(claimed: ClaimedMessage, nextTryAt: Date): Promise<void> {
  await asWorker((tx) => queryNamed(tx, GIVE_BACK, [leaseRows([claimed]), nextTryAt]));
}

export const databaseAnswers = (): Promise<boolean> =>
  asWorker((tx) => queryNamed(tx, PROBE)).then(
    () => true,
    () => false,
  );

/** Records a code, never text of the message. */
export function noteFailure(claimed: ClaimedMessage, failure: string, nextTryAt: Date): Promise<void> {
  return withTenant(claimed.orgId, async (tx) => {
    await tx
      .update(inboundMessages)
      .set({ failure, nextTryAt, leaseUntil: null, leaseToken: null })
      .where(isClaimed(claimed));
  });
}

/** Unblocks the connection's next messages; an administrator can run this one again. */
export function parkMessage(claimed: ClaimedMessage, failure: string): Promise<void> {
  const ctx: Context = systemContext(claimed.orgId, 'system');
  return perform(ctx, { action: 'park_message', kind: 'write' }, async (tx) => {
    await tx
      .update(inboundMessages)
      .set({ state: 'parked', failure, finishedAt: new Date(), leaseUntil: null, leaseToken: null })
      .where(isClaimed(claimed));
    const detail = { tries: claimed.tries, failure };
    return { output: undefined, audit: { objectKind: 'inbound_message', objectId: claimed.id, detail } };
  });
}

const isClaimed = ({ orgId, id, token }: ClaimedMessage) =>
  and(
    eq(inboundMessages.orgId, orgId),
    eq(inboundMessages.id, id),
    eq(inboundMessages.state, 'received'),
    eq(inboundMessages.leaseToken, token),
  );

/** One process claims at a time: two could each see a different first message. */
const OPEN = {
  name: 'intake_open',
  text: `select ${tryLock('messageQueue')} as open`,
};

/** Connections with unprocessed messages, with one index look-up each; the start of a `with recursive`. */
export const CONNECTIONS_IN_QUEUE = `
  connections as (
    (select org_id, connection_id from inbound_messages where state = 'received' order by org_id, connection_id limit 1)
    union all
    select n.org_id, n.connection_id from connections c cross join lateral (
      select m.org_id, m.connection_id from inbound_messages m
      where m.state = 'received' and (m.org_id, m.connection_id) > (c.org_id, c.connection_id)
      order by m.org_id, m.connection_id limit 1) n
  )`;

const PROBE = { name: 'intake_probe', text: 'select 1' };

const CLAIM = {
  name: 'intake_claim',
  text: `
  with recursive ${CONNECTIONS_IN_QUEUE}, heads as (
    select h.* from connections c
    join organizations o on o.id = c.org_id and o.suspended_at is null
    cross join lateral (
      select m.org_id, m.id, m."position", m.next_try_at, m.lease_until from inbound_messages m
      where m.org_id = c.org_id and m.connection_id = c.connection_id and m.state = 'received'
      order by m."position" limit 1) h
  ), due as (
    select org_id, id from heads
    where (next_try_at is null or next_try_at <= $1::timestamptz) and (lease_until is null or lease_until <= $1::timestamptz)
    order by "position" limit $4
  )
  update inbound_messages m set lease_until = $2::timestamptz, lease_token = $3::uuid, tries = m.tries + 1
  from due where m.org_id = due.org_id and m.id = due.id and m.state = 'received'
    and (m.lease_until is null or m.lease_until <= $1::timestamptz)
  returning m.org_id as "orgId", m.id, m.lease_token as token, m.tries`,
};

const RENEW = updateLeased('intake_renew', 'inbound_messages', 'lease_until = $2::timestamptz');
const LET_GO = updateLeased(
  'intake_let_go',
  'inbound_messages',
  UNLEASED,
  "and q.state <> 'received' returning q.id",
);
const GIVE_BACK = updateLeased(
  'intake_give_back',
  'inbound_messages',
  `${UNLEASED}, tries = greatest(q.tries - 1, 0), next_try_at = $2::timestamptz`,
);
