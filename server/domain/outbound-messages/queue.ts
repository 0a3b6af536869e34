import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { queryNamed } from '../../db/prepared';
import {
  orderDestinations,
  organizations,
  outboundMessageBytes,
  outboundMessages,
} from '../../db/schema/index';
import { asWorker, withTenant, type Tx } from '../../db/transaction';
import type { OutboundFailure } from '../../data-types/transmission-codes';
import { retryNow } from './access';

/**
 * The queue of messages to laboratories. A worker leases a destination, not a message: one sender per connection, which
 * takes the first queued message each time, STAT orders first. All messages of an order are STAT or none is, so a
 * cancellation never overtakes its order. The caller provides all times.
 */

/** Renewed with every message, and while an answer is awaited. */
export const LEASE_MS = 30_000;

export interface ClaimedDestination {
  /** `uuid`, like the next two. */
  orgId: string;
  connectionId: string;
  token: string;
}

type DestinationRow = typeof orderDestinations.$inferSelect;
type OutboundRow = typeof outboundMessages.$inferSelect;

/** Destinations with a message that is due and without a sender. */
export function claimDestinations(slots: number, now: Date): Promise<ClaimedDestination[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  return asWorker((tx) => queryNamed<ClaimedDestination>(tx, CLAIM, [now, until, randomUUID(), slots]));
}

/** @returns false if another process has the lease */
export async function renewLease(claimed: ClaimedDestination, now: Date): Promise<boolean> {
  const { orgId, connectionId, token } = claimed;
  const until = new Date(now.getTime() + LEASE_MS);
  const rows = await asWorker((tx) => queryNamed(tx, RENEW, [orgId, connectionId, token, until]));
  return rows.length > 0;
}

export async function releaseDestination({ orgId, connectionId, token }: ClaimedDestination): Promise<void> {
  await asWorker((tx) => queryNamed(tx, RELEASE, [orgId, connectionId, token]));
}

/** In a transaction of the organization. */
export async function holdsLease(tx: Tx, claimed: ClaimedDestination): Promise<boolean> {
  const [row] = await tx
    .select({ token: orderDestinations.leaseToken })
    .from(orderDestinations)
    .where(ownLease(claimed))
    .for('share');
  return row !== undefined;
}

const ownLease = ({ orgId, connectionId, token }: ClaimedDestination) =>
  and(
    eq(orderDestinations.orgId, orgId),
    eq(orderDestinations.connectionId, connectionId),
    eq(orderDestinations.leaseToken, token),
  );

/** The settings, for the connection; null if the lease is lost, or sending is paused. */
export function openDestination(claimed: ClaimedDestination, now: Date): Promise<DestinationRow | null> {
  return withTenant(claimed.orgId, (tx) => hold(tx, claimed, now));
}

