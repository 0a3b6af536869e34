import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { labObservations, labResults } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { PanelHead } from '../../data-types/lab-result';
import { LOINC_SYSTEM, type CodeSearch } from '../../shared/code-search';
import type { Context } from '../../shared/context';
import { instantIn, rangeIn, type DateSearch } from '../../shared/date-search';
import { anyOf } from '../../shared/list-filters';
import { readId, showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { ofOpenChart } from '../../shared/restricted-charts';
import { perform } from '../../shared/perform';
import { chartIdOf } from '../patients/access';
import { resultsInSight } from './access';
import type { LabResult, Observation } from './contract';
import { isPanel } from './fhir-search';
import { presentShown, addLines } from './present';

/** UUID of a line, or `pnl_…` and the UUID of its report. */
export interface ObservationId {
  id: string;
  resultId?: string;
}

/** Each list: one of its entries must match. */
export interface ObservationSearch {
  limit: number;
  cursor?: string | undefined;
  /** `pat_…`; required unless `ids` are given, because only the index of a patient finds lines by their codes. */
  patient_id?: string | undefined;
  ids?: ObservationId[][] | undefined;
  statuses?: { lines: Observation['status'][]; panels: LabResult['status'][] } | undefined;
  codes?: CodeSearch[][] | undefined;
  observed?: DateSearch[] | undefined;
  updated?: DateSearch[] | undefined;
}

/** A line with its report, or a panel with the IDs of its lines. */
export interface FiledObservation {
  /** Without lines. */
  report: LabResult;
  panel: PanelHead;
  line: Observation | null;
  /** `obs_…`, of a panel */
  members: string[];
}

interface Found extends Record<string, unknown> {
  /** UUID of a line, `pnl_…` of a panel. */
  id: string;
  result_id: string;
  is_panel: boolean;
  /** Position in the report, descending: panels, then lines. */
  place: number;
}

const FIRST_PANEL = 100_000_000;

const READ = { scope: 'labs:read', replica: true } as const;

/** Lists panels and lines of reports, newest report first. @throws DomainError `invalid_cursor` */
export function listObservations(ctx: Context, input: ObservationSearch): Promise<ObservationPage> {
  return perform(ctx, { action: 'list_observations', kind: 'list', ...READ }, async (tx) => {
    const { data, next_cursor, patientIds } = await readObservations(tx, ctx, input);
    return {
      output: { data, next_cursor },
      audit: { objectKind: 'lab_result', patientIds, detail: { count: data.length } },
    };
  });
}

interface ObservationPage {
  data: FiledObservation[];
  next_cursor: string | null;
}

export async function readObservations(
  tx: Tx,
  ctx: Context,
  input: ObservationSearch,
): Promise<ObservationPage & { patientIds: string[] }> {
  const page = openPage<Found>(ctx, 'observations', input);
  const patientId = input.patient_id === undefined ? null : await chartIdOf(tx, ctx, input.patient_id);
  const after = page.after
    ? sql`(f.result_id, f.place, f.id) < (${page.after[0]}::uuid, ${page.after[1]}::int, ${page.after[2]}::text)`
    : sql`true`;
  const { rows } = await tx.execute<Found>(sql`select f.* from (
      select o.id::text as id, o.result_id, false as is_panel, -o.position as place from lab_observations o
      join lab_results on lab_results.org_id = o.org_id and lab_results.id = o.result_id
      where o.org_id = ${ctx.actor.orgId} and ${lineConditions(ctx, input, patientId)}
      union all
      select p ->> 'id', lab_results.id, true, ${FIRST_PANEL}::int - n::int
      from lab_results, jsonb_array_elements(lab_results.panels) with ordinality as panels(p, n)
      where ${panelConditions(ctx, input, patientId)}
    ) f where ${after} order by f.result_id desc, f.place desc, f.id desc limit ${page.limit + 1}`);
  const { data, next_cursor } = page.close(
    rows,
    ({ result_id, place, id }) => [result_id, place, id],
    (row) => row,
  );
  const found = await complete(tx, ctx, data);
  return {
    data: found.map(({ filed }) => filed),
    next_cursor,
    patientIds: found.map(({ patientId: id }) => id),
  };
}

const common = (ctx: Context, input: ObservationSearch): (SQL | undefined)[] => [
  resultsInSight(ctx),
  ofOpenChart(ctx, labResults.patientId),
  ...(input.updated ?? []).map((search) => instantIn(labResults.updatedAt, search)),
];

function lineConditions(ctx: Context, input: ObservationSearch, patientId: string | null): SQL {
  const isLine = ({ system, code }: CodeSearch): SQL => {
    // The index of a patient's tests.
    const loinc = sql`(o.test_key = ${code} and o.loinc = ${code})`;
    if (system === LOINC_SYSTEM) return loinc;
    if (system === undefined)
      return sql`(${loinc} or o.code = ${code} or o.alternate_code ->> 'code' = ${code})`;
    const of = system === null ? sql`is null` : sql`= ${system}`;
    return sql`(o.code = ${code} and o.code_system ${of} or o.alternate_code ->> 'code' = ${code} and o.alternate_code ->> 'system' ${of})`;
  };
  return and(
    // Of both tables, for their indexes.
    patientId === null
      ? undefined
      : sql`o.patient_id = ${patientId}::uuid and ${labResults.patientId} = ${patientId}::uuid`,
    ...anyOf(input.ids, (ids) =>
      within(
        sql`o.id`,
        ids.flatMap(({ id, resultId }) => (resultId ? [] : [id])),
      ),
    ),
    input.statuses ? within(sql`o.status`, input.statuses.lines) : undefined,
    ...anyOf(input.codes, (codes) => sql`(${sql.join(codes.map(isLine), sql` or `)})`),
    ...(input.observed ?? []).map((search) =>
      rangeIn(sql`o.observed_at`, sql`o.observed_at_precision`, search),
    ),
    ...common(ctx, input),
  )!;
}

function panelConditions(ctx: Context, input: ObservationSearch, patientId: string | null): SQL {
  const isNamed = (ids: ObservationId[]): SQL => {
    const panels = ids.filter(({ resultId }) => resultId !== undefined);
    return and(
      within(
        labResults.id,
        panels.map(({ resultId }) => resultId!),
      ),
      within(
        sql`p ->> 'id'`,
        panels.map(({ id }) => id),
      ),
    )!;
  };
  return and(
    patientId === null ? undefined : sql`${labResults.patientId} = ${patientId}::uuid`,
    ...anyOf(input.ids, isNamed),
    input.statuses ? within(sql`p ->> 'status'`, input.statuses.panels) : undefined,
    ...anyOf(input.codes, (codes) => sql`(${sql.join(codes.map(isPanel), sql` or `)})`),
    ...(input.observed ?? []).map((search) =>
      rangeIn(labResults.collectedAt, labResults.collectedAtPrecision, search),
    ),
    ...common(ctx, input),
  )!;
}

const within = (column: SQLWrapper, values: readonly string[]): SQL =>
  values.length === 0
    ? sql`false`
    : sql`${column} in (${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )})`;

/** In the order of `found`. */
async function complete(
  tx: Tx,
  ctx: Context,
  found: readonly Found[],
): Promise<{ filed: FiledObservation; patientId: string }[]> {
  if (found.length === 0) return [];
  const { orgId } = ctx.actor;
  const [panels, lines] = [found.filter((row) => row.is_panel), found.filter((row) => !row.is_panel)];
  const reports = await tx
    .select()
    .from(labResults)
    .where(and(eq(labResults.orgId, orgId), inArray(labResults.id, [...reportsOf(found)])));
  const lineRows = await tx
    .select()
    .from(labObservations)
    .where(
      and(
        eq(labObservations.orgId, orgId),
        within(
          labObservations.id,
          lines.map(({ id }) => id),
        ),
      ),
    );
  const members = await tx
    .select({ id: labObservations.id, panelId: labObservations.panelId })
    .from(labObservations)
    .where(
      and(
        eq(labObservations.orgId, orgId),
        within(labObservations.resultId, [...reportsOf(panels)]),
        within(
          labObservations.panelId,
          panels.flatMap(({ id }) => readId('panel', id) ?? []),
        ),
      ),
    )
    .orderBy(labObservations.position, labObservations.id);
  const reportById = new Map(
    reports.map((row) => [row.id, { patientId: row.patientId, report: presentShown(row, new Map()) }]),
  );
  const lineById = new Map(lineRows.map((row) => [row.id, row]));
  return found.flatMap(({ id, result_id, is_panel }) => {
    const of = reportById.get(result_id);
    const line = lineById.get(id);
    const panelId = is_panel ? id : line && showId('panel', line.panelId);
    const panel = of?.report.panels.find((one) => one.id === panelId);
    // Corrected between the statements: the line is gone.
    if (!of || !panel) return [];
    const { observations: _, ...head } = panel;
    const filed: FiledObservation = {
      report: of.report,
      panel: head,
      line: line ? addLines(new Map(), [line]).get(line.panelId)![0]! : null,
      members: members.flatMap((one) =>
        showId('panel', one.panelId) === id ? [showId('observation', one.id)] : [],
      ),
    };
    return [{ patientId: of.patientId, filed }];
  });
}

const reportsOf = (found: readonly Found[]): Set<string> => new Set(found.map((row) => row.result_id));
