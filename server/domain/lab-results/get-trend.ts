import { and, eq, inArray, sql } from 'drizzle-orm';
import { labObservations, labResults } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findPatient } from '../patients/access';
import type { GetTrendInput, Trend } from './history-contract';
import { grouped, ofPatient, presentSeries, presentValue, readHistory, seriesKey } from './history';
import { pinnedKeys } from './pinned';
import { notVoided } from './voided';

/** The newest ones; the response indicates if there are more. */
const MOST_POINTS = 3_000;

const READ = { scope: 'labs:read', replica: true } as const;

/**
 * Portal: the values of up to six tests of one patient, oldest first. Each unit is a separate series.
 * @throws DomainError `not_found`
 */
export function getTrend(ctx: Context, input: GetTrendInput): Promise<Trend> {
  return perform(ctx, { action: 'get_trend', kind: 'read', ...READ }, async (tx) => {
    const patient = await findPatient(tx, ctx, input.patient_id);
    const scope = ofPatient(ctx, patient.id);
    const lines = await readHistory(
      tx,
      and(scope, inArray(labObservations.testKey, input.tests))!,
      MOST_POINTS + 1,
    );
    const cut = lines.length > MOST_POINTS;
    const kept = cut ? lines.slice(1) : lines;
    const rank = ({ testKey }: { testKey: string }) => input.tests.indexOf(testKey);
    // Among equals, the most recently measured come first.
    const series = [...grouped([...kept].reverse(), seriesKey).values()]
      .sort(([a], [b]) => rank(a!) - rank(b!))
      .map((newestFirst) => ({
        ...presentSeries(newestFirst[0]!),
        points: newestFirst.map(presentValue).reverse(),
      }));
    const tests = await tx
      .select({
        test_key: labObservations.testKey,
        name: sql<string>`(array_agg(${labObservations.name} order by ${labObservations.observedAt} desc nulls last))[1]`,
        laboratories: sql<
          string[]
        >`coalesce(array_agg(distinct ${labResults.lab} ->> 'name') filter (where ${labObservations.loinc} is null), '{}')`,
      })
      .from(labObservations)
      .innerJoin(
        labResults,
        and(eq(labResults.orgId, labObservations.orgId), eq(labResults.id, labObservations.resultId)),
      )
      .where(and(scope, notVoided))
      .groupBy(labObservations.testKey);
    const pinned = await pinnedKeys(tx, ctx, patient.id, input.tests);
    return {
      output: { series, tests: tests.sort((a, b) => a.name.localeCompare(b.name, 'en')), pinned, cut },
      audit: {
        objectKind: 'patient',
        objectId: patient.id,
        patientIds: [patient.id],
        detail: { values: kept.length },
      },
    };
  });
}
