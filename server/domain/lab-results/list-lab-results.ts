import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { collectionTime } from '../../db/schema/lab-results';
import { labResults } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { countRows, timeFilters } from '../../shared/list-filters';
import { openPage, type CursorValue } from '../../shared/paging';
import { ofOpenChart } from '../../shared/restricted-charts';
import { chartIdOf } from '../patients/access';
import { resultsInSight } from './access';
import type { LabResultList, ListLabResultsInput } from './contract';
import { searchConditions, type ReportSearch } from './fhir-search';
import { LINE_COUNT, readReports, type FoundReport } from './read-reports';
import type { ResultRow } from './report';

const READ = { scope: 'labs:read', replica: true } as const;

/**
 * Lists reports with their lines, also those without an order. A page ends early if its reports have many lines.
 * @throws DomainError `invalid_cursor`, `unavailable`
 */
export function listLabResults(
  ctx: Context,
  input: ListLabResultsInput & ReportSearch,
): Promise<LabResultList> {
  return perform(ctx, { action: 'list_lab_results', kind: 'list', ...READ }, async (tx) => {
    const page = openPage<FoundReport>(ctx, 'lab_results', input);
    const patientId = input.patient_id ? await chartIdOf(tx, ctx, input.patient_id) : undefined;
    const conditions = [
      resultsInSight(ctx),
      ofOpenChart(ctx, labResults.patientId),
      patientId ? eq(labResults.patientId, patientId) : undefined,
      ...filters(ctx, input, patientId),
      ...searchConditions(input),
    ];
    const { order, after, key } = sorting(input.sort ?? '-created_at', page.after);
    const { found, most, results } = await readReports(tx, ctx, page.limit, () =>
      tx
        .select({ row: labResults, lines: LINE_COUNT })
        .from(labResults)
        .where(and(...conditions, after))
        .orderBy(...order)
        .limit(page.limit + 1),
    );
    const list = page.close(
      found,
      ({ row }) => key(row),
      ({ row }) => results.get(row.id)!,
      { most },
    );
    const count = input.include ? await countRows(tx, labResults, conditions) : {};
    return {
      output: { ...list, ...count },
      audit: {
        objectKind: 'lab_result',
        patientIds: found.slice(0, most).map(({ row }) => row.patientId),
        detail: { count: list.data.length },
      },
    };
  });
}

const COLLECTED = collectionTime(labResults.collectedAt);

function sorting(
  sort: string,
  after: CursorValue[] | null,
): { order: SQL[]; after: SQL | undefined; key: (row: ResultRow) => CursorValue[] } {
  const descending = sort.startsWith('-');
  const direction = descending ? desc : asc;
  const compare = descending ? sql`<` : sql`>`;
  const { id } = labResults;
  const by = (time: SQL, key: (row: ResultRow) => string) => ({
    order: [direction(time), direction(id)],
    after: after ? sql`(${time}, ${id}) ${compare} (${after[0]}::timestamptz, ${after[1]}::uuid)` : undefined,
    key: (row: ResultRow) => [key(row), row.id],
  });
  switch (sort.replace('-', '')) {
    case 'updated_at':
      return by(sql`${labResults.updatedAt}`, (row) => row.updatedAt.toISOString());
    case 'collected_at':
      return by(COLLECTED, (row) => row.collectedAt?.toISOString() ?? '-infinity');
    default:
      // An ID contains its creation time, so it is the whole sort key.
      return {
        order: [direction(id)],
        after: after ? sql`${id} ${compare} ${after[0]}::uuid` : undefined,
        key: (row) => [row.id],
      };
  }
}

function filters(ctx: Context, input: ListLabResultsInput, patientId: string | undefined): SQL[] {
  // Lines are found by their patient, which the contract requires for these filters.
  const hasCode = (inPanel: SQL, inLine: SQL) =>
    sql`(exists (select 1 from jsonb_array_elements(${labResults.panels}) p where ${inPanel}) or ${labResults.id} in (
      select o.result_id from lab_observations o where o.org_id = ${ctx.actor.orgId} and o.patient_id = ${patientId} and ${inLine}))`;
  const conditions: (SQL | undefined)[] = [
    input.order_id ? eq(labResults.orderId, readId('lab_order', input.order_id)!) : undefined,
    input.lab_id ? eq(labResults.labId, input.lab_id) : undefined,
    input.status ? inArray(labResults.status, input.status) : undefined,
    input.severity ? inArray(labResults.severity, input.severity) : undefined,
    input.loinc
      ? hasCode(
          sql`p->>'loinc' = ${input.loinc}`,
          sql`o.test_key = ${input.loinc} and o.loinc = ${input.loinc}`,
        )
      : undefined,
    input.code
      ? hasCode(
          sql`p->>'code' = ${input.code}`,
          sql`(o.code = ${input.code} or o.alternate_code->>'code' = ${input.code})`,
        )
      : undefined,
    input.collected_since ? collectedSince(new Date(input.collected_since)) : undefined,
    input.collected_until ? collectedUntil(new Date(input.collected_until)) : undefined,
    ...timeFilters(labResults, input),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** A date is stored as midnight UTC, and is the same day in every time zone, from UTC-12 to UTC+14. */
const IS_DATE = sql`${labResults.collectedAtPrecision} in ('day', 'month', 'year')`;

function collectedSince(since: Date): SQL {
  const at = sql`${since.toISOString()}::timestamptz`;
  return sql`(${COLLECTED} >= date_trunc('day', ${at} - interval '12 hours', 'UTC') and (${COLLECTED} >= ${at} or ${IS_DATE}))`;
}

function collectedUntil(until: Date): SQL {
  const at = sql`${until.toISOString()}::timestamptz`;
  return sql`(${COLLECTED} > '-infinity' and ${COLLECTED} < ${at} + interval '14 hours' and (${COLLECTED} < ${at} or ${IS_DATE}))`;
}
