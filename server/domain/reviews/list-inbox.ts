import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { labObservations, labOrders, labResults, patients, reviewEntries } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { previousOf } from '../lab-results/access';
import { isAbnormal, isWithdrawn, MOST_VALUES } from '../lab-results/rules';
import { openPage } from '../../shared/paging';
import { presentIdentity } from '../patients/present';
import { WORK_INBOX, type ReportRow } from './access';
import type { InboxItem, InboxList, ListInboxInput } from './contract';
import {
  countKinds,
  countLists,
  countOpen,
  filterOf,
  isCritical,
  listsOf,
  markOf,
  MOST_OVERDUE_FIRST,
  ofPatient,
  openOf,
  overdueAfter,
} from './inbox-query';
import { titleOf } from './present';
import { COUNTED, groupOfRank, MOST_PINNED, rankOf, whyNotPlain } from './rules';

const OPERATION = {
  action: 'list_inbox',
  kind: 'list',
  ...WORK_INBOX,
  restrictedCharts: 'initials',
} as const;

/**
 * Lists unsigned reports, most severe first: critical ones by the time unsigned, the most overdue first, others most
 * recently collected first. One's own with those of covered users, unassigned ones, or all; optionally filtered by kind
 * and age, with the number of each kind. The first critical reports are included whatever the filter.
 * @throws DomainError `invalid_cursor`
 */
export function listInbox(ctx: Context, input: ListInboxInput): Promise<InboxList> {
  return perform(ctx, OPERATION, async (tx) => {
    const now = new Date();
    const lists = await listsOf(tx, ctx, now);
    const scope = lists.which[input.scope];
    const asked = filterOf(input, now);
    const page = openPage<Row>(ctx, 'inbox_critical_first', input);
    const after = page.after ? lastOf(page.after) : null;
    const most = page.limit + 1;
    const none = Promise.resolve([]);
    const ofCritical = (which: SQL | undefined, limit: number) =>
      rowsOf(tx, ctx, and(scope, isCritical, which), MOST_OVERDUE_FIRST, limit);
    const [critical, others, left] = await together(
      (input.kind ?? 'critical') === 'critical' && (after?.isCritical ?? true)
        ? ofCritical(and(asked, after ? overdueAfter(after.time, after.id) : undefined), most)
        : none,
      input.kind === 'critical'
        ? none
        : rowsOf(
            tx,
            ctx,
            and(scope, asked, isLess, after && !after.isCritical ? beyond(after) : undefined),
            MOST_RECENT_FIRST,
            most,
          ),
      // A list that starts with all critical reports needs no further read.
      asked || after ? ofCritical(undefined, MOST_PINNED) : Promise.resolve(null),
    );
    const rows = [...critical, ...others].slice(0, most);
    const pinned =
      left ?? rows.filter(({ report }) => report.inboxRank === rankOf('critical')).slice(0, MOST_PINNED);
    const read = [...rows, ...(left ?? [])];
    const [lines, names, counts, kinds, criticals, mark, last, closed] = await together(
      linesOf(tx, ctx, read),
      namesOfPeople(
        tx,
        ctx,
        read.map(({ report }) => showIdOrNull('user', report.reviewerId)),
      ),
      countLists(tx, ctx, lists),
      countKinds(tx, ctx, and(scope, filterOf({ age: input.age }, now))),
      input.age ? countOpen(tx, ctx, and(scope, isCritical)) : Promise.resolve(null),
      markOf(tx, ctx, scope),
      lastSigned(tx, ctx),
      closedCharts(
        tx,
        ctx,
        read.map(({ patient }) => patient.id),
      ),
    );
    const values = await valuesOf(tx, ctx, read, lines);
    const shown = (row: Row) => present(row, lines.get(row.report.id) ?? [], values, names, closed);
    const list = page.close(
      rows,
      ({ report }) => [report.inboxRank, timeOf(report)?.toISOString() ?? null, report.id],
      shown,
    );
    return {
      output: {
        ...list,
        scope: input.scope,
        counts,
        kinds,
        matching: matchingOf(kinds, input),
        pinned: pinned.map(shown),
        critical: criticals ?? kinds.critical,
        as_of: now.toISOString(),
        mark,
        last_signed_at: last,
      },
      audit: {
        objectKind: 'lab_result',
        patientIds: [...rows.slice(0, page.limit), ...pinned].map(({ patient }) => patient.id),
        detail: { scope: input.scope, kind: input.kind, age: input.age, count: list.data.length },
      },
    };
  });
}

