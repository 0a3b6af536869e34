import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import { prepared } from '../../db/prepared';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  labOrderItems,
  labOrders,
  labResults,
  orderDestinations,
  outboundMessages,
  patients,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { OutboundKind, TransmissionStatus } from '../../data-types/transmission-codes';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import { QUEUED_WITHIN_MINUTES } from '../order-destinations/rules';
import { CANCELLATION_ANSWER_HOURS, STOPPED_DAYS, STOPPED_TRANSMISSIONS, UNSENT_STAT_MINUTES } from './rules';

export type OrderRow = typeof labOrders.$inferSelect;
export type ItemRow = typeof labOrderItems.$inferSelect;

export interface WholeOrder {
  row: OrderRow;
  items: ItemRow[];
  /** Oldest first. */
  reports: (OrderReport & Pick<typeof labResults.$inferSelect, 'status' | 'severity'>)[];
  attempts: Attempts;
  sending: Sending;
}

/** To the laboratory of an order, while the order or its cancellation is queued. */
interface Sending {
  paused: boolean;
  /** When attempts started to fail. */
  failingSince: Date | null;
}

/** Of an order that is not queued. */
export const NOT_SENDING: Sending = { paused: false, failingSince: null };

export type OrderReport = Pick<typeof labResults.$inferSelect, 'id' | 'panels'>;

/** Of the latest message of an order that was not withdrawn. */
interface Attempts {
  /** Null without messages. */
  message: OutboundKind | null;
  count: number;
  lastAt: Date | null;
  /** This message, or an earlier one, is not delivered yet. */
  pending: boolean;
}

export const NO_ATTEMPTS: Attempts = { message: null, count: 0, lastAt: null, pending: false };

/** Orders are hidden together with their deleted patient. */
export const patientInSight = (orgId: string | Placeholder): SQL =>
  sql`exists (select 1 from ${patients} where ${patients.orgId} = ${orgId} and ${patients.id} = ${labOrders.patientId} and ${isNull(patients.deletedAt)})`;

/** As in the partial index `lab_orders_overdue`. */
export const isOverdue = sql`coalesce(${labOrders.expectedBy} < now() and ${labOrders.status} not in ('completed', 'cancelled', 'rejected'), false)`;

/** The laboratory of the order has a destination in this state. */
const hasDestination = (state: SQL): SQL =>
  sql`exists (select 1 from order_destinations d where d.org_id = ${labOrders.orgId} and d.lab_id = ${labOrders.labId} and ${state})`;

const isPaused = hasDestination(sql`d.paused`);

const isLateQueued = sql`${labOrders.updatedAt} < now() - make_interval(mins => ${QUEUED_WITHIN_MINUTES})`;

/**
 * Like `unsentFrom`. Still queued after the usual time, also if the specimen is collected; unless it is routine, at once
 * while sending is paused or fails. A STAT order is unsent also while it is on paper and not marked as sent.
 */
export const isUnsent = sql`(${labOrders.status} in ('requested', 'collected') and ${labOrders.transmissionStatus} = 'queued' and (${isLateQueued}
    or ${labOrders.priority} <> 'routine' and ${hasDestination(sql`(d.paused or d.failing_since is not null)`)}
    or ${labOrders.priority} = 'stat' and ${labOrders.updatedAt} < now() - make_interval(mins => ${UNSENT_STAT_MINUTES}))
  or ${labOrders.status} = 'requested' and ${labOrders.transmissionStatus} = 'not_applicable' and ${labOrders.priority} = 'stat')`;

/** A request to cancel that is still queued after the usual time, or while sending is paused: the order is performed. */
const isCancellationLate = sql`(${labOrders.transmissionStatus} = 'cancel_requested' and (${isLateQueued} or ${isPaused})
  and exists (select 1 from outbound_messages m where m.org_id = ${labOrders.orgId} and m.order_id = ${labOrders.id} and m.status = 'queued'))`;

/** The latest message is a request to cancel that is late, or could not be sent. */
export const isCancellationUnsent = sql`(${isCancellationLate} or ${labOrders.transmissionStatus} = 'failed' and 'cancellation' =
  (select m.kind from outbound_messages m where m.org_id = ${labOrders.orgId} and m.order_id = ${labOrders.id} and m.status <> 'withdrawn' order by m."position" desc limit 1))`;

const isRecent = sql`${labOrders.updatedAt} > now() - make_interval(days => ${STOPPED_DAYS})`;

/** All its tests are in orders of the patient that were placed since it was rejected. */
const isOrderedAgain = sql`not exists (select 1 from lab_order_items i where i.org_id = ${labOrders.orgId} and i.order_id = ${labOrders.id} and i.status <> 'cancelled'
  and not exists (select 1 from lab_orders l join lab_order_items j on j.org_id = l.org_id and j.order_id = l.id
    where l.org_id = ${labOrders.orgId} and l.patient_id = ${labOrders.patientId} and l.created_at > ${labOrders.updatedAt} and l.status <> 'cancelled' and j.test_id = i.test_id))`;

