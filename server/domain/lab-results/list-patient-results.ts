import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { labResults } from '../../db/schema/index';
import { collectionTime } from '../../db/schema/lab-results';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import { openPage, type CursorValue } from '../../shared/paging';
import { findPatient } from '../patients/access';
import { mayOnlyBeSeen } from '../reviews/rules';
import { instantOf } from '../../shared/wall-clock';
import type {
  LabResultSummary,
  LabResultSummaryList,
  ListPatientResultsInput,
  SevereValue,
} from './contract';
import type { ResultRow } from './report';
import { MOST_VALUES, reviewStatus, joinTests } from './rules';
import { notVoided, seesVoided } from './voided';

/**
 * Portal: reports of one patient, most recently collected first or unsigned first.
 * @throws DomainError `not_found`, `invalid_cursor`
 */
export function listPatientResults(
  ctx: Context,
  input: ListPatientResultsInput,
): Promise<LabResultSummaryList> {
  return perform(ctx, { action: 'list_patient_results', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const { orgId } = ctx.actor;
    const patient = await findPatient(tx, ctx, input.patient_id);
    const page = openPage<ResultRow & Counts>(ctx, 'patient_results', input);
    const ofPatient = and(
      eq(labResults.orgId, orgId),
      eq(labResults.patientId, patient.id),
      seesVoided(ctx) ? undefined : notVoided,
    );
    const filter = filterOf(orgId, patient.id, input);
    const isUrgent = input.order === 'urgent';
    const after = page.after ? beyond(isUrgent, page.after) : undefined;
    const count = (condition: SQL) =>
      sql<number>`(select count(*)::int from lab_observations o where o.org_id = ${orgId} and o.result_id = lab_results.id and ${condition})`;
    const found = await tx
      .select({
        row: labResults,
        observations: count(sql`true`),
        abnormal: count(
          sql`o.severity in ('abnormal', 'critical') and o.status not in ('cancelled', 'deleted', 'wrong')`,
        ),
        worst: sql<
          Counts['counts']['worst']
        >`(select json_build_object('code', o.interpretation, 'source', o.interpretation_source) from lab_observations o where o.org_id = ${orgId} and o.result_id = lab_results.id and o.severity = lab_results.severity and o.status not in ('cancelled', 'deleted', 'wrong') order by o.interpretation is null, o.position limit 1)`,
        values: sql<
          SevereValue[]
        >`(select coalesce(json_agg(v), '[]') from (select o.name, o.value_text, o.unit, o.severity, o.status, o.interpretation, o.interpretation_source from lab_observations o where o.org_id = ${orgId} and o.result_id = lab_results.id and o.severity in ('abnormal', 'critical') and o.status not in ('cancelled', 'deleted', 'wrong') order by o.severity = 'abnormal', o.position limit ${MOST_VALUES}) v)`,
      })
      .from(labResults)
      .where(and(ofPatient, filter, after))
      .orderBy(
        ...(isUrgent
          ? [
              asc(labResults.inboxRank),
              sql`${labResults.collectedAt} desc nulls last`,
              sql`${labResults.id} desc nulls last`,
            ]
          : [desc(COLLECTED), desc(labResults.id)]),
      )
      .limit(page.limit + 1);
    const rows = found.map(({ row, ...counts }) => ({ ...row, counts }));
    const list = page.close(
      rows,
      (row) => [...(isUrgent ? [row.inboxRank] : []), row.collectedAt?.toISOString() ?? null, row.id],
      present,
    );
    const [hidden] = filter
      ? await tx
          .select({ count: sql<number>`count(*)::int` })
          .from(labResults)
          .where(and(ofPatient, sql`(${filter}) is not true`))
      : [];
    return {
      output: { ...list, hidden_count: hidden?.count ?? 0 },
      audit: { objectKind: 'lab_result', patientIds: [patient.id], detail: { count: list.data.length } },
    };
  });
}

