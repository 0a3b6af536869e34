import { and, eq } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { inboundDocuments } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { getsAssignedMrn } from '../inbound-reports/filing/created-patient';
import { patientFacts } from '../inbound-reports/filing/patient-facts';
import type { Patient } from '../patients/contract';
import { presentPatient } from '../patients/present';
import { makeDistinctPatient } from '../patients/register-patient';
import { DECIDE, lockDecidable } from './access';
import type { CreatePatientFromDocumentInput } from './contract';
import { mrnIfCreated, NO_MRN } from './mrn-if-created';
import { readInboundMdm } from './read-document';

/**
 * Creates the patient of an unmatched document, which stays unmatched until it is filed. From a hospital feed, the patient
 * has the MRN of the document, as one created from its patient data. Otherwise later messages find the patient by that MRN
 * as an identifier, if it has an assigning authority.
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
      // Patient data with the same MRN may be processed at the same time.
      await lockThing(tx, 'patient_feed', ctx.actor.orgId);
      const document = await lockDecidable(tx, ctx, id);
      const isAssigned = getsAssignedMrn(input);
      const { mdm, connection } = await readInboundMdm(tx, ctx, document.messageId);
      const { patient } = mdm.documents[document.position]!;
      const facts = patientFacts(patient, connection.mrnAuthority);
      const { mrn, linked } = isAssigned
        ? await mrnIfCreated(tx, ctx, connection, { patient, facts }, input)
        : NO_MRN;
      const { row, detail } = await makeDistinctPatient(
        tx,
        ctx,
        { ...input, identifiers: [...(input.identifiers ?? []), ...linked], ...(mrn ? { mrn } : {}) },
        { mrnFromFeed: mrn !== null },
      );
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
