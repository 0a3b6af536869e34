import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { perform } from '../act';
import type { AuditFacts } from '../audit';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { showId } from '../ids';
import { requirePatient, storedLines, storedReports } from './access';
import { insertReport, updateReport, type Applied } from './apply-report';
import { advanceOrder, requireOrder } from './order-progress';
import type { LabReport } from './report';

export interface FiledReport {
  /** `res_…` */
  id: string;
  object: 'lab_result';
  version: number;
  status: Applied['row']['status'];
  outcome: Applied['outcome'];
}

/**
 * Files one report of a laboratory: a new result, a new version of one (found by laboratory and filler number), or
 * nothing when the content is equal. Only the service itself may call it; no person or key writes results.
 * @throws DomainError `forbidden`, `patient_not_found`, `not_found` (order), `invalid_state` (another patient's)
 */
export async function fileLabResult(ctx: Context, report: LabReport): Promise<FiledReport> {
  assertSystem(ctx);
  return perform(ctx, { action: 'file_lab_result', kind: 'write' }, async (tx) => {
    const patientId = await requirePatient(tx, ctx, report.patient_id);
    await lockReport(tx, ctx, report);
    const order = report.order_id ? await requireOrder(tx, ctx, report.order_id, patientId) : null;
    const [stored] = await storedReports(tx, ctx, report.lab.id, [report.filler_order_number]);
    const lines = stored && (await storedLines(tx, ctx, [stored.id])).get(stored.id);
    const applied = stored
      ? await updateReport(tx, ctx, { row: stored, lines: lines ?? [] }, report, patientId, order)
      : await insertReport(tx, ctx, report, patientId, order);
    const { row, outcome } = applied;
    if (row.orderId && outcome !== 'stale' && outcome !== 'unchanged') {
      // A later message need not name the order again.
      const answered = order ?? (await requireOrder(tx, ctx, showId('lab_order', row.orderId), patientId));
      await advanceOrder(tx, ctx, answered, row);
    }
    return {
      output: {
        id: showId('lab_result', row.id),
        object: 'lab_result' as const,
        version: row.version,
        status: row.status,
        outcome,
      },
      audit: auditOf(applied),
    };
  });
}

export function assertSystem(ctx: Context): void {
  if (ctx.actor.kind !== 'system')
    throw new DomainError('forbidden', 'Results are filed by the service itself.');
}

/** One report at a time, also while its row does not exist yet. */
async function lockReport(tx: Tx, ctx: Context, report: LabReport): Promise<void> {
  const name = [ctx.actor.orgId, 'lab_result', report.lab.id, report.filler_order_number].join('\n');
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

function auditOf({ row, outcome, changedFields }: Applied): AuditFacts {
  return {
    objectKind: 'lab_result',
    objectId: row.id,
    patientIds: [row.patientId],
    detail: { outcome, version: row.version, changed_fields: changedFields },
  };
}
