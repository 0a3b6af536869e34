import { and, asc, eq, exists, isNotNull, sql } from 'drizzle-orm';
import { documents, labResults, patients } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import { ofOpenChart } from '../../shared/restricted-charts';
import { ofVisiblePatient } from '../documents/access';
import { inSignOffState } from '../documents/chart-filter';
import type { PatientIdentity } from '../patients/contract';
import { presentIdentity } from '../patients/present';
import type { ReportRow } from '../reviews/access';
import {
  countOpen,
  isCritical,
  MOST_OVERDUE_FIRST,
  ofPatient,
  openOf,
  scopeOf,
  type Lists,
} from '../reviews/inbox-query';
import type { criticalValuesOf } from '../reviews/list-new-critical-results';
import { titleOf } from '../reviews/present';
import { COUNTED, groupOfRank } from '../reviews/rules';
import type { Today } from './contract';
import { MOST_ROWS } from './rules';

interface Critical {
  count: number;
  rows: { report: ReportRow; patient: typeof patients.$inferSelect }[];
}

/** @param lists null for users who cannot sign: every critical report */
export async function readCritical(tx: Tx, ctx: Context, lists: Lists | null): Promise<Critical> {
  const urgent = lists ? lists.urgent : isCritical;
  const [count, rows] = await together(
    countOpen(tx, ctx, urgent),
    tx
      .select({ report: labResults, patient: patients })
      .from(labResults)
      .innerJoin(patients, ofPatient)
      .where(and(openOf(ctx), urgent))
      .orderBy(...MOST_OVERDUE_FIRST)
      .limit(MOST_ROWS),
  );
  return { count, rows };
}

export function presentCritical(
  ctx: Context,
  lists: Lists | null,
  { count, rows }: Critical,
  values: Awaited<ReturnType<typeof criticalValuesOf>>,
  names: ReadonlyMap<string, string>,
): NonNullable<Today['critical']> {
  const assigneeOf = (reviewer: string | null) => {
    if (reviewer === null) return null;
    if (reviewer === ctx.actor.id) return 'self' as const;
    return lists?.absent.includes(reviewer) ? ('covered' as const) : ('other' as const);
  };
  return {
    count,
    data: rows.map(({ report, patient }) => ({
      id: showId('lab_result', report.id),
      patient: identityOf(patient),
      title: titleOf(report),
      value: values.get(report.id) ?? null,
      told: report.criticalEscalatedAt !== null,
      scope: lists ? scopeOf(ctx, lists, report) : 'everyone',
      since: report.criticalSince?.toISOString() ?? null,
      assignee: assigneeOf(report.reviewerId),
      assignee_name: names.get(showIdOrNull('user', report.reviewerId) ?? '') ?? null,
    })),
  };
}

/** Reduced to initials by `getToday` if the chart is closed. */
export const identityOf = (row: typeof patients.$inferSelect): PatientIdentity =>
  presentIdentity(row, new Set());

export async function readToSign(
  tx: Tx,
  ctx: Context,
  { which }: Lists,
): Promise<NonNullable<Today['to_sign']>> {
  const mine = tx
    .select({ rank: labResults.inboxRank })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(and(openOf(ctx), which.mine))
    // The most severe are counted first.
    .orderBy(asc(labResults.inboxRank))
    .limit(COUNTED + 1)
    .as('mine');
  const [groups, unassigned, unassigned_critical, unsignedDocuments] = await together(
    tx
      .select({ rank: mine.rank, count: sql<number>`count(*)::int` })
      .from(mine)
      .groupBy(mine.rank)
      .orderBy(asc(mine.rank)),
    countOpen(tx, ctx, which.unassigned),
    countOpen(tx, ctx, and(which.unassigned, isCritical)),
    countUnsignedDocuments(tx, ctx),
  );
  return {
    groups: groups.map(({ rank, count }) => ({ group: groupOfRank(rank!), count })),
    mine: groups.reduce((sum, { count }) => sum + count, 0),
    unassigned,
    unassigned_critical,
    documents: unsignedDocuments,
  };
}

/** Organizations that only upload documents rarely sign them off, so theirs would only grow. */
async function countUnsignedDocuments(tx: Tx, ctx: Context): Promise<number> {
  const ofOrg = eq(documents.orgId, ctx.actor.orgId);
  const received = tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(ofOrg, isNotNull(documents.sourceNumber)))
    .limit(1);
  const unsigned = tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        ofOrg,
        inSignOffState('unsigned'),
        ofVisiblePatient(ctx),
        ofOpenChart(ctx, documents.patientId),
        exists(received),
      ),
    )
    .limit(COUNTED + 1)
    .as('unsigned');
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(unsigned);
  return row?.count ?? 0;
}