/** Up to `COUNTED` + 1. */
const matchingOf = (kinds: InboxList['kinds'], { kind }: Pick<ListInboxInput, 'kind'>): number =>
  kind
    ? kinds[kind]
    : Math.min(
        COUNTED + 1,
        Object.values(kinds).reduce((sum, count) => sum + count, 0),
      );

const CRITICAL = rankOf('critical');
const isLess = gt(labResults.inboxRank, CRITICAL);
const MOST_RECENT_FIRST = [
  asc(labResults.inboxRank),
  sql`${labResults.collectedAt} desc nulls last`,
  sql`${labResults.id} desc nulls last`,
];

const rowsOf = (tx: Tx, ctx: Context, which: SQL | undefined, order: SQL[], limit: number): Promise<Row[]> =>
  tx
    .select({ report: labResults, patient: patients, orderedAt: labOrders.createdAt })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .leftJoin(labOrders, and(eq(labOrders.orgId, labResults.orgId), eq(labOrders.id, labResults.orderId)))
    .where(and(openOf(ctx), which))
    .orderBy(...order)
    .limit(limit);

interface Row {
  report: ReportRow;
  patient: typeof patients.$inferSelect;
  orderedAt: Date | null;
}

/** By which a report is listed within its group. */
const timeOf = (report: ReportRow): Date | null =>
  report.inboxRank === CRITICAL ? report.criticalSince : report.collectedAt;

/** The last report of the page before. */
interface Last {
  rank: number;
  isCritical: boolean;
  time: string | null;
  id: string;
}

function lastOf([rank, time, id]: readonly unknown[]): Last {
  return {
    rank: rank as number,
    isCritical: rank === CRITICAL,
    time: time as string | null,
    id: id as string,
  };
}

/** A report without a collection time is the last of its group. */
function beyond({ rank, time, id }: Last): SQL {
  const within =
    time === null
      ? sql`(${labResults.collectedAt} is null and ${labResults.id} < ${id}::uuid)`
      : sql`((${labResults.collectedAt}, ${labResults.id}) < (${time}::timestamptz, ${id}::uuid) or ${labResults.collectedAt} is null)`;
  return sql`(${labResults.inboxRank} > ${rank} or (${labResults.inboxRank} = ${rank} and ${within}))`;
}

type Line = Awaited<ReturnType<typeof readLines>>[number];

const readLines = (tx: Tx, ctx: Context, ids: string[]) =>
  tx
    .select({
      id: labObservations.id,
      resultId: labObservations.resultId,
      severity: labObservations.severity,
      status: labObservations.status,
      interpretation: labObservations.interpretation,
      interpretationSource: labObservations.interpretationSource,
      notes: labObservations.notes,
      name: labObservations.name,
      valueText: labObservations.valueText,
      unit: labObservations.unit,
    })
    .from(labObservations)
    .where(and(eq(labObservations.orgId, ctx.actor.orgId), inArray(labObservations.resultId, ids)))
    .orderBy(asc(labObservations.resultId), asc(labObservations.position));

async function linesOf(tx: Tx, ctx: Context, rows: readonly Row[]): Promise<Map<string, Line[]>> {
  const byReport = new Map<string, Line[]>(rows.map(({ report }) => [report.id, []]));
  if (rows.length === 0) return byReport;
  for (const line of await readLines(tx, ctx, [...byReport.keys()])) byReport.get(line.resultId)!.push(line);
  return byReport;
}

type Values = Map<string, InboxItem['values']>;

