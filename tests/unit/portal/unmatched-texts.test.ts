import { describe, expect, it } from 'vitest';
import { documentProblem } from '../../../components/unmatched/unmatched-document-list';
import { updateProblem } from '../../../components/unmatched/update-list';
import {
  bornAndSex,
  matchedPatient,
  priorMrnNote,
  problemWords,
  requestAdvice,
  requestSentence,
  sentDate,
  unmatchedReason,
  updateTitle,
} from '../../../components/unmatched/texts';

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

describe('why data of a patient is held', () => {
  it.each([
    [['birth_date'], 'The MRN matches a patient with a different birth date.'],
    [['birth_date', 'sex'], 'The MRN matches a patient with a different birth date and sex.'],
    [['name', 'birth_date', 'sex'], 'The MRN matches a patient with a different name, birth date and sex.'],
  ] as const)('names all of %s', (differs, sentence) => {
    expect(problemWords({ problem: 'birth_date_differs', differs: [...differs] })).toBe(sentence);
  });
});

describe('incomplete data of a patient', () => {
  const complete = { family: 'Doe', given: 'Jane', birth_date: '1950-04-03', birth_date_unread: null };
  it.each([
    [{ family: null, given: null }, 'No name was sent.'],
    [{ family: null }, 'No family name was sent.'],
    [{ given: null }, 'No given name was sent.'],
    [{ birth_date: null }, 'No birth date was sent.'],
    [{ birth_date: '1950-04' }, 'The birth date has no day.'],
    [{}, 'The name, birth date or MRN is missing or not valid.'],
  ])('%o: %s', (sent, sentence) => {
    const update = { problem: 'incomplete', differs: [], event: 'A28', mrn: 'M1', prior_mrn: null };
    expect(updateProblem({ ...update, ...complete, ...sent })).toBe(sentence);
  });
});

describe('the record with the MRN of MRG', () => {
  it.each([
    ['A47', true, 'same as the replaced MRN'],
    ['A24', true, 'same as the MRN of the other record'],
    ['A47', false, null],
  ] as const)('is marked for %s: %s', (event, has_prior_mrn, note) => {
    expect(priorMrnNote({ event })({ has_prior_mrn })).toBe(note);
  });
});

describe('the birth date and sex of a list', () => {
  it.each([
    ['1950-04', null, 'F', 'Born Apr-1950, female'],
    [null, '19682211', 'M', 'Birth date not valid, male'],
    [null, null, null, 'No birth date, sex not sent'],
    ['1970-01-01', null, 'U', 'Born 01-Jan-1970, sex not known'],
  ])('%s, %s, %s: %s', (birth_date, birth_date_unread, sex, words) => {
    expect(bornAndSex({ birth_date, birth_date_unread, sex })).toBe(words);
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
    const born = { birth_date: '1950-04-03', birth_date_unread: null };
    expect(unmatchedReason({ problem, found_by, differs: [...differs], ...born })).toBe(reason);
  });

  it.each([
    ['no_match', null, 'No match. No birth date was sent.'],
    ['no_match', '19682211', 'No match. The birth date is not a valid date.'],
    ['birth_date_missing', null, 'The MRN matches, but the birth date is missing or incomplete.'],
    ['birth_date_missing', '19682211', 'The MRN matches, but the birth date is not a valid date.'],
  ])('%s with the birth date %j', (problem, birth_date_unread, reason) => {
    const without = { found_by: null, differs: [], birth_date: null, birth_date_unread };
    expect(unmatchedReason({ problem, ...without })).toBe(reason);
  });
});

describe('the patient of a message, before it is filed', () => {
  const chart = { patient: { id: 'pat_1', family: 'Doe', given: 'Jane' } } as Parameters<
    typeof matchedPatient
  >[1];
  it.each([
    [
      { family: 'Doe', given: 'Jane', birth_date: '1950-04-03', mrn: 'M2' },
      'DOE, Jane, born 03-Apr-1950, MRN M2',
    ],
    [{ family: null, given: null, birth_date: null, mrn: null }, 'No name, no birth date, no MRN'],
  ])('%o', (sent, line) => {
    const plain = matchedPatient({ ...sent, sex: null }, chart).sent.replace(/[\u2066-\u2069]/g, '');
    expect(plain).toBe(line);
  });
});

