import { checkPatient, type KnownPatient, type PatientCheck } from './check-patient';
import type { PatientFacts } from './patient-facts';

/**
 * Where a report belongs. Numbers only propose; the person is compared always. Whatever contradicts is held, whatever
 * is too little waits for somebody, and no patient is ever made here. Pure.
 */

/** A patient in sight. */
export interface PatientInSight extends KnownPatient {
  /** `uuid` */
  id: string;
}

/** `patient` null: deleted, and out of sight with the record. */
export interface Proposal {
  patient: PatientInSight | null;
  /** `uuid` */
  orderId: string | null;
}

export interface Proposals {
  /** The report that we have under this key. `decided`: somebody filed it there for a message with these facts. */
  known: (Proposal & { decided: boolean }) | 'several' | null;
  /** Orders whose number is the placer number. */
  orders: Proposal[];
  withoutZeros: boolean;
  /** Orders and reports with the number of the sample. */
  samples: Proposal[];
  /** Patients with this MRN. */
  byMrn: PatientInSight[];
}

type FoundBy =
  'report' | 'placer_number' | 'placer_number_without_zeros' | 'sample_number' | 'mrn' | 'person';

/** Which rule said what; kept with the report and shown to whoever asks why. */
export interface Why {
  found_by: FoundBy | null;
  check: PatientCheck | null;
  /** Whom the numbers named (`uuid`), also when the report was held. */
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
  | { kind: 'file'; patientId: string; orderId: string | null; why: Why }
  | { kind: 'hold'; state: 'unmatched' | 'conflict'; why: Why };

const hold = (state: 'unmatched' | 'conflict', why: Partial<Why>): Decision => ({
  kind: 'hold',
  state,
  why: { found_by: null, check: null, candidate: null, problem: 'no_match', ...why },
});

export function decide(
  facts: PatientFacts,
  { known, orders, withoutZeros, samples, byMrn }: Proposals,
): Decision {
  if (known === 'several') return hold('unmatched', { found_by: 'report', problem: 'several_matches' });
  if (known) {
    // A later message need not name the order again, and may name it for the first time.
    const [order] = orders;
    const named = orders.length === 1 && order?.patient?.id === known.patient?.id ? order!.orderId : null;
    return judge(facts, { ...known, orderId: known.orderId ?? named }, 'report', known.decided);
  }
  const foundBy = withoutZeros ? 'placer_number_without_zeros' : 'placer_number';
  if (orders.length > 1) return hold('unmatched', { found_by: foundBy, problem: 'several_matches' });
  if (orders[0]) return judge(facts, orders[0], foundBy);
  const sample = one(samples);
  if (sample === 'several')
    return hold('unmatched', { found_by: 'sample_number', problem: 'several_matches' });
  if (sample) return judge(facts, sample, 'sample_number');
  return byNumberOfPatient(facts, byMrn);
}

/** Of several that are all of one patient: the patient, and the order when that is one too. */
function one(samples: readonly Proposal[]): Proposal | 'several' | null {
  const [first] = samples;
  if (!first) return null;
  if (samples.some(({ patient }) => patient?.id !== first.patient?.id)) return 'several';
  const orders = new Set(samples.map(({ orderId }) => orderId));
  return { patient: first.patient, orderId: orders.size === 1 ? first.orderId : null };
}

function judge(
  facts: PatientFacts,
  { patient, orderId }: Proposal,
  found_by: FoundBy,
  decided = false,
): Decision {
  if (!patient) return hold('unmatched', { found_by, problem: 'patient_deleted' });
  const check = checkPatient(facts, patient);
  const why: Why = { found_by, check, candidate: patient.id, problem: null };
  if (check.fits) return { kind: 'file', patientId: patient.id, orderId, why };
  if (decided)
    return { kind: 'file', patientId: patient.id, orderId, why: { ...why, problem: 'decided_before' } };
  return hold('conflict', { ...why, problem: differing(check) });
}

/** What a person is told of a patient whom a number names and who is not the one of the report. */
const differing = ({ rule }: PatientCheck): Why['problem'] =>
  rule === 'name_differs' || rule === 'sex_differs' ? rule : 'patient_differs';

/** Nobody ordered it here: only number and birth date together say whose it is, and no name or sex against it. */
function byNumberOfPatient(facts: PatientFacts, byMrn: readonly PatientInSight[]): Decision {
  const [patient] = byMrn;
  if (!patient) return hold('unmatched', {});
  if (byMrn.length > 1) return hold('unmatched', { found_by: 'mrn', problem: 'several_matches' });
  const check = checkPatient(facts, patient);
  const why: Why = { found_by: 'mrn', check, candidate: patient.id, problem: null };
  if (check.rule === 'mrn_and_birth_date') return { kind: 'file', patientId: patient.id, orderId: null, why };
  const problem = differing(check);
  if (problem === 'patient_differs' && check.birth_date === 'not_sent')
    return hold('unmatched', { ...why, problem: 'birth_date_missing' });
  return hold('conflict', { ...why, problem });
}