/** A person must act: not sent, rejected, or not canceled by the laboratory. */
export const isStopped = sql`(${isUnsent} or ${labOrders.status} = 'failed' or ${labOrders.status} = 'rejected' and ${isRecent} and not ${isOrderedAgain}
  or ${labOrders.status} not in ('completed', 'cancelled') and (
    ${labOrders.status} <> 'rejected' and ${inArray(labOrders.transmissionStatus, [...STOPPED_TRANSMISSIONS])} and ${isRecent}
    or ${isCancellationLate}
    or ${labOrders.transmissionStatus} = 'cancel_requested' and ${labOrders.updatedAt} < now() - make_interval(hours => ${CANCELLATION_ANSWER_HOURS})))`;

/** Like `isDueForCollection`, as in the partial index `lab_orders_collect_on`. */
export const isDue = (ctx: Context): SQL =>
  sql`(${labOrders.collectOn} <= (now() at time zone (select o.time_zone from organizations o where o.id = ${ctx.actor.orgId}))::date
    and ${labOrders.status} in ('requested', 'sent', 'failed') and ${labOrders.collection} ->> 'collected_at' is null)`;

/** @throws DomainError `not_found` if the ID is malformed */
export const orderInSight = (ctx: Context, id: string): SQL | undefined =>
  and(
    eq(labOrders.orgId, ctx.actor.orgId),
    eq(labOrders.id, pathId('lab_order', id)),
    patientInSight(ctx.actor.orgId),
  );

export async function findOrder(tx: Tx, ctx: Context, id: string): Promise<WholeOrder> {
  const [row] = await tx.select().from(labOrders).where(orderInSight(ctx, id));
  if (!row) throw notFound();
  return (await completeOrders(tx, ctx, [row]))[0]!;
}

const given = sql.placeholder;
const isOneOf = (column: PgColumn) => sql`${column} = any (${given('orderIds')}::uuid[])`;

const readItems = prepared('read_order_items', (tx) =>
  tx
    .select()
    .from(labOrderItems)
    .where(and(eq(labOrderItems.orgId, given('orgId')), isOneOf(labOrderItems.orderId)))
    .orderBy(asc(labOrderItems.position)),
);
const readReports = prepared('read_order_reports', (tx) =>
  tx
    .select({
      id: labResults.id,
      orderId: labResults.orderId,
      panels: labResults.panels,
      status: labResults.status,
      severity: labResults.severity,
    })
    .from(labResults)
    .where(and(eq(labResults.orgId, given('orgId')), isOneOf(labResults.orderId)))
    .orderBy(asc(labResults.id)),
);

/** Adds items, reports and attempts to the rows. */
export async function completeOrders(tx: Tx, ctx: Context, rows: OrderRow[]): Promise<WholeOrder[]> {
  if (rows.length === 0) return [];
  const values = { orgId: ctx.actor.orgId, orderIds: rows.map((row) => row.id) };
  const [items, reports, attempts, stoppages] = await together(
    readItems(tx, values),
    readReports(tx, values),
    attemptsOf(tx, ctx, rows),
    stoppedLabs(tx, ctx, rows),
  );
  return rows.map((row) => {
    const ofOrder = attempts.get(row.id) ?? NO_ATTEMPTS;
    return {
      row,
      items: items.filter((item) => item.orderId === row.id),
      reports: reports.filter((report) => report.orderId === row.id),
      attempts: ofOrder,
      sending: (ofOrder.pending && stoppages.get(row.labId)) || NOT_SENDING,
    };
  });
}

/** States in which the order or its cancellation may be queued. */
const UNDELIVERED: readonly TransmissionStatus[] = ['queued', 'cancel_requested'];

/** Laboratories to which sending is paused or fails, if an order may have an undelivered message. */
async function stoppedLabs(tx: Tx, ctx: Context, rows: OrderRow[]): Promise<Map<string | null, Sending>> {
  if (!rows.some((row) => UNDELIVERED.includes(row.transmissionStatus))) return new Map();
  const { labId, paused, failingSince } = orderDestinations;
  const found = await tx
    .select({ labId, paused, failingSince })
    .from(orderDestinations)
    .where(and(eq(orderDestinations.orgId, ctx.actor.orgId), or(eq(paused, true), isNotNull(failingSince))));
  return new Map(found.map(({ labId: lab, ...sending }) => [lab, sending]));
}

async function attemptsOf(tx: Tx, ctx: Context, rows: OrderRow[]): Promise<Map<string, Attempts>> {
  const ids = rows.filter((row) => row.transmissionStatus !== 'not_applicable').map((row) => row.id);
  if (ids.length === 0) return new Map();
  const found = await tx
    .selectDistinctOn([outboundMessages.orderId], {
      orderId: outboundMessages.orderId,
      message: outboundMessages.kind,
      count: outboundMessages.attempts,
      lastAt: outboundMessages.lastAttemptAt,
      pending: sql<boolean>`bool_or(${outboundMessages.status} = 'queued') over (partition by ${outboundMessages.orderId})`,
    })
    .from(outboundMessages)
    .where(and(eq(outboundMessages.orgId, ctx.actor.orgId), inArray(outboundMessages.orderId, ids)))
    .orderBy(
      outboundMessages.orderId,
      sql`${outboundMessages.status} = 'withdrawn'`,
      desc(outboundMessages.position),
    );
  return new Map(found.map(({ orderId, ...attempts }) => [orderId, attempts]));
}
