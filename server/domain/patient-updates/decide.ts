import { and, eq } from 'drizzle-orm';
import { inboundPatientUpdates } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { AuditFacts } from '../../shared/audit';
import { actorName, type Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import type { UpdateRow } from './access';
import type { DecidedPatientUpdate } from './contract';
import { closeReplaced, patientsOf } from './process-patient-update';
import { refreshMessageOf } from './refresh-message';

/** Records a user's decision about an open update. */
export async function recordDecision(
  tx: Tx,
  ctx: Context,
  row: UpdateRow,
  decision: Partial<
    Pick<
      UpdateRow,
      'outcome' | 'patientId' | 'candidates' | 'fields' | 'valuesBefore' | 'valuesAfter' | 'feedBefore'
    >
  > & {
    state: 'applied' | 'dismissed';
    reason: string | null;
  },
): Promise<{ output: DecidedPatientUpdate; audit: AuditFacts }> {
  const [stored] = await tx
    .update(inboundPatientUpdates)
    .set({ ...decision, decidedBy: actorName(ctx.actor), decidedAt: new Date() })
    .where(and(eq(inboundPatientUpdates.orgId, ctx.actor.orgId), eq(inboundPatientUpdates.id, row.id)))
    .returning();
  if (decision.state === 'applied') await closeReplaced(tx, ctx, stored!);
  await refreshMessageOf(tx, ctx, row);
  const { patientId, outcome, fields } = stored!;
  return {
    output: {
      id: showId('inbound_patient_update', row.id),
      state: decision.state,
      patient_id: showIdOrNull('patient', patientId),
    },
    audit: {
      objectKind: 'inbound_patient_update',
      objectId: row.id,
      patientIds: patientId ? patientsOf(stored!) : row.candidates,
      detail: {
        before: row.state,
        ...(row.problem ? { problem: row.problem } : {}),
        ...(outcome ? { outcome } : {}),
        ...(fields.length > 0 ? { fields } : {}),
      },
    },
  };
}
