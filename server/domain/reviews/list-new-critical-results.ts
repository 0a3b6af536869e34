import { and, asc, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { labObservations, labResults, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { isWithdrawn } from '../lab-results/rules';
import { presentIdentity } from '../patients/present';
import { WORK_INBOX } from './access';
import type { ListNewCriticalResultsInput, NewCriticalResults } from './contract';
import { alarmOf } from './get-inbox-alarm';
import { countOpen, countPatients, listsOf, ofPatient, openOf, scopeOf } from './inbox-query';
import { titleOf } from './present';

/** The banner groups them by patient. */
const MOST = 12;

const OPERATION = {
  action: 'list_new_critical_results',
  kind: 'list',
  ...WORK_INBOX,
  restrictedCharts: 'initials',
} as const;

/**
 * Lists unsigned critical reports of the actor that have become critical, for the banner of open pages: those in the
 * count of the header, newest first.
 */
export function listNewCriticalResults(
  ctx: Context,
  { since, ids }: ListNewCriticalResultsInput,
): Promise<NewCriticalResults> {
  return perform(ctx, OPERATION, async (tx) => {
    const now = new Date();
    const lists = await listsOf(tx, ctx, now);
    const known = ids.map((id) => readId('lab_result', id)).filter((id) => id !== null);
    const isNew = and(
      lists.urgent,
      or(
        gt(labResults.criticalSince, new Date(since)),
        gt(labResults.criticalEscalatedAt, new Date(since)),
        known.length > 0 ? inArray(labResults.id, known) : undefined,
      ),
    );
    const rows = await tx
      .select({ report: labResults, patient: patients })
      .from(labResults)
      .innerJoin(patients, ofPatient)
      .where(and(openOf(ctx), isNew))
      .orderBy(sql`${labResults.criticalSince} desc nulls last`, desc(labResults.id))
      .limit(MOST);
    const values = await criticalValuesOf(
      tx,
      ctx,
      rows.map(({ report }) => report.id),
    );
    const patientIds = rows.map(({ patient }) => patient.id);
    const closed = await closedCharts(tx, ctx, patientIds);
    return {
      output: {
        object: 'new_critical_results' as const,
        data: rows.map(({ report, patient }) => ({
          id: showId('lab_result', report.id),
          version: report.version,
          patient: presentIdentity(patient, closed),
          title: titleOf(report),
          value: values.get(report.id) ?? null,
          told: report.criticalEscalatedAt !== null,
          scope: scopeOf(ctx, lists, report),
        })),
        total: await countOpen(tx, ctx, isNew),
        patient_total: await countPatients(tx, ctx, isNew),
        alarm: await alarmOf(tx, ctx, now),
      },
      audit: {
        objectKind: 'lab_result',
        patientIds,
        detail: { count: rows.length },
      },
    };
  });
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
