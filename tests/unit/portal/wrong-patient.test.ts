import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { WrongPatient } from '@/components/unmatched/wrong-patient';

type Props = Parameters<typeof WrongPatient>[0];
type One = Props['update']['candidates'][number];

const one = (id: string, family: string, compared: Partial<One['compared']>): One =>
  ({ patient: { id, family, given: 'Ana' }, compared }) as Partial<One> as One;

const reyes = one('pat_1', 'Reyes', { mrn: 'same', family: 'same', sex: 'same' });
const render = (candidate: One, others: One[] = [], mrn = 'Q1'): string =>
  renderToStaticMarkup(
    createElement(WrongPatient, { candidate, update: { mrn, candidates: [reyes, candidate], others } }),
  );

describe('the warning before data is applied', () => {
  it.each(['family', 'given', 'birth_date', 'sex'] as const)('is shown if the %s differs', (field) => {
    const html = render(one('pat_2', 'Petrov', { mrn: 'not_sent', [field]: 'different' }));
    expect(html).toContain('These may be two people.');
  });

  it('names the patients who have the MRN sent', () => {
    const petrov = one('pat_2', 'Petrov', { mrn: 'different' });
    expect(render(petrov)).toMatch(/MRN Q1 belongs to .?REYES, Ana/);
    expect(render(petrov)).not.toContain('These may be two people');
    expect(render(petrov, [reyes], 'Q1, Q2')).toMatch(/An MRN in the message belongs to .?REYES, Ana.?\.</);
  });

  it('is not shown for the patient with the MRN and identity sent', () => {
    expect(render(reyes)).toBe('');
  });
});
