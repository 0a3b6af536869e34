import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { labResults, organisations, patients } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import type { Context } from '../context';
import { countOpen, listsOf, ofPatient, openOf } from './inbox-query';
import { rankOf } from './rules';

export interface InboxAlarm {
  /** Critical reports that wait for this person. */
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
    const { which } = await listsOf(tx, ctx, now);
    const critical = await countOpen(tx, ctx, and(which.mine, eq(labResults.inboxRank, rankOf('critical'))));
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
        eq(labResults.inboxRank, rankOf('critical')),
        isNotNull(labResults.criticalSince),
        sql`${labResults.criticalSince} <= ${since}::timestamptz`,
      ),
    );
  return { count: row?.count ?? 0, minutes };
}
