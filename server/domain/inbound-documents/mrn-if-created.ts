import type { labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { PatientIdentifier } from '../../data-types/patient';
import type { NormalPatient } from '../../hl7v2/normal-message';
import type { Context } from '../../shared/context';
import { mrnToLink } from '../inbound-reports/filing/created-patient';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';
import { linkedMrns, patientsByMrn } from '../inbound-reports/filing/proposals';
import { mrnIfCreated as mrnOfFeed } from '../patient-updates/feed-fields';
import type { RegisterPatientInput } from '../patients/contract';

interface CreatedMrn {
  /** Of the patient. If it is null, the service assigns one. */
  mrn: string | null;
  /** The MRN sent, as an identifier instead. */
  linked: PatientIdentifier[];
}

export const NO_MRN: CreatedMrn = { mrn: null, linked: [] };

/** What the MRN of a document is for the patient created from it. That of a laboratory is only an identifier. */
export async function mrnIfCreated(
  tx: Tx,
  ctx: Context,
  { kind }: Pick<typeof labConnections.$inferSelect, 'kind'>,
  sent: { patient: NormalPatient; facts: PatientFacts },
  typed: Pick<RegisterPatientInput, 'identifiers'> = {},
): Promise<CreatedMrn> {
  const { mrns } = sent.facts;
  const mrn = kind === 'hospital_feed' ? mrnOfFeed(sent.facts) : null;
  if (mrn === null) return { mrn, linked: await mrnToLink(tx, ctx, sent, typed) };
  const isKnown = (await patientsByMrn(tx, ctx, mrns, linkedMrns(sent, mrns))).length > 0;
  return isKnown ? NO_MRN : { mrn, linked: [] };
}
