import { and, eq, sql } from 'drizzle-orm';
import { labResults, organisations, patients } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import type { Context } from '../context';
import { countOpen, isCritical, listsOf, ofPatient, openOf } from './inbox-query';

export interface InboxAlarm {
  /** Critical reports that wait for this person, or for anybody. */
  critical: number;
  /** For administrators: critical reports of the whole organisation that wait for a signature. */
  unsigned: number;
  /** Those of them of which nobody has taken note for too long. */
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
    const ofAll = { unsigned: 0, forgotten: 0, forgottenMinutes: 0 };
    return { critical, ...(actor.role === 'admin' ? await ofOrganisation(tx, ctx, now) : ofAll) };
  });
}

async function ofOrganisation(tx: Tx, ctx: Context, now: Date): Promise<Omit<InboxAlarm, 'critical'>> {
  const [organisation] = await tx
    .select({ minutes: organisations.criticalAlarmMinutes })
    .from(organisations)
    .where(eq(organisations.id, ctx.actor.orgId));
  const forgottenMinutes = organisation?.minutes ?? 0;
  const since = new Date(now.getTime() - forgottenMinutes * 60_000).toISOString();
  const [row] = await tx
    .select({
      unsigned: sql<number>`count(*)::int`,
      forgotten: sql<number>`count(*) filter (where ${labResults.criticalSince} <= ${since}::timestamptz)::int`,
    })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(and(openOf(ctx), isCritical));
  return { unsigned: row?.unsigned ?? 0, forgotten: row?.forgotten ?? 0, forgottenMinutes };
}
