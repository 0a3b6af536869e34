import { and, eq } from 'drizzle-orm';
import { inboundReports, labResults, patients } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { readId, showId } from '../../shared/ids';
import { createLabConnection } from '../../domain/lab-connections/create-lab-connection';
import type { FiledReport } from '../../domain/lab-results/file-lab-result';
import type { LabReport } from '../../domain/lab-results/report';
import { processMessage } from '../../domain/inbound-reports/filing/process-message';
import { receive } from '../../intake/receive/receive';
import { findSimulatorConnection, SIMULATOR_CONNECTION } from '../../domain/sandboxes/simulator/connection';
import { newControlId, toOru } from '../../domain/sandboxes/simulator/to-oru';

/**
 * Sends a simulated report through the whole intake and returns where it was filed.
 * @throws DomainError `invalid_state` if it was rejected or held
 */
export async function sendSimulated(
  ctx: Context,
  report: LabReport,
  { orderNumber, sandbox }: { orderNumber: string; sandbox: boolean },
): Promise<FiledReport> {
  const { orgId } = ctx.actor;
  const connectionId = await simulatorConnection(ctx);
  const patient = await withTenant(orgId, async (tx) => {
    const [row] = await tx
      .select()
      .from(patients)
      .where(and(eq(patients.orgId, orgId), eq(patients.id, readId('patient', report.patient_id)!)));
    return row!;
  });
  const bytes = toOru({
    report,
    orderNumber,
    patient,
    now: new Date(),
    controlId: newControlId(),
    processingId: sandbox ? 'T' : 'P',
  });
  const { problem, stored } = await receive(
    { orgId, connectionId, remoteAddress: null },
    { kind: 'whole', bytes },
  );
  if (problem) throw new DomainError('invalid_state', 'The simulated message was rejected.');
  await processMessage(ctx, stored.id);
  return filedAs(ctx, stored.id);
}

/** Created with the first simulated message. Returns its `uuid`. */
export async function simulatorConnection(ctx: Context): Promise<string> {
  const known = await withTenant(ctx.actor.orgId, (tx) => findSimulatorConnection(tx, ctx.actor.orgId));
  if (known) return known.id;
  const made = await createLabConnection(ctx, SIMULATOR_CONNECTION);
  return readId('lab_connection', made.id)!;
}

async function filedAs(ctx: Context, messageId: string): Promise<FiledReport> {
  const { orgId } = ctx.actor;
  const [found] = await withTenant(orgId, (tx) =>
    tx
      .select({ outcome: inboundReports.outcome, result: labResults })
      .from(inboundReports)
      .innerJoin(labResults, and(eq(labResults.orgId, orgId), eq(labResults.id, inboundReports.resultId)))
      .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.messageId, messageId))),
  );
  if (!found?.outcome) throw new DomainError('invalid_state', 'The simulated report was not filed.');
  const { id, version, status } = found.result;
  return { id: showId('lab_result', id), object: 'lab_result', version, status, outcome: found.outcome };
}
