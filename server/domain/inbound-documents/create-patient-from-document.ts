import { and, eq } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { getsAssignedMrn } from '../inbound-reports/filing/created-patient';
import type { Patient } from '../patients/contract';
import { presentPatient } from '../patients/present';
import { makeDistinctPatient } from '../patients/register-patient';
import { DECIDE, lockDecidable } from './access';
import type { CreatePatientFromDocumentInput } from './contract';

/**
 * Creates the patient of an unmatched document, which stays unmatched until it is filed.
 * @throws DomainError `not_found`, `invalid_state`, and what `registerPatient` throws
 */
export function createPatientFromDocument(
  ctx: Context,
  { id, ...input }: CreatePatientFromDocumentInput,
): Promise<Patient> {
  return perform(
    ctx,
    { action: 'create_patient_from_document', kind: 'write', ...DECIDE, scope: 'patients:write' },
    async (tx) => {
      const document = await lockDecidable(tx, ctx, id);
      const { row, detail } = await makeDistinctPatient(tx, ctx, input);
      if (getsAssignedMrn(input))
        await tx
          .update(inboundDocuments)
          .set({ why: { ...document.why, created: row.id } })
          .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, document.id)));
      return {
        output: presentPatient(row),
        audit: {
          objectKind: 'patient',
          objectId: row.id,
          patientIds: [row.id],
          detail: { document_id: showId('inbound_document', document.id), ...detail },
        },
      };
    },
  );
}
