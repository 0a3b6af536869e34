import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { inboundDocuments, inboundPatientUpdates, inboundReports, patients } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { dismissInboundDocument } from '../inbound-documents/dismiss-inbound-document';
import { rejectReport } from '../inbound-reports/reject-report';
import { dismissPatientUpdate } from '../patient-updates/dismiss-patient-update';
import { hidePatient } from '../patients/delete-patient';
import { findSandbox } from './access';

const BATCH = 100;
const REASON = 'The sandbox was reset.';

/**
 * Deletes all patients of a sandbox softly, with their orders, results and documents, and closes received reports,
 * documents and patient data that need a decision. Catalog, order sets, connections, webhooks, keys and members stay.
 * @param ctx the service itself in the sandbox
 * @throws DomainError `forbidden` (a live organization)
 */
export async function emptySandbox(ctx: Context): Promise<void> {
  for (let last = BATCH; last === BATCH;) last = await hidePatients(ctx);
  await closeWaiting(ctx);
}

function hidePatients(ctx: Context): Promise<number> {
  return perform(ctx, { action: 'reset_sandbox', kind: 'write' }, async (tx) => {
    const { id: orgId } = await findSandbox(tx, ctx);
    const rows = await tx
      .select()
      .from(patients)
      .where(and(eq(patients.orgId, orgId), isNull(patients.deletedAt), isNull(patients.mergedIntoId)))
      .orderBy(asc(patients.id))
      .limit(BATCH)
      .for('update');
    for (const row of rows) await hidePatient(tx, ctx, row);
    return {
      output: rows.length,
      audit: {
        objectKind: 'organization',
        objectId: orgId,
        patientIds: rows.map(({ id }) => id),
        detail: { deleted: rows.length },
      },
    };
  });
}

async function closeWaiting(ctx: Context): Promise<void> {
  const { orgId } = ctx.actor;
  const waiting = await withTenant(orgId, async (tx) => ({
    reports: await tx
      .select({ id: inboundReports.id })
      .from(inboundReports)
      .where(
        and(
          eq(inboundReports.orgId, orgId),
          inArray(inboundReports.state, ['unmatched', 'conflict', 'parked']),
        ),
      ),
    documents: await tx
      .select({ id: inboundDocuments.id })
      .from(inboundDocuments)
      .where(
        and(
          eq(inboundDocuments.orgId, orgId),
          inArray(inboundDocuments.state, ['unmatched', 'conflict', 'unreadable']),
        ),
      ),
    updates: await tx
      .select({ id: inboundPatientUpdates.id })
      .from(inboundPatientUpdates)
      .where(
        and(
          eq(inboundPatientUpdates.orgId, orgId),
          inArray(inboundPatientUpdates.state, ['unmatched', 'conflict']),
        ),
      ),
  }));
  for (const { id } of waiting.reports)
    await rejectReport(ctx, { id: showId('inbound_report', id), reason: REASON });
  for (const { id } of waiting.documents)
    await dismissInboundDocument(ctx, { id: showId('inbound_document', id), reason: REASON });
  for (const { id } of waiting.updates)
    await dismissPatientUpdate(ctx, { id: showId('inbound_patient_update', id), reason: REASON });
}
