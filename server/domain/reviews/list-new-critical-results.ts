import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { inboundReports, labObservations, labResults, patients, reviewEntries } from '../../db/schema/index';
import type { StoredSevereValue } from '../../db/schema/types';
import type { Tx } from '../../db/transaction';
import { isAllowed, perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { DECIDE, isUnmatchedCritical } from '../inbound-reports/access';
import { isWithdrawn } from '../lab-results/rules';
import { presentIdentity } from '../patients/present';
import { ASSIGNING, WORK_INBOX } from './access';
import type { ListNewCriticalResultsInput, NewCriticalResults } from './contract';
import { alarmOf } from './get-inbox-alarm';
import { countOpen, countPatients, listsOf, ofPatient, openOf, scopeOf } from './inbox-query';
import { titleOf } from './present';

/** The banner groups them by patient. */
const MOST = 12;
/** The banner shows the newest and counts the others. */
const MOST_UNMATCHED = 100;

const OPERATION = {
  action: 'list_new_critical_results',
  kind: 'list',
  ...DECIDE,
  restrictedCharts: 'initials',
} as const;

/**
 * Lists what has become critical, for the banner of open pages, escalated ones first, then the newest: unsigned reports of
 * the actor, as in the count of the header, and unmatched reports.
 */
export function listNewCriticalResults(
  ctx: Context,
  input: ListNewCriticalResultsInput,
): Promise<NewCriticalResults> {
  return perform(ctx, OPERATION, async (tx) => {
    const now = new Date();
    const { data, patientIds, ...totals } = isAllowed(ctx, WORK_INBOX)
      ? await newUnsigned(tx, ctx, input, now)
      : { data: [], patientIds: [], total: 0, patient_total: 0 };
    const unmatched = await newUnmatched(tx, ctx, input);
    return {
      output: {
        object: 'new_critical_results' as const,
        data,
        ...totals,
        unmatched,
        alarm: await alarmOf(tx, ctx, now),
      },
      audit: {
        objectKind: 'lab_result',
        patientIds,
        detail: { count: data.length + unmatched.length },
      },
    };
  });
}

async function newUnsigned(tx: Tx, ctx: Context, { since, ids }: ListNewCriticalResultsInput, now: Date) {
  const lists = await listsOf(tx, ctx, now);
  const known = ids.map((id) => readId('lab_result', id)).filter((id) => id !== null);
  const assigning = assigningSince(ctx, since);
  const byOthers = tx
    .select({ by: reviewEntries.by })
    .from(reviewEntries)
    .where(and(assigning, ne(reviewEntries.by, actorName(ctx.actor))));
  const isNew = and(
    lists.urgent,
    or(
      gt(labResults.criticalSince, new Date(since)),
      gt(labResults.criticalEscalatedAt, new Date(since)),
      exists(byOthers),
      known.length > 0 ? inArray(labResults.id, known) : undefined,
    ),
  );
  const sender = tx
    .select({ by: reviewEntries.by })
    .from(reviewEntries)
    .where(
      and(
        assigning,
        or(isNull(labResults.criticalEscalatedAt), gt(reviewEntries.at, labResults.criticalEscalatedAt)),
      ),
    )
    .orderBy(desc(reviewEntries.at))
    .limit(1);
  const rows = await tx
    .select({ report: labResults, patient: patients, sender: sql<string | null>`(${sender})` })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(and(openOf(ctx), isNew))
    .orderBy(
      sql`${labResults.criticalEscalatedAt} desc nulls last`,
      sql`${labResults.criticalSince} desc nulls last`,
      desc(labResults.id),
    )
    .limit(MOST);
  const values = await criticalValuesOf(
    tx,
    ctx,
    rows.map(({ report }) => report.id),
  );
  const patientIds = rows.map(({ patient }) => patient.id);
  const closed = await closedCharts(tx, ctx, patientIds);
  const names = await namesOfPeople(
    tx,
    ctx,
    rows.map((row) => row.sender),
  );
  return {
    data: rows.map(({ report, patient, sender: by }) => ({
      id: showId('lab_result', report.id),
      version: report.version,
      patient: presentIdentity(patient, closed),
      title: titleOf(report),
      value: values.get(report.id) ?? null,
      told: report.criticalEscalatedAt !== null,
      assigned: by === null ? null : assignedTo(ctx, report.reviewerId, by),
      assigned_by: by === null ? null : (names.get(by) ?? null),
      scope: scopeOf(ctx, lists, report),
    })),
    total: await countOpen(tx, ctx, isNew),
    patient_total: await countPatients(tx, ctx, isNew),
    patientIds,
  };
}

/** The report was assigned, forwarded or returned to the group, or one of these was undone. */
const assigningSince = (ctx: Context, since: string): SQL | undefined =>
  and(
    eq(reviewEntries.orgId, ctx.actor.orgId),
    eq(reviewEntries.resultId, labResults.id),
    inArray(reviewEntries.act, [...ASSIGNING]),
    gt(reviewEntries.at, new Date(since)),
  );

function assignedTo(ctx: Context, reviewerId: string | null, by: string): 'user' | 'group' | null {
  if (reviewerId === null) return 'group';
  return reviewerId === ctx.actor.id && by !== actorName(ctx.actor) ? 'user' : null;
}

async function newUnmatched(
  tx: Tx,
  ctx: Context,
  { since, unmatched_ids: ids }: ListNewCriticalResultsInput,
): Promise<NewCriticalResults['unmatched']> {
  const known = ids.map((id) => readId('inbound_report', id)).filter((id) => id !== null);
  const rows = await tx
    .select({ id: inboundReports.id, values: inboundReports.severeValues })
    .from(inboundReports)
    .where(
      and(
        isUnmatchedCritical(ctx),
        or(
          gt(inboundReports.createdAt, new Date(since)),
          known.length > 0 ? inArray(inboundReports.id, known) : undefined,
        ),
      ),
    )
    .orderBy(desc(inboundReports.id))
    .limit(MOST_UNMATCHED);
  return rows.map(({ id, values }) => ({
    id: showId('inbound_report', id),
    value: firstOf(values.filter(({ severity }) => severity === 'critical')),
  }));
}

function firstOf(values: readonly StoredSevereValue[]): Value | null {
  const [first] = values;
  if (!first) return null;
  const { name, value_text, unit, interpretation } = first;
  return { name, value_text, unit, interpretation, further: values.length - 1 };
}

type Value = NonNullable<NewCriticalResults['data'][number]['value']>;

/** The first critical value of each report, and how many others it has. @param ids UUIDs */
export async function criticalValuesOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, Value>> {
  if (ids.length === 0) return new Map();
  const lines = await tx
    .select({
      resultId: labObservations.resultId,
      status: labObservations.status,
      name: labObservations.name,
      value_text: labObservations.valueText,
      unit: labObservations.unit,
      interpretation: labObservations.interpretation,
    })
    .from(labObservations)
    .where(
      and(
        eq(labObservations.orgId, ctx.actor.orgId),
        inArray(labObservations.resultId, ids),
        eq(labObservations.severity, 'critical'),
      ),
    )
    .orderBy(asc(labObservations.resultId), asc(labObservations.position));
  const first = new Map<string, Value>();
  for (const { resultId, status, ...value } of lines)
    if (!isWithdrawn(status)) {
      const known = first.get(resultId);
      if (known) known.further += 1;
      else first.set(resultId, { ...value, further: 0 });
    }
  return first;
}
