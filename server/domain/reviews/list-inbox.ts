import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { labObservations, labOrders, labResults, patients, reviewEntries } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import { previousOf } from '../lab-results/access';
import { isAbnormal, isWithdrawn } from '../lab-results/rules';
import { openPage } from '../../shared/paging';
import { presentPatient } from '../patients/present';
import { SIGN, type ReportRow } from './access';
import type { InboxItem, InboxList, ListInboxInput } from './contract';
import { countLists, countOpen, filterOf, listsOf, markOf, ofPatient, openOf } from './inbox-query';
import { titleOf } from './present';
import { groupOfRank, MOST_VALUES, whyNotPlain } from './rules';

/**
 * Lists unsigned reports, most severe first, then most recently collected first: one's own with those of covered users,
 * unassigned ones, or all; optionally filtered by kind and age, with the number left out.
 * @throws DomainError `invalid_cursor`
 */
export function listInbox(ctx: Context, input: ListInboxInput): Promise<InboxList> {
  return perform(ctx, { action: 'list_inbox', kind: 'list', ...SIGN }, async (tx) => {
    const now = new Date();
    const lists = await listsOf(tx, ctx, now);
    const { which } = lists;
    const asked = filterOf(input, now);
    const page = openPage<Row>(ctx, 'inbox', input);
    const [rank, collectedAt, id] = page.after ?? [];
    const after = page.after ? beyond(rank as number, collectedAt as string | null, id as string) : undefined;
    const rows = await tx
      .select({ report: labResults, patient: patients, orderedAt: labOrders.createdAt })
      .from(labResults)
      .innerJoin(patients, ofPatient)
      .leftJoin(labOrders, and(eq(labOrders.orgId, labResults.orgId), eq(labOrders.id, labResults.orderId)))
      .where(and(openOf(ctx), which[input.scope], asked, after))
      .orderBy(
        asc(labResults.inboxRank),
        sql`${labResults.collectedAt} desc nulls last`,
        sql`${labResults.id} desc nulls last`,
      )
      .limit(page.limit + 1);
    const [lines, names, counts, mark, last] = await together(
      linesOf(tx, ctx, rows),
      namesOfPeople(
        tx,
        ctx,
        rows.map(({ report }) => showIdOrNull('user', report.reviewerId)),
      ),
      countLists(tx, ctx, lists),
      markOf(tx, ctx, which[input.scope]),
      lastSigned(tx, ctx),
    );
    const values = await valuesOf(tx, ctx, lines);
    const matching = asked ? await countOpen(tx, ctx, and(which[input.scope], asked)) : counts[input.scope];
    const list = page.close(
      rows,
      ({ report }) => [report.inboxRank, report.collectedAt?.toISOString() ?? null, report.id],
      (row) => present(row, lines.get(row.report.id) ?? [], values, names),
    );
    return {
      output: {
        ...list,
        scope: input.scope,
        counts,
        matching,
        as_of: now.toISOString(),
        mark,
        last_signed_at: last,
      },
      audit: {
        objectKind: 'lab_result',
        patientIds: rows.slice(0, page.limit).map(({ patient }) => patient.id),
        detail: { scope: input.scope, kind: input.kind, age: input.age, count: list.data.length },
      },
    };
  });
}

interface Row {
  report: ReportRow;
  patient: typeof patients.$inferSelect;
  orderedAt: Date | null;
}

/** A report without a collection time is the last of its group. */
function beyond(rank: number, collectedAt: string | null, id: string): SQL {
  const within =
    collectedAt === null
      ? sql`(${labResults.collectedAt} is null and ${labResults.id} < ${id}::uuid)`
      : sql`((${labResults.collectedAt}, ${labResults.id}) < (${collectedAt}::timestamptz, ${id}::uuid) or ${labResults.collectedAt} is null)`;
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
async function valuesOf(tx: Tx, ctx: Context, lines: ReadonlyMap<string, Line[]>): Promise<Values> {
  const chosen = [...lines.values()].flatMap(mostSevere);
  if (chosen.length === 0) return new Map();
  const ofReport = sql`(select r.lab_id from lab_results r where r.org_id = ${ctx.actor.orgId} and r.id = lab_observations.result_id)`;
  const rows = await tx
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
    rows.map(({ id, previous, ...value }) => [id, { ...value, previous: previous?.text ?? null }]),
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
): InboxItem {
  const counting = lines.filter(({ status }) => !isWithdrawn(status));
  const asSevere = counting.filter(({ severity }) => severity === report.severity);
  const worst = asSevere.find(({ interpretation }) => interpretation !== null) ?? asSevere[0];
  const reviewer = showIdOrNull('user', report.reviewerId);
  const { id, name, birth_date, sex, mrn, deceased_at } = presentPatient(patient);
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
    ordered_at: orderedAt?.toISOString() ?? null,
    values: values.get(report.id) ?? [],
    panels: report.panels.map(({ name }) => name),
    pending_tests: report.pendingTests,
    observation_count: lines.length,
    abnormal_count: counting.filter(({ severity }) => isAbnormal(severity)).length,
    patient: { id, name, birth_date, sex, mrn, deceased_at },
    reviewer: reviewer && names.has(reviewer) ? { id: reviewer, name: names.get(reviewer)! } : null,
    seen: report.seen?.version === report.version,
    escalated: report.criticalEscalatedAt !== null,
    why_alone: whyNotPlain(report, lines),
  };
}