describe('what a hospital asks for', () => {
  it.each([
    ['A40', 'M1', 'The hospital asks to merge MRN M1 into MRN M2.'],
    ['A40', null, 'The hospital asks to merge records.'],
    ['A24', null, 'The hospital asks to link records.'],
    ['A43', 'M1', 'The hospital asks to move identifiers from MRN M1 to MRN M2.'],
    ['A47', 'M1', 'The hospital asks to change MRN M1 to M2.'],
    ['A41', 'M1', 'The hospital asks to merge an account of MRN M1 into one of MRN M2.'],
    ['A45', 'M1', 'The hospital asks to move a visit from MRN M1 to MRN M2.'],
    ['A51', null, 'The hospital asks to change a visit number.'],
    ['A31', 'M1', 'The message is about two records, MRN M1 and MRN M2.'],
    ['constructor', null, 'The message is about more than one record.'],
  ])('on %s, replacing %s: %s', (event, prior_mrn, sentence) => {
    expect(requestSentence({ event, mrn: 'M2', prior_mrn })).toBe(sentence);
  });
});

describe('how a request is handled', () => {
  it.each([
    ['A40', /^To merge records, open one of them/],
    ['A24', /^Links between records are not kept here\. The records stay separate\. Close the request\.$/],
    ['A43', /^If the request is right, an administrator can change the MRN under Details\./],
    ['A44', /^Accounts and visits are not kept here\./],
    ['A06', /^If the request is right/],
  ])('%s', (event, advice) => {
    expect(requestAdvice({ event })).toMatch(advice);
  });
});

describe('the title of patient data', () => {
  const update = { family: 'Doe', given: 'Jane', mrn: 'M2', prior_mrn: 'M1' };
  it.each([
    ['A08', 'Patient data: DOE, Jane'],
    ['A18', 'Request to merge records of DOE, Jane'],
    ['A24', 'Request to link records of DOE, Jane'],
    ['A29', 'Request to delete DOE, Jane'],
    ['A35', 'Request to merge accounts of DOE, Jane'],
    ['A37', 'Request to unlink records of DOE, Jane'],
    ['A42', 'Request to merge visits of DOE, Jane'],
    ['A43', 'Request to move identifiers to DOE, Jane'],
    ['A44', 'Request to move an account to DOE, Jane'],
    ['A45', 'Request to move a visit to DOE, Jane'],
    ['A47', 'Request to change the MRN of DOE, Jane'],
    ['A49', 'Request to change an account number of DOE, Jane'],
    ['A51', 'Request to change a visit number of DOE, Jane'],
    ['Z99', 'Patient data: DOE, Jane'],
    ['constructor', 'Patient data: DOE, Jane'],
  ])('of event %s is %s', (event, title) => {
    expect(updateTitle({ ...update, event })).toBe(title);
  });

  it('has no MRN to change if none was sent to replace', () => {
    expect(updateTitle({ ...update, event: 'A46', prior_mrn: null })).toBe(
      'Request to change an identifier of DOE, Jane',
    );
  });

  it('has the MRN of a patient without a name', () => {
    expect(updateTitle({ ...update, event: 'A29', family: null, given: null })).toBe(
      'Request to delete MRN M2',
    );
  });
});

describe('why a document is unmatched', () => {
  it.each([
    ['no_match', null, [], 'No matching patient.'],
    ['no_content', 'mrn', [], 'The message has no content.'],
    ['patient_differs', 'mrn', ['birth_date'], 'The MRN matches a patient with a different birth date.'],
    [
      'patient_differs',
      'report',
      ['mrn', 'given', 'sex'],
      'The document number matches a patient with a different MRN, name and sex.',
    ],
    ['name_differs', 'mrn', ['given'], 'The MRN matches a patient with a different name.'],
    ['several_matches', 'report', [], 'The document number matches more than one document.'],
  ] as const)('%s, found by %s, differing in %j', (problem, found_by, differs, reason) => {
    const born = { birth_date: '1950-04-03', birth_date_unread: null };
    expect(documentProblem({ problem, found_by, differs: [...differs], ...born })).toBe(reason);
  });
});
