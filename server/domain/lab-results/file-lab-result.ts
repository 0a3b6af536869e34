import { lockThing } from '../../db/locks';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { AuditFacts } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { requireChart, resultsOfOrder, storedLines, storedReports } from './access';
import { checkPanels } from './match-ordered-tests';
import { insertReport, updateReport, type Applied } from './apply-report';
import { advanceOrder, requireOrder } from './order-progress';
import { reportKeyOf, type LabReport, type ResultRow } from './report';

export interface FiledReport {
  /** `res_…` */
  id: string;
  object: 'lab_result';
  version: number;
  status: Applied['row']['status'];
  outcome: Applied['outcome'];
}

/**
 * Files a report: as a new result, as a new version (found by laboratory and filler number), or not at all if the
 * content is equal. Only for the service itself; no user or API key writes results.
 * @throws DomainError `forbidden`, `patient_not_found`, `not_found` (order), `invalid_state` (another patient's)
 */
export async function fileLabResult(ctx: Context, report: LabReport): Promise<FiledReport> {
  assertSystem(ctx);
  return perform(ctx, { action: 'file_lab_result', kind: 'write' }, async (tx) => {
    const applied = await applyReport(tx, ctx, report);
    return { output: presentFiled(applied), audit: auditOf(applied) };
  });
}

const presentFiled = ({ row, outcome }: Applied): FiledReport => ({
  id: showId('lab_result', row.id),
  object: 'lab_result',
  version: row.version,
  status: row.status,
  outcome,
});

/**
 * Like `fileLabResult`, inside a transaction that writes its own audit row.
 * @throws DomainError `patient_not_found`, `not_found` (order), `invalid_state` (another patient's)
 */
export async function applyReport(tx: Tx, ctx: Context, sent: LabReport): Promise<Applied> {
  const chart = await requireChart(tx, ctx, sent.patient_id);
  const { patientId } = chart;
  await lockReportKey(tx, ctx, sent.lab.id, reportKeyOf(sent));
  const [stored] = await storedReports(tx, ctx, sent.lab.id, [reportKeyOf(sent)]);
  // A later message may omit the order.
  const orderId = sent.order_id ?? (stored?.orderId ? showId('lab_order', stored.orderId) : null);
  const order = orderId ? await requireOrder(tx, ctx, orderId, patientId) : null;
  const report = order && sent.waiting ? checkPanels(sent, order.items) : sent;
  const lines = stored && (await storedLines(tx, ctx, [stored.id])).get(stored.id);
  const applied = stored
    ? await updateReport(tx, ctx, { row: stored, lines: lines ?? [] }, report, patientId, order)
    : await insertReport(tx, ctx, report, chart, order);
  const moved = applied.outcome === 'created' || applied.outcome === 'updated';
  if (order && moved) {
    await advanceOrder(tx, ctx, order, applied.row, report.waiting ?? [], stored ?? null);
    await settleOthers(tx, ctx, order.row.id, applied.row);
  }
  return applied;
}

/** Removes the tests of this report from the pending tests of the order's other reports. */
async function settleOthers(tx: Tx, ctx: Context, orderId: string, filed: ResultRow): Promise<void> {
  const waiting = (await resultsOfOrder(tx, ctx, orderId)).filter(
    (row) => row.id !== filed.id && row.pendingTests.length > 0,
  );
  if (waiting.length === 0) return;
  const order = await requireOrder(tx, ctx, showId('lab_order', orderId), filed.patientId);
  const lines = await storedLines(
    tx,
    ctx,
    waiting.map(({ id }) => id),
  );
  for (const row of waiting) {
    const { lab, source, historical, fillerOrderNumber: filler_order_number } = row;
    const nothingNew: LabReport = {
      patient_id: showId('patient', row.patientId),
      lab,
      source,
      historical,
      filler_order_number,
      collected_at: null,
      collected_at_precision: null,
      status: 'final',
      panels: [],
      waiting: [],
    };
    await updateReport(tx, ctx, { row, lines: lines.get(row.id) ?? [] }, nothingNew, row.patientId, order);
  }
}

export function assertSystem(ctx: Context): void {
  if (ctx.actor.kind !== 'system') throw new DomainError('forbidden', 'Only the service can file results.');
}

/** Serializes changes of one report, even before its row exists. */
export async function lockReportKey(tx: Tx, ctx: Context, labId: string, key: string): Promise<void> {
  await lockThing(tx, 'lab_result', ctx.actor.orgId, labId, key);
}

function auditOf({ row, outcome, changedFields }: Applied): AuditFacts {
  return {
    objectKind: 'lab_result',
    objectId: row.id,
    patientIds: [row.patientId],
    detail: { outcome, version: row.version, changed_fields: changedFields },
  };
}
