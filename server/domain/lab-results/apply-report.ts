import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { insertInBatches } from '../../db/insert-in-batches';
import { databaseTime } from '../../db/clock';
import {
  documents,
  inboundReports,
  labObservations,
  labResults,
  labResultVersions,
} from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { idTime, newId, readId, showId } from '../../shared/ids';
import type { OrderRow } from '../lab-orders/access';
import type { ChartColumns } from '../patients/access';
import { readLines } from './access';
import { awaitReview, WAITS_FOR_NOBODY } from './await-review';
import { criticalLines, resultEvent, resultEventTypes } from './events';
import { linkParent, mergeReport } from './merge-report';
import { pendingTests } from './pending-tests';
import { presentResult } from './present';
import type { StoredPanelHead } from '../../db/schema/types';
import {
  readPanels,
  reportKeyOf,
  reportStatus,
  type LabReport,
  type ObservationRow,
  type OrderedTest,
  type Precision,
  type ResultRow,
} from './report';
import type { Change } from './report-changes';
import { worstSeverity } from './rules';

/** Creates a report, or applies a new version to the stored one. The caller holds the locks. */

export interface Applied {
  row: ResultRow;
  /** `unclear`: the report may be older or newer than the stored one; nothing was written, and a user must decide. */
  outcome: 'created' | 'updated' | 'unchanged' | 'stale' | 'unclear';
  /** Parts were older than the stored ones, differed from them and were left out. */
  stale: boolean;
  /** Names only. */
  changedFields: string[];
}

export interface AnsweredOrder {
  row: OrderRow;
  items: readonly OrderedTest[];
}

export interface StoredReport {
  row: ResultRow;
  lines: ObservationRow[];
}

const at = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);

