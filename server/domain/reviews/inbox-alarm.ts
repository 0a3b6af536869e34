import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { labResults, organisations, patients } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import type { Context } from '../context';
import { countOpen, isCritical, listsOf, ofPatient, openOf } from './inbox-query';

export interface InboxAlarm {
  /** Critical reports that wait for this person, or for anybody. */
  critical: number;
  /** For administrators: critical values of the whole organisation of which nobody has taken note for too long. */
  forgotten: number;
  /** What "too long" is. */
  forgottenMinutes: number;
}

/** What the frame of every page says; counts of reports and nothing of a patient, so no audit row for each page. */
export function inboxAlarm({ actor }: Pick<Context, 'actor'>, now = new Date()): Promise<InboxAlarm> {
  return withTenant(actor.orgId, async (tx) => {
    const ctx: Context = { actor, door: 'portal', requestId: '', ip: null };
    const { urgent } = await listsOf(tx, ctx, now);
    const critical = await countOpen(tx, ctx, urgent);
    const alarm = actor.role === 'admin' ? await forgotten(tx, ctx, now) : { count: 0, minutes: 0 };
    return { critical, forgotten: alarm.count, forgottenMinutes: alarm.minutes };
  });
}

async function forgotten(tx: Tx, ctx: Context, now: Date): Promise<{ count: number; minutes: number }> {
  const [organisation] = await tx
    .select({ minutes: organisations.criticalAlarmMinutes })
    .from(organisations)
    .where(eq(organisations.id, ctx.actor.orgId));
  const minutes = organisation?.minutes ?? 0;
  const since = new Date(now.getTime() - minutes * 60_000).toISOString();
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(
      and(
        openOf(ctx),
        isCritical,
        isNotNull(labResults.criticalSince),
        sql`${labResults.criticalSince} <= ${since}::timestamptz`,
      ),
    );
  return { count: row?.count ?? 0, minutes };
}