/** The values to show of each report. */
async function valuesOf(
  tx: Tx,
  ctx: Context,
  rows: readonly Row[],
  lines: ReadonlyMap<string, Line[]>,
): Promise<Values> {
  const reports = new Map(rows.map(({ report }) => [report.id, report]));
  const chosen = [...reports.values()].flatMap((report) => chosenLines(report, lines.get(report.id) ?? []));
  if (chosen.length === 0) return new Map();
  const ofReport = sql`(select r.lab_id from lab_results r where r.org_id = ${ctx.actor.orgId} and r.id = lab_observations.result_id)`;
  const found = await tx
    .select({
      id: labObservations.id,
      name: labObservations.name,
      value_text: labObservations.valueText,
      value_number: labObservations.valueNumber,
      comparator: labObservations.comparator,
      unit: labObservations.unit,
      severity: labObservations.severity,
      status: labObservations.status,
      interpretation: labObservations.interpretation,
      interpretation_source: labObservations.interpretationSource,
      previous: previousOf(sql`${ctx.actor.orgId}`, ofReport).as('previous'),
    })
    .from(labObservations)
    .where(
      and(
        eq(labObservations.orgId, ctx.actor.orgId),
        inArray(
          labObservations.id,
          chosen.map(({ id }) => id),
        ),
      ),
    );
  const byId = new Map(
    found.map(({ id, previous, ...value }) => [id, { ...value, previous: previous?.text ?? null }]),
  );
  const values: Values = new Map();
  for (const { id, resultId } of chosen) {
    const value = byId.get(id);
    if (value) values.set(resultId, [...(values.get(resultId) ?? []), value]);
  }
  return values;
}

const mostSevere = (lines: readonly Line[]): Line[] =>
  (['critical', 'abnormal'] as const)
    .flatMap((severity) => lines.filter((line) => line.severity === severity && !isWithdrawn(line.status)))
    .slice(0, MOST_VALUES);

/** Of a corrected report without a flag, its values: they may end an alarm. */
function chosenLines({ status, severity }: ReportRow, lines: readonly Line[]): Line[] {
  if (status !== 'corrected' || severity !== 'unknown') return mostSevere(lines);
  const unflagged = lines.filter((line) => line.severity === 'unknown' && !isWithdrawn(line.status));
  const corrected = unflagged.filter((line) => line.status === 'corrected');
  return (corrected.length > 0 ? corrected : unflagged).slice(0, MOST_VALUES);
}

async function lastSigned(tx: Tx, ctx: Context): Promise<string | null> {
  const [row] = await tx
    .select({ at: reviewEntries.at })
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, ctx.actor.orgId),
        eq(reviewEntries.by, actorName(ctx.actor)),
        eq(reviewEntries.act, 'signed'),
      ),
    )
    .orderBy(desc(reviewEntries.id))
    .limit(1);
  return row?.at.toISOString() ?? null;
}

function present(
  { report, patient, orderedAt }: Row,
  lines: readonly Line[],
  values: Values,
  names: ReadonlyMap<string, string>,
  closed: ReadonlySet<string>,
): InboxItem {
  const counting = lines.filter(({ status }) => !isWithdrawn(status));
  const asSevere = counting.filter(({ severity }) => severity === report.severity);
  const worst = asSevere.find(({ interpretation }) => interpretation !== null) ?? asSevere[0];
  const reviewer = showIdOrNull('user', report.reviewerId);
  const isClosed = closed.has(patient.id);
  const whyAlone = isClosed ? 'restricted' : whyNotPlain(report, lines);
  // Of a restricted chart, only what is needed to act on a critical value.
  const shown = isClosed && report.severity !== 'critical' ? [] : (values.get(report.id) ?? []);
  return {
    id: showId('lab_result', report.id),
    version: report.version,
    group: groupOfRank(report.inboxRank!),
    status: report.status,
    severity: report.severity,
    worst_interpretation: worst?.interpretation ?? null,
    worst_interpretation_source: worst?.interpretationSource ?? null,
    title: titleOf(report),
    lab_name: report.lab.name,
    collected_at: report.collectedAt?.toISOString() ?? null,
    collected_at_precision: report.collectedAtPrecision,
    received_at: report.receivedAt?.toISOString() ?? null,
    critical_since: report.criticalSince?.toISOString() ?? null,
    ordered_at: orderedAt?.toISOString() ?? null,
    values: shown.map((value) => (isClosed ? { ...value, previous: null } : value)),
    lines:
      whyAlone === null
        ? lines.map(({ name, valueText, unit }) => ({ name, value_text: valueText, unit }))
        : [],
    panels: report.panels.map(({ name }) => name),
    pending_tests: report.pendingTests,
    observation_count: lines.length,
    abnormal_count: counting.filter(({ severity }) => isAbnormal(severity)).length,
    patient: presentIdentity(patient, closed),
    reviewer: reviewer && names.has(reviewer) ? { id: reviewer, name: names.get(reviewer)! } : null,
    seen: report.seen?.version === report.version,
    escalated: report.criticalEscalatedAt !== null,
    why_alone: whyAlone,
  };
}