/** Columns of the report itself; missing fields keep the value of the earlier version. */
function facts(report: LabReport, order: AnsweredOrder | null): Partial<ResultRow> {
  const given: Partial<ResultRow> = {
    orderId: order?.row.id,
    accessionNumber: report.accession_number ?? undefined,
    specimens: report.specimens,
    collectedAt: at(report.collected_at) ?? undefined,
    collectedAtPrecision: report.collected_at ? report.collected_at_precision : undefined,
    notes: report.notes,
    documentIds: report.document_ids,
    pendingTests: report.pending_tests ?? (report.status === 'partial' ? undefined : []),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const exactness = (report: LabReport, time: 'received_at' | 'reported_at'): Precision =>
  report[time] ? (report[`${time}_precision`] ?? null) : null;

type Times = Partial<ResultRow>;

const received = (report: LabReport, stored: ResultRow): Times => ({
  receivedAt: at(report.received_at) ?? stored.receivedAt,
  receivedAtPrecision: report.received_at ? exactness(report, 'received_at') : stored.receivedAtPrecision,
});

function reported(report: LabReport, stored: ResultRow): Times {
  const reportedAt = at(report.reported_at);
  const newer = reportedAt !== null && (stored.reportedAt === null || reportedAt > stored.reportedAt);
  return newer ? { reportedAt, reportedAtPrecision: exactness(report, 'reported_at') } : {};
}

const computed = (lines: readonly ObservationRow[]): boolean =>
  lines.some((line) => line.interpretationSource === 'computed');

export function newReport(
  ctx: Context,
  report: LabReport,
  chart: ChartColumns,
  order: AnsweredOrder | null,
): { row: ResultRow; lines: ObservationRow[] } {
  const { orgId } = ctx.actor;
  const { patientId } = chart;
  const id = newId();
  const now = idTime(id);
  const panels = readPanels(report, { orgId, resultId: id, patientId });
  const heads = panels.map(({ head }) => head);
  const lines = panels
    .flatMap((panel) => panel.lines.map(({ row }) => row))
    .map((row, position) => ({ ...row, position }));
  for (const panel of panels) linkParent(panel, lines, (uuid) => showId('observation', uuid));
  const pending = report.waiting
    ? pendingTests(report.waiting, order?.items ?? [], heads)
    : (report.pending_tests ?? []);
  const row: ResultRow = {
    orgId,
    id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    createdBy: actorName(ctx.actor),
    orderId: order?.row.id ?? null,
    patientId,
    // A report stays with its order, also when a merge is undone.
    addressedPatientId: (order?.row ?? chart).addressedPatientId,
    status: reportStatus(report.status, heads, lines, pending),
    lab: report.lab,
    accessionNumber: report.accession_number ?? null,
    fillerOrderNumber: report.filler_order_number,
    reportKey: reportKeyOf(report),
    specimens: report.specimens ?? [],
    collectedAt: at(report.collected_at),
    collectedAtPrecision: report.collected_at ? report.collected_at_precision : null,
    receivedAt: at(report.received_at),
    receivedAtPrecision: exactness(report, 'received_at'),
    reportedAt: at(report.reported_at),
    reportedAtPrecision: exactness(report, 'reported_at'),
    issuedAt: now,
    severity: worstSeverity(lines),
    panels: heads,
    notes: report.notes ?? [],
    documentIds: report.document_ids ?? [],
    pendingTests: pending,
    reviews: (report.reviews ?? []).map((review) => ({ ...review, version: 1 })),
    corrections: [],
    source: report.source,
    historical: report.historical,
    computedFlagsPresent: computed(lines),
    ...WAITS_FOR_NOBODY,
    sequence: 0,
  };
  return { row, lines };
}

export async function insertReport(
  tx: Tx,
  ctx: Context,
  report: LabReport,
  chart: ChartColumns,
  order: AnsweredOrder | null,
): Promise<Applied> {
  return insertResult(tx, ctx, newReport(ctx, report, chart, order), report.provider_id);
}

export async function insertResult(
  tx: Tx,
  ctx: Context,
  { row, lines }: { row: ResultRow; lines: ObservationRow[] },
  providerId: string | null = null,
): Promise<Applied> {
  const critical = criticalLines(lines);
  const types = row.historical ? [] : resultEventTypes(null, { status: row.status, critical });
  row.sequence = types.length;
  const alarms = { alarming: critical.size > 0, now: row.createdAt };
  const waiting = await awaitReview(tx, ctx, null, { ...row, providerId }, alarms);
  Object.assign(row, waiting);
  const [written] = await tx
    .insert(labResults)
    .values({ ...row, updatedAt: databaseTime })
    .returning({ updatedAt: labResults.updatedAt });
  row.updatedAt = written!.updatedAt;
  await insertInBatches(tx, labObservations, lines);
  for (const [index, type] of types.entries())
    await emit(tx, ctx, resultEvent(type, row, index, types.length, { fields: [], previousStatus: null }));
  return { row, outcome: 'created', stale: false, changedFields: [] };
}

/** Whether a line became critical, or a critical value changed, which requires a new acknowledgment. */
function alarming(
  changes: readonly Change[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): boolean {
  const changed = new Set(
    changes.flatMap(({ observation_id, field }) =>
      observation_id !== null && (field === 'value_text' || field === 'unit')
        ? [readId('observation', observation_id)]
        : [],
    ),
  );
  return [...after].some((id) => !before.has(id) || changed.has(id));
}

/** @throws DomainError `invalid_state` if the report or its order belongs to another patient */
export async function updateReport(
  tx: Tx,
  ctx: Context,
  known: StoredReport,
  report: LabReport,
  patientId: string,
  order: AnsweredOrder | null,
): Promise<Applied> {
  const { row: stored, lines: before } = known;
  if (stored.patientId !== patientId)
    throw new DomainError('invalid_state', 'The laboratory filed this report for another patient.');
  if (order && stored.orderId !== null && stored.orderId !== order.row.id)
    throw new DomainError('invalid_state', 'The report belongs to another order.');
  const merged = mergeReport({
    stored,
    rows: before,
    report,
    incoming: readPanels(report, { orgId: stored.orgId, resultId: stored.id, patientId }),
    facts: facts(report, order),
    ordered: order?.items ?? [],
    showObservation: (id) => showId('observation', id),
    panelUuid: (shown) => readId('panel', shown)!,
  });
  const { stale } = merged;
  if (merged.unclear && report.when_unclear === 'conflict')
    return { row: stored, outcome: 'unclear', stale, changedFields: [] };
  if (merged.changes.length === 0) {
    await keepTimes(tx, stored, merged.panels);
    return { row: stored, outcome: stale ? 'stale' : 'unchanged', stale, changedFields: [] };
  }

  const now = new Date();
  const wasCritical = criticalLines(before);
  const critical = criticalLines(merged.lines);
  const types = report.historical
    ? []
    : resultEventTypes({ status: stored.status, critical: wasCritical }, { status: merged.status, critical });
  await tx.insert(labResultVersions).values({
    orgId: stored.orgId,
    resultId: stored.id,
    version: stored.version,
    // As displayed until now, with the previous values of that time.
    snapshot: presentResult(stored, await readLines(tx, ctx, stored)),
    replacedAt: now,
  });
  const correction = {
    version: stored.version + 1,
    at: now.toISOString(),
    reason: null,
    changes: merged.changes,
  };
  const severity = worstSeverity(merged.lines);
  const historical = stored.historical && report.historical;
  const waiting = await awaitReview(
    tx,
    ctx,
    stored,
    {
      ...stored,
      ...merged.facts,
      version: stored.version + 1,
      status: merged.status,
      severity,
      historical,
      providerId: report.provider_id ?? null,
    },
    { alarming: alarming(merged.changes, wasCritical, critical), now },
  );
  const [row] = await tx
    .update(labResults)
    .set({
      ...merged.facts,
      ...waiting,
      ...(order ? { addressedPatientId: order.row.addressedPatientId } : {}),
      version: sql`${labResults.version} + 1`,
      sequence: sql`${labResults.sequence} + ${types.length}`,
      updatedAt: databaseTime,
      issuedAt: now,
      status: merged.status,
      severity,
      panels: merged.panels,
      ...received(report, stored),
      ...reported(report, stored),
      corrections: [...stored.corrections, correction],
      source: report.source,
      historical,
      computedFlagsPresent: computed(merged.lines),
    })
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.id, stored.id)))
    .returning();
  if (row!.addressedPatientId !== stored.addressedPatientId) await readdressParts(tx, row!);
  await tx
    .delete(labObservations)
    .where(and(eq(labObservations.orgId, ctx.actor.orgId), eq(labObservations.resultId, stored.id)));
  await insertInBatches(tx, labObservations, merged.lines);
  const fields = [
    ...new Set(
      merged.changes.map(({ observation_id, field }) =>
        observation_id !== null || field.startsWith('panels.') ? 'panels' : field,
      ),
    ),
  ];
  const previousStatus = merged.status === stored.status ? null : stored.status;
  for (const [index, type] of types.entries())
    await emit(tx, ctx, resultEvent(type, row!, index, types.length, { fields, previousStatus }));
  return { row: row!, outcome: 'updated', stale, changedFields: fields };
}

/** A report that an order claims later takes its files and messages along. */
async function readdressParts(
  tx: Tx,
  { orgId, id, addressedPatientId }: Pick<ResultRow, 'orgId' | 'id' | 'addressedPatientId'>,
): Promise<void> {
  await tx
    .update(documents)
    .set({ addressedPatientId })
    .where(and(eq(documents.orgId, orgId), eq(documents.resultId, id)));
  await tx
    .update(inboundReports)
    .set({ addressedPatientId })
    .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.resultId, id)));
}

/**
 * For a repeated report: no version and no event, but the times advance, so that a message sent in between is
 * recognized as older.
 */
async function keepTimes(tx: Tx, stored: ResultRow, panels: StoredPanelHead[]): Promise<void> {
  if (isDeepStrictEqual(panels, stored.panels)) return;
  await tx
    .update(labResults)
    .set({ panels })
    .where(and(eq(labResults.orgId, stored.orgId), eq(labResults.id, stored.id)));
}
