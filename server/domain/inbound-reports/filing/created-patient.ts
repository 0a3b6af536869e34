import { and, eq, isNull } from 'drizzle-orm';
import { patients } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import { patientIdentifier, type PatientIdentifier } from '../../../data-types/patient';
import type { NormalPatient } from '../../../hl7v2/normal-message';
import type { Context } from '../../../shared/context';
import type { RegisterPatientInput } from '../../patients/contract';
import type { PatientFacts } from './patient-facts';
import { linkedMrns, patientsByMrn } from './proposals';

/**
 * A patient that a user created from an unmatched message has an MRN that this service assigned, which the sender cannot
 * know: a different MRN in that message contradicts nothing.
 */

/** Whether the service assigns the MRN. One that a user entered is compared. */
export const getsAssignedMrn = ({ mrn, identifiers = [] }: RegisterPatientInput): boolean =>
  !mrn && !identifiers.some(({ type }) => type === 'mrn');

/** The MRN of the message, as an identifier of the created patient, unless it is ambiguous or of another patient. */
export async function mrnToLink(
  tx: Tx,
  ctx: Context,
  { patient, facts: { mrns } }: { patient: NormalPatient; facts: PatientFacts },
  { identifiers = [] }: Pick<RegisterPatientInput, 'identifiers'> = {},
): Promise<PatientIdentifier[]> {
  const linked = linkedMrns({ patient }, mrns);
  const [mrn] = linked;
  if (!mrn || linked.length > 1 || mrns.length > 1) return [];
  const read = patientIdentifier.safeParse({ ...mrn, type: 'mrn', type_code: 'MR' });
  const isTyped = identifiers.some(({ system, value }) => system === mrn.system && value === mrn.value);
  const isKnown = (await patientsByMrn(tx, ctx, mrns, linked)).length > 0;
  return read.success && !isTyped && !isKnown ? [read.data] : [];
}

/**
 * The patient (UUID) that was created from this message, if the record is unchanged since and no record has the MRN that
 * was sent.
 * @param why of the message: `created` is stored when the patient is created
 */
export async function createdFrom(
  tx: Tx,
  ctx: Context,
  why: Readonly<Record<string, unknown>>,
  { patient, facts }: { patient: NormalPatient; facts: PatientFacts },
): Promise<string | null> {
  const { created } = why;
  if (typeof created !== 'string') return null;
  const [unchanged] = await tx
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        eq(patients.id, created),
        eq(patients.version, 1),
        isNull(patients.mergedIntoId),
        isNull(patients.deletedAt),
      ),
    );
  const { mrns } = facts;
  const isKnown = (await patientsByMrn(tx, ctx, mrns, linkedMrns({ patient }, mrns))).length > 0;
  return unchanged && !isKnown ? created : null;
}
