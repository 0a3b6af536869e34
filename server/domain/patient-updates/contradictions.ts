import type { NormalPatient } from '../../hl7v2/normal-message';
import type { Demographics } from '../../hl7v2/read-adt';
import { checkPatient } from '../inbound-reports/filing/check-patient';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';
import type { PatientRow } from '../patients/access';
import type { MergeField } from '../patients/rules';
import type { Contradiction, UpdateProblem } from './rules';

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
  const [field] = contradictionsOf(patient, sex ?? null, facts, chart);
  return field ? `${field}_differs` : null;
}

export function contradictionsOf(
  { birth_date: born }: Pick<NormalPatient, 'birth_date'>,
  sex: PatientRow['sex'] | null,
  facts: PatientFacts,
  chart: PatientRow,
): Contradiction[] {
  const isOtherDay = born !== null && !chart.birthDateEstimated && !chart.birthDate.startsWith(born);
  const isOtherSex = sex !== null && chart.sex !== 'unknown' && chart.sex !== sex;
  return [
    ...(isOtherDay ? (['birth_date'] as const) : []),
    ...(isOtherSex ? (['sex'] as const) : []),
    ...(isNameOfAnother(facts, chart) ? (['name'] as const) : []),
  ];
}

/** The record was found by an identifier, so that its MRN counts as the same. */
export const isNameOfAnother = (facts: PatientFacts, chart: PatientRow): boolean =>
  checkPatient({ ...facts, mrns: [chart.mrn] }, chart).rule === 'name_differs';

/**
 * Whether the prior name (MRG-7) is another person's than that of the chart, which the message names by PID. Only the name
 * shows it if the MRN of MRG is unknown here.
 */
export const isPriorOfAnother = (
  prior: PatientFacts,
  { name }: Pick<Demographics, 'name'>,
  chart: PatientRow,
): boolean =>
  isNameOfAnother(prior, { ...chart, otherNames: [...chart.otherNames, ...(name ? [name] : [])] });

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
