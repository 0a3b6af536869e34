import { describe, expect, it } from 'vitest';
import { sentDate, unmatchedReason } from '../../../components/unmatched/texts';

describe('a birth date as sent', () => {
  it.each([
    ['1950-04-03', '03-Apr-1950'],
    ['1950-04', 'Apr-1950'],
    ['1950', '1950'],
    [null, null],
  ])('%s is shown as %s', (sent, shown) => {
    expect(sentDate(sent)).toBe(shown);
  });
});

describe('why a report is unmatched', () => {
  const PARTLY = 'The order number matches a patient, but the other data match only in part.';
  it.each([
    ['no_match', null, [], 'No matching patient or order.'],
    ['mrn_not_sent', null, [], 'Name and birth date match a patient, but no MRN was sent.'],
    ['several_matches', 'mrn', [], 'The MRN matches more than one patient.'],
    ['several_matches', 'placer_number', [], 'The order number matches more than one order.'],
    ['patient_differs', 'mrn', ['birth_date'], 'The MRN matches a patient with a different birth date.'],
    [
      'patient_differs',
      'sample_number',
      ['family', 'given', 'birth_date', 'sex'],
      'The specimen number matches a patient with a different name, birth date and sex.',
    ],
    ['name_differs', 'placer_number', ['given'], 'The order number matches a patient with a different name.'],
    ['patient_differs', 'placer_number', [], PARTLY],
    [null, null, [], 'It could not be filed automatically.'],
  ] as const)('%s, found by %s, differing in %j', (problem, found_by, differs, reason) => {
    expect(unmatchedReason({ problem, found_by, differs: [...differs] })).toBe(reason);
  });
});
