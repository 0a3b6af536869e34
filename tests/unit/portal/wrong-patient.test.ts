import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { differencesOf } from '@/components/unmatched/differences';
import { TakenMrns, WrongPatient } from '@/components/unmatched/wrong-patient';

type Candidate = Parameters<typeof WrongPatient>[0]['candidate'];
const warning = (
  compared: Partial<Candidate['compared']>,
  prior_name_differs = false,
  kept: Candidate['kept'] = [],
): string =>
  renderToStaticMarkup(
    createElement(WrongPatient, {
      candidate: { compared, kept, prior_name_differs } as Partial<Candidate> as Candidate,
      prior: 'KOWALSKI, Piotr (MRN Q8)',
    }),
  );
const taken = (owner: Parameters<typeof TakenMrns>[0]['of'][number]['owner']): string =>
  renderToStaticMarkup(createElement(TakenMrns, { of: [{ mrn: 'Q1', owner }] }));

describe('the warning before data is applied', () => {
  it.each(['family', 'given', 'birth_date', 'sex'] as const)('is shown if the %s differs', (field) => {
    expect(warning({ mrn: 'not_sent', [field]: 'different' })).toContain('These may be two people.');
  });

  it('names the patient of MRG if the prior name is another person’s', () => {
    expect(warning({ family: 'same' }, true)).toMatch(
      /These may be two people\..*The prior name in the message is .?KOWALSKI, Piotr \(MRN Q8\)/,
    );
    expect(warning({ sex: 'different' })).not.toContain('KOWALSKI');
  });

  it('is shown before a report or document is filed', () => {
    const patient = { family: 'Tran', given: 'Emeka', birth_date: '1943-02-01', sex: 'male', mrn: 'M1' };
    const compared = {
      mrn: 'different',
      family: 'same',
      given: 'same',
      birth_date: 'different',
      sex: 'same',
    };
    const sent = { family: 'Tran', given: 'Emeka', birth_date: '1988-01-01', sex: 'M', mrn: 'M2' };
    const candidate = { patient, compared, fits: false };
    expect(renderToStaticMarkup(differencesOf(sent as never, candidate as never))).toMatch(
      /These may be two people\..*File only if you are sure that the message is about this patient\..*Differences/,
    );
  });

  it('is not shown for the patient with the identity sent', () => {
    expect(warning({ mrn: 'different', family: 'same', sex: 'same' })).toBe('');
    // Newer data of the patient was applied.
    expect(warning({ birth_date: 'different' }, false, ['birth_date'])).toBe('');
  });
});

describe('the notice instead of the button that applies data', () => {
  it('names the patient who has the MRN', () => {
    expect(taken({ family: 'Reyes', given: 'Ana', birth_date: '1950-04-03' })).toMatch(
      /MRN Q1 belongs to .?REYES, Ana.?, born 03-Apr-1950\./,
    );
  });

  it('names no patient in a restricted chart', () => {
    expect(taken(null)).toContain('MRN Q1 belongs to another patient.');
  });
});
