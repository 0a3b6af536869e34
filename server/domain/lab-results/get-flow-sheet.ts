import { and, eq, gt, gte, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { catalogTests, labObservations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform, type Done } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findPatient } from '../patients/access';
import type { FlowSheet, GetFlowSheetInput } from './history-contract';
import {
  grouped,
  ofPatient,
  panelsOfPatient,
  presentSeries,
  presentValue,
  readHistory,
  seriesKey,
  type HistoryLine,
  type PatientPanel,
} from './history';
import { isDateOnly } from './rules';

/** More than a user reads at once; the response indicates if there are more. */
const MOST_LINES = 6_000;
/** Earlier than any real time: values without a time are last when paging back. */
const BEFORE_ALL = new Date('0001-01-01T00:00:00.000Z');

const READ = { scope: 'labs:read', replica: true } as const;

/**
 * Portal: one patient's values, tests by times. At most twelve times, the newest up to `until`, oldest first.
 * @throws DomainError `not_found`
 */
export function getFlowSheet(ctx: Context, input: GetFlowSheetInput): Promise<FlowSheet> {
  return perform(ctx, { action: 'get_flow_sheet', kind: 'read', ...READ }, (tx) => readSheet(tx, ctx, input));
}

export async function readSheet(tx: Tx, ctx: Context, input: GetFlowSheetInput): Promise<Done<FlowSheet>> {
  const patient = await findPatient(tx, ctx, input.patient_id);
  const panels = await panelsOfPatient(tx, ctx, patient.id);
  const scope = and(ofPatient(ctx, patient.id), inPanel(ctx, patient.id, panels, input.panel))!;
  const { shown, ...around } = await timesOf(tx, scope, input);
  const lines = shown.length === 0 ? [] : await readHistory(tx, and(scope, within(shown))!, MOST_LINES + 1);
  const cut = lines.length > MOST_LINES;
  // Oldest first, so the limit drops the oldest.
  const kept = cut ? lines.slice(1) : lines;
  const categories = await categoriesOf(tx, ctx, panels);
  return {
    output: {
      ...sheetOf(kept, panels, categories),
      panels: panels.map(({ key, name }) => ({ key, name })),
      ...around,
      cut,
    },
    audit: {
      objectKind: 'patient',
      objectId: patient.id,
      patientIds: [patient.id],
      detail: { values: kept.length },
    },
  };
}

/** The tests of a panel in any report: a glucose value belongs to every panel that contains glucose. */
export function inPanel(
  ctx: Context,
  patientId: string,
  panels: readonly PatientPanel[],
  key: string | undefined,
): SQL | undefined {
  if (key === undefined) return undefined;
  const ids = panels.find(({ keys }) => keys.includes(key))?.ids ?? [];
  if (ids.length === 0) return sql`false`;
  return sql`${labObservations.testKey} in (select o.test_key from lab_observations o where o.org_id = ${ctx.actor.orgId} and o.patient_id = ${patientId} and o.panel_id = any(${sql.param(ids)}::uuid[]))`;
}

interface Times {
  shown: (Date | null)[];
  earlier: string | null;
  later: string | null;
  one_later: string | null;
}

/** Newest first; values without a time are the oldest. */
async function timesOf(tx: Tx, scope: SQL, input: GetFlowSheetInput): Promise<Times> {
  const at = labObservations.observedAt;
  const until = input.until === undefined ? null : new Date(input.until);
  const times = (condition: SQL | undefined, order: SQL, limit: number) =>
    tx
      .select({ at })
      .from(labObservations)
      .where(and(scope, condition))
      .groupBy(at)
      .orderBy(order)
      .limit(limit)
      .then((rows) => rows.map((row) => row.at));
  const found = await times(
    until ? or(lte(at, until), isNull(at)) : undefined,
    sql`${at} desc nulls last`,
    input.columns + 1,
  );
  const after = until ? await times(gt(at, until), sql`${at} asc`, input.columns) : [];
  const shown = found.slice(0, input.columns);
  const next = found[input.columns];
  return {
    shown,
    earlier: next === undefined ? null : (next ?? BEFORE_ALL).toISOString(),
    later: after.at(-1)?.toISOString() ?? null,
    one_later: after[0]?.toISOString() ?? null,
  };
}

