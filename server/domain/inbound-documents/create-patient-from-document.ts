import { and, eq } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { getsAssignedMrn, mrnToLink } from '../inbound-reports/filing/created-patient';
import { patientFacts } from '../inbound-reports/filing/patient-facts';
import type { Patient } from '../patients/contract';
import { presentPatient } from '../patients/present';
import { makeDistinctPatient } from '../patients/register-patient';
import { DECIDE, lockDecidable } from './access';
import type { CreatePatientFromDocumentInput } from './contract';
import { readInboundMdm } from './read-document';

/**
 * Creates the patient of an unmatched document, which stays unmatched until it is filed. Later messages find the patient
 * by the MRN of the document, if it has an assigning authority.
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
      const isAssigned = getsAssignedMrn(input);
      const { mdm, connection } = await readInboundMdm(tx, ctx, document.messageId);
      const { patient } = mdm.documents[document.position]!;
      const facts = patientFacts(patient, connection.mrnAuthority);
      const linked = isAssigned ? await mrnToLink(tx, ctx, { patient, facts }, input) : [];
      const { row, detail } = await makeDistinctPatient(tx, ctx, {
        ...input,
        identifiers: [...(input.identifiers ?? []), ...linked],
      });
      if (isAssigned)
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
