import { addressedRecord, checkChart, type KnownChart, type PatientCheck } from './check-patient';
import type { FoundBy } from '../rules';
import type { PatientFacts } from './patient-facts';

/**
 * Decides where a report belongs. Numbers only propose a patient; demographics are always compared. A contradiction
 * holds the report as a conflict, missing evidence leaves it unmatched. Patients are never created here. Pure.
 */

export type PatientInSight = KnownChart;

/** `patient` is null if the patient's record is deleted. */
export interface Proposal {
  patient: PatientInSight | null;
  /** `uuid` */
  orderId: string | null;
  /** The merged record (UUID) that the order or report is addressed to. */
  addressedPatientId: string | null;
}

export interface Proposals {
  /** The filed report with the same key. `decided`: a user filed it there for a message with the same demographics. */
  known: (Proposal & { decided: boolean }) | 'several' | null;
  /** Orders whose number equals the placer number. */
  orders: Proposal[];
  withoutZeros: boolean;
  /** Orders and reports with the specimen's number. */
  samples: Proposal[];
  byMrn: PatientInSight[];
}

/** Which rule decided; stored with the report and shown to users. */
export interface Why {
  found_by: FoundBy | null;
  check: PatientCheck | null;
  /** The patient that the numbers identified (`uuid`), even if the report was unmatched. */
  candidate: string | null;
  problem:
    | 'several_matches'
    | 'patient_deleted'
    | 'patient_differs'
    | 'name_differs'
    | 'sex_differs'
    | 'no_match'
    | 'birth_date_missing'
    | 'decided_before'
    | 'order_unclear'
    | null;
}

export type Decision =
  | {
      kind: 'file';
      patientId: string;
      /** The merged record that the report is for, if it is not the patient. */
      addressedPatientId: string | null;
      orderId: string | null;
      why: Why;
    }
  | { kind: 'unfiled'; state: 'unmatched' | 'conflict'; why: Why };

const unfiled = (state: 'unmatched' | 'conflict', why: Partial<Why>): Decision => ({
  kind: 'unfiled',
  state,
  why: { found_by: null, check: null, candidate: null, problem: 'no_match', ...why },
});

export function decide(
  facts: PatientFacts,
  { known, orders, withoutZeros, samples, byMrn }: Proposals,
): Decision {
  if (known === 'several') return unfiled('unmatched', { found_by: 'report', problem: 'several_matches' });
  if (known) {
    // A later message may omit the order, or name it for the first time.
    const [order] = orders;
    const named = orders.length === 1 && order?.patient?.id === known.patient?.id ? order!.orderId : null;
    return decisionOn(facts, { ...known, orderId: known.orderId ?? named }, 'report', known.decided);
  }
  const foundBy = withoutZeros ? 'placer_number_without_zeros' : 'placer_number';
  if (orders.length > 1) return unfiled('unmatched', { found_by: foundBy, problem: 'several_matches' });
  if (orders[0]) return decisionOn(facts, orders[0], foundBy);
  const sample = one(samples);
  if (sample === 'several')
    return unfiled('unmatched', { found_by: 'sample_number', problem: 'several_matches' });
  if (sample) return decisionOn(facts, sample, 'sample_number');
  return byNumberOfPatient(facts, byMrn);
}

/** If all samples belong to one patient: that patient, with the order if there is only one. */
function one(samples: readonly Proposal[]): Proposal | 'several' | null {
  const [first] = samples;
  if (!first) return null;
  if (samples.some(({ patient }) => patient?.id !== first.patient?.id)) return 'several';
  const orders = new Set(samples.map(({ orderId }) => orderId));
  return { ...first, orderId: orders.size === 1 ? first.orderId : null };
}

function decisionOn(
  facts: PatientFacts,
  { patient, orderId, addressedPatientId }: Proposal,
  found_by: FoundBy,
  decided = false,
): Decision {
  if (!patient) return unfiled('unmatched', { found_by, problem: 'patient_deleted' });
  const check = checkChart(facts, patient);
  const why: Why = { found_by, check, candidate: patient.id, problem: null };
  const isAddressed = orderId !== null || facts.mrns.length === 0;
  const file = {
    kind: 'file' as const,
    patientId: patient.id,
    addressedPatientId: isAddressed ? addressedPatientId : addressedRecord(facts, patient),
    orderId,
  };
  if (check.fits) return { ...file, why };
  if (decided) return { ...file, why: { ...why, problem: 'decided_before' } };
  return unfiled('conflict', { ...why, problem: differing(check) });
}

/** Shown to users if the patient that a number identifies is not the report's. */
const differing = ({ rule }: PatientCheck): Why['problem'] =>
  rule === 'name_differs' || rule === 'sex_differs' ? rule : 'patient_differs';

/** There is no order: MRN and birth date must both match, and neither name nor sex may differ. */
function byNumberOfPatient(facts: PatientFacts, byMrn: readonly PatientInSight[]): Decision {
  const [patient] = byMrn;
  if (!patient) return unfiled('unmatched', {});
  if (byMrn.length > 1) return unfiled('unmatched', { found_by: 'mrn', problem: 'several_matches' });
  const check = checkChart(facts, patient);
  const why: Why = { found_by: 'mrn', check, candidate: patient.id, problem: null };
  if (check.rule === 'mrn_and_birth_date')
    return {
      kind: 'file',
      patientId: patient.id,
      addressedPatientId: addressedRecord(facts, patient),
      orderId: null,
      why,
    };
  const problem = differing(check);
  const isIncomplete = ['not_sent', 'partly_same', 'invalid'].includes(check.birth_date);
  if (problem === 'patient_differs' && isIncomplete)
    return unfiled('unmatched', { ...why, problem: 'birth_date_missing' });
  return unfiled('conflict', { ...why, problem });
}