async function hold(tx: Tx, claimed: ClaimedDestination, now: Date): Promise<DestinationRow | null> {
  const [row] = await tx
    .update(orderDestinations)
    .set({ leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(ownLease(claimed))
    .returning();
  const [organization] = await tx
    .select({ suspendedAt: organizations.suspendedAt })
    .from(organizations)
    .where(eq(organizations.id, claimed.orgId));
  return row && !row.paused && organization?.suspendedAt === null ? row : null;
}

export interface BegunMessage {
  message: OutboundRow;
  bytes: Buffer;
  /** The destination's, which changes with its settings. */
  version: number;
}

/**
 * Counts an attempt for the first message of the connection, right before its bytes are written. From then on the
 * laboratory may have it.
 * @returns null if nothing is due, or the lease is lost
 */
export function beginMessage(claimed: ClaimedDestination, now: Date): Promise<BegunMessage | null> {
  return withTenant(claimed.orgId, async (tx) => {
    const destination = await hold(tx, claimed, now);
    const head = destination && (await dueMessage(tx, claimed, now));
    if (!head) return null;
    const [stored] = await tx
      .select({ bytes: outboundMessageBytes.bytes })
      .from(outboundMessageBytes)
      .where(and(eq(outboundMessageBytes.orgId, head.orgId), eq(outboundMessageBytes.messageId, head.id)));
    const [message] = await tx
      .update(outboundMessages)
      .set({
        attempts: sql`${outboundMessages.attempts} + 1`,
        lastAttemptAt: now,
        sentAt: head.sentAt ?? now,
      })
      .where(and(eq(outboundMessages.orgId, head.orgId), eq(outboundMessages.id, head.id)))
      .returning();
    return { message: message!, bytes: stored!.bytes, version: destination.version };
  });
}

/** @param id `uuid`; absent: the first message */
async function dueMessage(
  tx: Tx,
  { orgId, connectionId }: ClaimedDestination,
  now: Date,
  id?: string,
): Promise<OutboundRow | null> {
  const [message] = await tx
    .select()
    .from(outboundMessages)
    .where(
      and(
        eq(outboundMessages.orgId, orgId),
        eq(outboundMessages.connectionId, connectionId),
        eq(outboundMessages.status, 'queued'),
        id === undefined ? undefined : eq(outboundMessages.id, id),
      ),
    )
    .orderBy(desc(outboundMessages.stat), asc(outboundMessages.position))
    .limit(1)
    .for('update');
  return message && (message.nextAttemptAt === null || message.nextAttemptAt <= now) ? message : null;
}

export interface FailedAttempt {
  failure: OutboundFailure;
  reason: string;
}

/**
 * Plans the next attempt of a message, or of the first one if nothing was written.
 * @param messageId `uuid`; null counts an attempt of the first message
 * @returns the message if that was its last attempt
 */
export function noteFailedAttempt(
  claimed: ClaimedDestination,
  messageId: string | null,
  { failure, reason }: FailedAttempt,
  now: Date,
  waitOf: (attempt: number) => number,
): Promise<OutboundRow | null> {
  return withTenant(claimed.orgId, async (tx) => {
    const destination = await hold(tx, claimed, now);
    // A STAT order may have been queued before this message meanwhile.
    const head = destination && (await dueMessage(tx, claimed, now, messageId ?? undefined));
    if (!head) return null;
    if (destination.failingSince === null)
      await tx.update(orderDestinations).set({ failingSince: now }).where(ownLease(claimed));
    const attempts = head.attempts + (messageId === null ? 1 : 0);
    const round = attempts - (head.attemptsAllowed - destination.mostAttempts);
    const [message] = await tx
      .update(outboundMessages)
      .set({
        attempts,
        failure,
        reason,
        ...(messageId === null ? { lastAttemptAt: now } : {}),
        nextAttemptAt: new Date(now.getTime() + waitOf(Math.max(round, 1))),
      })
      .where(and(eq(outboundMessages.orgId, head.orgId), eq(outboundMessages.id, head.id)))
      .returning();
    return message!.attempts >= message!.attemptsAllowed ? message! : null;
  });
}

/** The laboratory takes messages again: the queued ones are due now. */
export function noteRecovery(claimed: ClaimedDestination): Promise<void> {
  return withTenant(claimed.orgId, async (tx) => {
    const recovered = await tx
      .update(orderDestinations)
      .set({ failingSince: null })
      .where(ownLease(claimed))
      .returning({ id: orderDestinations.connectionId });
    if (recovered.length > 0) await retryNow(tx, claimed);
  });
}

const CLAIM = {
  name: 'orders_claim',
  text: `
  with due as (
    select d.org_id, d.connection_id from order_destinations d
    join organizations o on o.id = d.org_id and o.suspended_at is null
    cross join lateral (
      select m.next_attempt_at from outbound_messages m
      where m.org_id = d.org_id and m.connection_id = d.connection_id and m.status = 'queued'
      order by m.stat desc, m."position" limit 1) h
    where not d.paused and (d.lease_until is null or d.lease_until <= $1::timestamptz)
      and (h.next_attempt_at is null or h.next_attempt_at <= $1::timestamptz)
    order by h.next_attempt_at nulls first limit $4 for update of d skip locked
  )
  update order_destinations d set lease_until = $2::timestamptz, lease_token = $3::uuid
  from due where d.org_id = due.org_id and d.connection_id = due.connection_id
  returning d.org_id as "orgId", d.connection_id as "connectionId", d.lease_token as token`,
};

const OWN = 'where org_id = $1 and connection_id = $2 and lease_token = $3';
const RENEW = {
  name: 'orders_renew',
  text: `update order_destinations set lease_until = $4::timestamptz ${OWN} returning connection_id`,
};
const RELEASE = {
  name: 'orders_release',
  text: `update order_destinations set lease_until = null, lease_token = null ${OWN}`,
};
