/** Matching reasons as sentences. Unknown ones are shown unchanged. */
import type { WhyOfReport } from '@/server/domain/inbound-messages/contract';

const FOUND_BY: Readonly<Record<string, string>> = {
  report: 'Report number is known.',
  placer_number: 'Order number matches.',
  placer_number_without_zeros: 'Order number matches without leading zeros.',
  sample_number: 'Specimen number is known.',
  mrn: 'No order number; MRN matches a patient.',
  person: 'Matched by a user.',
};

const PROBLEMS: Readonly<Record<string, string>> = {
  several_matches: 'More than one order, report or patient matches.',
  patient_deleted: 'The patient record is deleted.',
  patient_differs: 'Patient differs from the record.',
  name_differs: 'Name differs from the record.',
  sex_differs: 'Sex differs from the record.',
  order_unclear: 'Unclear whether it is newer than the filed version.',
  no_match: 'No known MRN or order number.',
  birth_date_missing: 'No complete birth date; the MRN alone is not enough without an order.',
  decided_before: 'A user filed an earlier message to this patient.',
};

const RULES: Readonly<Record<string, string>> = {
  mrn_and_birth_date: 'MRN and birth date match.',
  mrn_and_family_name: 'MRN and family name match.',
  name_and_birth_date: 'Name and birth date match; no MRN sent.',
  mrn_differs: 'MRN differs.',
  name_differs: 'MRN matches, name differs.',
  sex_differs: 'MRN matches, sex differs.',
  only_the_mrn_fits: 'Only the MRN matches.',
  too_little_fits: 'Not enough data matches.',
};

const FIELDS: Readonly<Record<string, string>> = {
  mrn: 'MRN',
  birth_date: 'birth date',
  family: 'family name',
  given: 'given name',
  sex: 'sex',
};

const COMPARED = [
  ['same', 'Same'],
  ['partly_same', 'Partly the same'],
  ['similar', 'Similar'],
  ['different', 'Different'],
  ['invalid', 'Not a valid date'],
  ['not_sent', 'Not sent or unknown'],
] as const;

const sentenceOf = (words: Readonly<Record<string, string>>, value: string | null): string[] =>
  value === null ? [] : [words[value] ?? `${value.replaceAll('_', ' ')}.`];

export function matchingReasons({ found_by, problem, rule, compared }: WhyOfReport): string[] {
  const fields = COMPARED.flatMap(([word, label]) => {
    const names = Object.entries(compared).filter(([, value]) => value === word);
    return names.length === 0
      ? []
      : [`${label}: ${names.map(([field]) => FIELDS[field] ?? field).join(', ')}.`];
  });
  return [
    ...sentenceOf(FOUND_BY, found_by),
    ...sentenceOf(RULES, rule),
    ...sentenceOf(PROBLEMS, problem),
    ...fields,
  ];
}
