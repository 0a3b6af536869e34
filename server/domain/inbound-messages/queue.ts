import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { asWorker, withTenant, type Tx } from '../../db/transaction';
import { perform } from '../act';
import type { Context } from '../context';
import { systemContext } from '../system-actor';

/**
 * The queue of messages that were acknowledged and are not yet worked up. Of each connection only the first is due, so
 * that a correction never overtakes what it corrects. All times come from the caller.
 */

/** Longer than one look at the queue; renewed while the work lasts. */
export const LEASE_MS = 30_000;

export interface ClaimedMessage {
  orgId: string;
  id: string;
  token: string;
  /** This one included. */
  tries: number;
}

/** @returns none when another process is claiming right now */
export function claimMessages(slots: number, now: Date): Promise<ClaimedMessage[]> {
  return asWorker(async (tx) => {
    const [gate] = await rowsOf<{ open: boolean }>(tx, 'intake_open', OPEN, []);
    if (!gate?.open) return [];
    const until = new Date(now.getTime() + LEASE_MS);
    return rowsOf<ClaimedMessage>(tx, 'intake_claim', CLAIM, [now, until, randomUUID(), slots]);
  });
}

/** Keeps claimed messages for as long as the work on them lasts. */
export async function renewLeases(claimed: readonly ClaimedMessage[], now: Date): Promise<void> {
  if (claimed.length === 0) return;
  const until = new Date(now.getTime() + LEASE_MS);
  await asWorker((tx) => rowsOf(tx, 'intake_renew', RENEW, [listOf(claimed), until]));
}

/** Lets go of a message whose work has come to an end. @returns false when it has not: it is still in the queue */
export async function letGo(claimed: ClaimedMessage): Promise<boolean> {
  const ended = await asWorker((tx) => rowsOf(tx, 'intake_let_go', LET_GO, [listOf([claimed])]));
  return ended.length > 0;
}

/** Gives a message back that could not be tried; the try is not counted. */
export async function giveBack(claimed: ClaimedMessage, nextTryAt: Date): Promise<void> {
  await asWorker((tx) => rowsOf(tx, 'intake_give_back', GIVE_BACK, [listOf([claimed]), nextTryAt]));
}

/** Written beside the message; what is told is a code and never text of the message. */
export function noteFailure(claimed: ClaimedMessage, failure: string, nextTryAt: Date): Promise<void> {
  return withTenant(claimed.orgId, async (tx) => {
    await tx
      .update(inboundMessages)
      .set({ failure, nextTryAt, leaseUntil: null, leaseToken: null })
      .where(held(claimed));
  });
}

/** Out of the way of the next ones; an administrator can have it run again. */
export function parkMessage(claimed: ClaimedMessage, failure: string): Promise<void> {
  const ctx: Context = systemContext(claimed.orgId, 'system');
  return perform(ctx, { action: 'park_message', kind: 'write' }, async (tx) => {
    await tx
      .update(inboundMessages)
      .set({ state: 'parked', failure, finishedAt: new Date(), leaseUntil: null, leaseToken: null })
      .where(held(claimed));
    const detail = { tries: claimed.tries, failure };
    return { output: undefined, audit: { objectKind: 'inbound_message', objectId: claimed.id, detail } };
  });
}

const held = ({ orgId, id, token }: ClaimedMessage) =>
  and(
    eq(inboundMessages.orgId, orgId),
    eq(inboundMessages.id, id),
    eq(inboundMessages.state, 'received'),
    eq(inboundMessages.leaseToken, token),
  );

async function rowsOf<Row>(tx: Tx, name: string, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await tx.client.query({ name, text, values });
  return rows as Row[];
}

const listOf = (claimed: readonly ClaimedMessage[]): string =>
  JSON.stringify(claimed.map(({ orgId, id, token }) => ({ org_id: orgId, id, token })));

/** One process claims at a time: two could otherwise each see a different first one. */
const OPEN = 'select pg_try_advisory_xact_lock(7240264) as open';

const CLAIM = `
  with recursive connections as (
    (select org_id, connection_id from inbound_messages where state = 'received' order by org_id, connection_id limit 1)
    union all
    select n.org_id, n.connection_id from connections c cross join lateral (
      select m.org_id, m.connection_id from inbound_messages m
      where m.state = 'received' and (m.org_id, m.connection_id) > (c.org_id, c.connection_id)
      order by m.org_id, m.connection_id limit 1) n
  ), heads as (
    select h.* from connections c
    join organisations o on o.id = c.org_id and o.suspended_at is null
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
  returning m.org_id as "orgId", m.id, m.lease_token as token, m.tries`;

const RENEW = `
  update inbound_messages m set lease_until = $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid, token uuid)
  where m.org_id = r.org_id and m.id = r.id and m.lease_token = r.token`;

const LET_GO = `
  update inbound_messages m set lease_until = null, lease_token = null
  from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid, token uuid)
  where m.org_id = r.org_id and m.id = r.id and m.lease_token = r.token and m.state <> 'received'
  returning m.id`;

const GIVE_BACK = `
  update inbound_messages m set lease_until = null, lease_token = null, tries = greatest(m.tries - 1, 0), next_try_at = $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid, token uuid)
  where m.org_id = r.org_id and m.id = r.id and m.lease_token = r.token`;
