import type { NormalPatient } from '../../hl7v2/normal-message';
import type { Demographics } from '../../hl7v2/read-adt';
import { checkPatient } from '../inbound-reports/filing/check-patient';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';
import type { PatientRow } from '../patients/access';
import type { MergeField } from '../patients/rules';
import type { UpdateProblem } from './rules';

/**
 * Whether the message is about another person than the record its identifiers name. A wrong MRN would otherwise give the
 * chart the data of another person.
 */
export function findContradiction(
  patient: NormalPatient,
  { sex }: Demographics,
  facts: PatientFacts,
  chart: PatientRow,
): UpdateProblem | null {
  const born = patient.birth_date;
  if (born !== null && !chart.birthDateEstimated && !chart.birthDate.startsWith(born))
    return 'birth_date_differs';
  if (sex && chart.sex !== 'unknown' && chart.sex !== sex) return 'sex_differs';
  // The record was found by an identifier, so that its MRN counts as the same.
  const { rule } = checkPatient({ ...facts, mrns: [chart.mrn] }, chart);
  return rule === 'name_differs' ? 'name_differs' : null;
}

/** Whether two records are of different people, by the rules for messages. The fields that contradict each other. */
export function contradictingFields(one: PatientRow, other: PatientRow): MergeField[] {
  const names = [one.name, ...one.otherNames].map(({ family, given: [given = null, ...middle] }) => ({
    family,
    given,
    middle: middle.join(' ') || null,
  }));
  const sex = one.sex === 'female' || one.sex === 'male' ? one.sex : null;
  const { rule } = checkPatient({ mrns: [other.mrn], names, birthDate: one.birthDate, sex }, other);
  const isDated = !one.birthDateEstimated && !other.birthDateEstimated;
  const isSexed = one.sex !== 'unknown' && other.sex !== 'unknown';
  return [
    ...(rule === 'name_differs' ? (['name'] as const) : []),
    ...(isDated && one.birthDate !== other.birthDate ? (['birth_date'] as const) : []),
    ...(isSexed && one.sex !== other.sex ? (['sex'] as const) : []),
  ];
}