function filterOf(orgId: string, patientId: string, input: ListPatientResultsInput) {
  const { severity, status, test, from, to, time_zone: zone = 'UTC' } = input;
  return and(
    severity ? inArray(labResults.severity, ['abnormal', 'critical']) : undefined,
    status ? eq(labResults.status, status) : undefined,
    test ? hasTest(orgId, patientId, test) : undefined,
    from ? notBefore(from, zone) : undefined,
    to && to < LAST_DAY ? sql`not (${notBefore(dayAfter(to), zone)})` : undefined,
  );
}

/** Has a four-digit year in both Postgres and JavaScript, in every time zone. */
const FIRST_DAY = '0101-01-01';
const LAST_DAY = '9999-12-30';

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Collected on or after a day: instants in the given time zone, dates as they are. Null if the time is unknown. */
const notBefore = (given: string, zone: string): SQL => {
  const day = given < FIRST_DAY ? FIRST_DAY : given;
  const moment = instantOf(`${day}T00:00`, zone, 'first')!;
  return sql`${labResults.collectedAt} >= case when ${labResults.collectedAtPrecision} in ('day', 'month', 'year')
    then ${`${day}T00:00:00.000Z`}::timestamptz else ${moment.toISOString()}::timestamptz end`;
};

const hasTest = (orgId: string, patientId: string, test: string): SQL => sql`(exists (
    select 1 from jsonb_array_elements(${labResults.panels}) p where position(lower(${test}) in lower(p->>'name')) > 0
  ) or lab_results.id in (
    select o.result_id from lab_observations o where o.org_id = ${orgId} and o.patient_id = ${patientId}
      and (o.test_key = ${test} or position(lower(${test}) in lower(o.name)) > 0)
  ))`;

const COLLECTED = collectionTime(labResults.collectedAt);

/** Reports that need no review sort after those that do. */
function beyond(isUrgent: boolean, after: CursorValue[]): SQL {
  const [collectedAt, id] = after.slice(-2) as [string | null, string];
  if (!isUrgent)
    return sql`(${COLLECTED}, ${labResults.id}) < (${collectedAt ?? '-infinity'}::timestamptz, ${id}::uuid)`;
  const older = olderThan(collectedAt, id);
  const rank = after[0] as number | null;
  if (rank === null) return sql`(${labResults.inboxRank} is null and ${older})`;
  return sql`(${labResults.inboxRank} > ${rank} or ${labResults.inboxRank} is null or (${labResults.inboxRank} = ${rank} and ${older}))`;
}

/** A report without a collection time sorts as the oldest. */
function olderThan(collectedAt: string | null, id: string): SQL {
  if (collectedAt === null)
    return sql`(${labResults.collectedAt} is null and ${labResults.id} < ${id}::uuid)`;
  return sql`((${labResults.collectedAt}, ${labResults.id}) < (${collectedAt}::timestamptz, ${id}::uuid) or ${labResults.collectedAt} is null)`;
}

interface Counts {
  counts: {
    observations: number;
    abnormal: number;
    worst: { code: string | null; source: 'lab' | 'computed' | null } | null;
    values: SevereValue[];
  };
}

function present(row: ResultRow & Counts): LabResultSummary {
  return {
    id: showId('lab_result', row.id),
    order_id: showIdOrNull('lab_order', row.orderId),
    status: row.status,
    severity: row.severity,
    worst_interpretation: row.counts.worst?.code ?? null,
    worst_interpretation_source: row.counts.worst?.source ?? null,
    version: row.version,
    title: joinTests(row.panels.map((panel) => panel.name)) || 'Laboratory report',
    lab_name: row.lab.name,
    collected_at: row.collectedAt?.toISOString() ?? null,
    collected_at_precision: row.collectedAtPrecision,
    reported_at: row.reportedAt?.toISOString() ?? null,
    reported_at_precision: row.reportedAtPrecision,
    observation_count: row.counts.observations,
    abnormal_count: row.counts.abnormal,
    values: row.counts.values,
    review_status: reviewStatus(row.version, row.reviews),
    waits: row.inboxRank !== null && !(mayOnlyBeSeen(row.status) && row.seen?.version === row.version),
  };
}
