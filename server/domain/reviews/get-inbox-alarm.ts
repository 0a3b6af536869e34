import { and, eq, sql } from 'drizzle-orm';
import { inboundReports, labResults, organizations, patients } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { isAllowed, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showIdOrNull } from '../../shared/ids';
import { DECIDE, isUnmatchedCritical, QUEUE_ORDER } from '../inbound-reports/access';
import { WORK_INBOX } from './access';
import type { InboxAlarm } from './contract';
import { countOpen, isCritical, listsOf, ofPatient, openOf } from './inbox-query';
import { COUNTED } from './rules';

/** Polled by every open page of users who sign or file reports. */
export function getInboxAlarm(ctx: Context): Promise<InboxAlarm> {
  return perform(ctx, { action: 'get_inbox_alarm', kind: 'read', ...DECIDE }, async (tx) => ({
    output: await alarmOf(tx, ctx, new Date()),
    audit: { objectKind: 'lab_result' },
  }));
}

/** Returns counts without patient data, so that page loads need no audit row. */
export const inboxAlarm = (ctx: Context, now = new Date()): Promise<InboxAlarm> =>
  withTenant(ctx.actor.orgId, (tx) => alarmOf(tx, ctx, now));

export async function alarmOf(tx: Tx, ctx: Context, now: Date): Promise<InboxAlarm> {
  const ofAll = { unsigned: 0, forgotten: 0, forgotten_minutes: 0, late: null };
  const { late, ...counts } = ctx.actor.role === 'admin' ? await ofOrganization(tx, ctx, now) : ofAll;
  return {
    object: 'inbox_alarm',
    critical: isAllowed(ctx, WORK_INBOX) ? await countOpen(tx, ctx, (await listsOf(tx, ctx, now)).urgent) : 0,
    as_of: now.toISOString(),
    ...counts,
    ...(await ofNoPatient(tx, ctx, late)),
  };
}

/** @param late those received before then are counted as forgotten; null for none */
async function ofNoPatient(tx: Tx, ctx: Context, late: Date | null) {
  const rows = await tx
    .select({ id: inboundReports.id, at: inboundReports.createdAt })
    .from(inboundReports)
    .where(isUnmatchedCritical(ctx))
    .orderBy(...QUEUE_ORDER)
    .limit(COUNTED + 1);
  return {
    unmatched_critical: rows.length,
    forgotten_unmatched: late === null ? 0 : rows.filter(({ at }) => at <= late).length,
    first_unmatched: showIdOrNull('inbound_report', rows[0]?.id ?? null),
  };
}

async function ofOrganization(tx: Tx, ctx: Context, now: Date) {
  const [organization] = await tx
    .select({ minutes: organizations.criticalAlarmMinutes })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  const forgotten_minutes = organization?.minutes ?? 0;
  const late = new Date(now.getTime() - forgotten_minutes * 60_000);
  const [row] = await tx
    .select({
      unsigned: sql<number>`count(*)::int`,
      forgotten: sql<number>`count(*) filter (where ${labResults.criticalSince} <= ${late.toISOString()}::timestamptz)::int`,
    })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(and(openOf(ctx), isCritical));
  return { unsigned: row?.unsigned ?? 0, forgotten: row?.forgotten ?? 0, forgotten_minutes, late };
}
