import { describe, expect, it } from 'vitest';
import { reportReason, sentDate } from '../../../components/unmatched/texts';

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
  const NO_MRN = 'Name and birth date match a patient, but no MRN was sent.';
  const NO_MATCH = 'No matching patient or order.';
  it.each([
    ['no_match', null, [{ fits: false }, { fits: true }], NO_MRN],
    ['no_match', null, [{ fits: false }], NO_MATCH],
    // The patient created from the report fits although an MRN was sent.
    ['no_match', '4711', [{ fits: true }], NO_MATCH],
    ['several_matches', null, [{ fits: true }], 'The number matches more than one record.'],
  ])('%s with MRN %s and matches %j', (problem, mrn, candidates, reason) => {
    expect(reportReason({ problem, mrn, candidates })).toBe(reason);
  });
});