function within(shown: readonly (Date | null)[]): SQL {
  const known = shown.filter((at) => at !== null);
  const at = labObservations.observedAt;
  const between = known.length > 0 ? and(gte(at, known.at(-1)!), lte(at, known[0]!)) : undefined;
  return or(between, shown.includes(null) ? isNull(at) : undefined)!;
}

type Sheet = Pick<FlowSheet, 'columns' | 'groups'>;

function sheetOf(
  lines: readonly HistoryLine[],
  panels: readonly PatientPanel[],
  categories: ReadonlyMap<string, string>,
): Sheet {
  const columnOf = (line: HistoryLine) =>
    `${line.observedAt?.toISOString()} ${isDateOnly(line.precision) ? line.precision : ''}`;
  const columns = grouped(lines, columnOf);
  const panelOf = new Map(panels.flatMap((panel) => panel.ids.map((id) => [id, panel] as const)));
  // Two units of one test are adjacent rows.
  const places = new Map(lines.map(({ testKey, position }) => [testKey, position]));
  const rows = [...grouped(lines, seriesKey).values()].map((ofSeries) => {
    const newest = ofSeries.at(-1)!;
    const ranged = ofSeries.findLast(({ status }) => status !== 'cancelled') ?? newest;
    const ranges = new Set(
      ofSeries.filter(({ status }) => status !== 'cancelled').map((line) => boundsOf(line.referenceRange)),
    );
    const cells = grouped(ofSeries, columnOf);
    return {
      newest,
      place: places.get(newest.testKey)!,
      panel: panelOf.get(newest.panelId),
      row: {
        ...presentSeries(newest),
        reference_range: ranged.referenceRange,
        ranges_differ: ranges.size > 1,
        cells: [...columns.keys()].map((column) => (cells.get(column) ?? []).map(presentValue)),
      },
    };
  });
  const groups = [...grouped(rows, ({ panel }) => panel?.key ?? '').values()].map((group) => ({
    name: group[0]!.panel?.name ?? 'Other tests',
    // Panels without a catalog entry come last.
    category:
      group[0]!.panel?.keys.map((key) => categories.get(key)).find((known) => known !== undefined) ??
      '\uffff',
    rows: group.sort(byPlace).map(({ row }) => row),
  }));
  groups.sort((a, b) => a.category.localeCompare(b.category, 'en') || a.name.localeCompare(b.name, 'en'));
  return {
    columns: [...columns.values()].map((ofColumn) => ({
      observed_at: ofColumn[0]!.observedAt?.toISOString() ?? null,
      precision: ofColumn[0]!.precision,
      result_ids: [...new Set(ofColumn.map(({ resultId }) => showId('lab_result', resultId)))],
    })),
    groups: groups.map(({ name, rows: ofGroup }) => ({ name, rows: ofGroup })),
  };
}

interface Placed {
  newest: HistoryLine;
  place: number;
}

/** In the order of the newest report; of two units of one test, the most recently used is first. */
const byPlace = ({ newest: a, place }: Placed, { newest: b, place: other }: Placed): number =>
  place - other ||
  (a.testKey < b.testKey ? -1 : a.testKey > b.testKey ? 1 : 0) ||
  (b.observedAt?.getTime() ?? 0) - (a.observedAt?.getTime() ?? 0);

/** Normalizes different notations of the same bounds. */
const boundsOf = (range: HistoryLine['referenceRange']): string =>
  range && (range.low !== null || range.high !== null) ? `${range.low} ${range.high}` : (range?.text ?? '');

async function categoriesOf(
  tx: Tx,
  ctx: Context,
  panels: readonly PatientPanel[],
): Promise<Map<string, string>> {
  const keys = panels.flatMap(({ keys: ofPanel }) => ofPanel);
  if (keys.length === 0) return new Map();
  const found = await tx
    .select({ code: catalogTests.code, loinc: catalogTests.loinc, category: catalogTests.category })
    .from(catalogTests)
    .where(
      and(
        eq(catalogTests.orgId, ctx.actor.orgId),
        or(inArray(catalogTests.loinc, keys), inArray(catalogTests.code, keys)),
      ),
    );
  return new Map(
    found.flatMap(({ code, loinc, category }) => [code, loinc ?? code].map((key) => [key, category])),
  );
}
