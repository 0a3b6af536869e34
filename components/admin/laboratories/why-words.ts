/** Why a report went where it went, in sentences. A word that is not known here is shown as it is, never hidden. */
import type { WhyOfReport } from '@/server/domain/inbound-messages/contract';

const FOUND_BY: Readonly<Record<string, string>> = {
  report: 'It has the number of a report that is known here.',
  placer_number: 'It has the number of an order of ours.',
  placer_number_without_zeros: 'It has the number of an order of ours, apart from leading zeros.',
  sample_number: 'It has the number of a sample that is known here.',
  mrn: 'It names no order; its MRN is the one of a patient.',
  person: 'A person said whose it is.',
};

const PROBLEMS: Readonly<Record<string, string>> = {
  several_matches: 'More than one order, report or patient fits, so none was taken.',
  patient_deleted: 'The patient’s record is deleted.',
  patient_differs: 'The patient in the message is not the one of the record, so it was held.',
  name_differs: 'The name in the message is not the one of the record, so it was held.',
  sex_differs: 'The sex in the message is not the one of the record, so it was held.',
  order_unclear: 'Its times do not say whether it is older or newer than the filed version, so it was held.',
  no_match: 'None of its numbers is known here.',
  birth_date_missing: 'It has no birth date; without an order the MRN alone is not enough.',
  decided_before: 'A person had filed an earlier message about the same patient there.',
};

const RULES: Readonly<Record<string, string>> = {
  mrn_and_birth_date: 'MRN and birth date fit.',
  mrn_and_family_name: 'MRN and family name fit.',
  name_and_birth_date: 'Name and birth date fit; no MRN was sent.',
  mrn_differs: 'The MRN is another one.',
  name_differs: 'The MRN fits, and the name contradicts it.',
  sex_differs: 'The MRN fits, and the sex contradicts it.',
  only_the_mrn_fits: 'Only the MRN fits.',
  too_little_fits: 'Too little fits.',
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
  ['similar', 'Similar'],
  ['different', 'Different'],
  ['not_sent', 'Not sent or not known'],
] as const;

const said = (words: Readonly<Record<string, string>>, value: string | null): string[] =>
  value === null ? [] : [words[value] ?? `${value.replaceAll('_', ' ')}.`];

export function whyWords({ found_by, problem, rule, compared }: WhyOfReport): string[] {
  const fields = COMPARED.flatMap(([word, label]) => {
    const names = Object.entries(compared).filter(([, value]) => value === word);
    return names.length === 0
      ? []
      : [`${label}: ${names.map(([field]) => FIELDS[field] ?? field).join(', ')}.`];
  });
  return [...said(FOUND_BY, found_by), ...said(RULES, rule), ...said(PROBLEMS, problem), ...fields];
}
