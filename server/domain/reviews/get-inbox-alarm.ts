import { and, eq, sql } from 'drizzle-orm';
import { labResults, organizations, patients } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { WORK_INBOX } from './access';
import type { InboxAlarm } from './contract';
import { countOpen, isCritical, listsOf, ofPatient, openOf } from './inbox-query';

/** Polled by every open page. */
export function getInboxAlarm(ctx: Context): Promise<InboxAlarm> {
  return perform(ctx, { action: 'get_inbox_alarm', kind: 'read', ...WORK_INBOX }, async (tx) => ({
    output: await alarmOf(tx, ctx, new Date()),
    audit: { objectKind: 'lab_result' },
  }));
}

/** Returns counts without patient data, so that page loads need no audit row. */
export const inboxAlarm = (ctx: Context, now = new Date()): Promise<InboxAlarm> =>
  withTenant(ctx.actor.orgId, (tx) => alarmOf(tx, ctx, now));

export async function alarmOf(tx: Tx, ctx: Context, now: Date): Promise<InboxAlarm> {
  const { urgent } = await listsOf(tx, ctx, now);
  const critical = await countOpen(tx, ctx, urgent);
  const ofAll = { unsigned: 0, forgotten: 0, forgotten_minutes: 0 };
  return {
    object: 'inbox_alarm',
    critical,
    as_of: now.toISOString(),
    ...(ctx.actor.role === 'admin' ? await ofOrganization(tx, ctx, now) : ofAll),
  };
}

async function ofOrganization(tx: Tx, ctx: Context, now: Date) {
  const [organization] = await tx
    .select({ minutes: organizations.criticalAlarmMinutes })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  const forgotten_minutes = organization?.minutes ?? 0;
  const since = new Date(now.getTime() - forgotten_minutes * 60_000).toISOString();
  const [row] = await tx
    .select({
      unsigned: sql<number>`count(*)::int`,
      forgotten: sql<number>`count(*) filter (where ${labResults.criticalSince} <= ${since}::timestamptz)::int`,
    })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(and(openOf(ctx), isCritical));
  return { unsigned: row?.unsigned ?? 0, forgotten: row?.forgotten ?? 0, forgotten_minutes };
}
