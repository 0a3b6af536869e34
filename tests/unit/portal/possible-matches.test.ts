import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { AppliedChanges } from '@/components/unmatched/applied-changes';
import { PatientChoice } from '@/components/unmatched/patient-choice';
import { render } from '../../support/render';

// It needs the router of a page.
vi.mock('@/components/patients/patient-search', () => ({ PatientSearch: () => null }));

type Applied = Parameters<typeof AppliedChanges>[0]['applied'];
type Compared = NonNullable<Parameters<typeof AppliedChanges>[0]['compared']>;
type Choice = Parameters<typeof PatientChoice>[0];

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const record = (given: string[]) =>
  ({
    name: { family: 'Doe', given, prefix: null, suffix: null, use: 'official' },
    other_names: [],
    identifiers: [],
    phones: [],
    emails: [],
    addresses: [],
    contacts: [],
    metadata: {},
    birth_date: '1950-04-03',
    sex: 'female',
  }) as object as Applied['before'];

it('a lost middle name is among the other changes of a possible match', () => {
  const applied = { before: record(['Fiona', 'Maria']), after: record(['Fiona']) };
  const changes = (given: Compared['given']) =>
    textOf(render(createElement(AppliedChanges, { applied, compared: { given } as Compared })));
  expect(changes('partly_same')).toMatch(/Changed if applied .*Fiona Maria/);
  // The comparison marks it.
  expect(changes('different')).toBe('');
  const after = { ...applied.after, sex: 'male' as const };
  const compared = { given: 'partly_same', sex: 'different' } as Compared;
  const others = textOf(render(createElement(AppliedChanges, { applied: { ...applied, after }, compared })));
  expect(others).toMatch(/Also changed if applied .*Fiona Maria/);
  expect(others).not.toContain('Sex');
});

it('of several search results, only the close one is compared at once, after the suggested match', () => {
  const make = (id: string, given: string, close: boolean, differs: boolean) => ({
    patient: { id, family: 'Tran', given, birth_date: '1943-02-01', sex: 'male', mrn: id, address: null },
    close,
    compared: {
      family: 'same',
      given: differs ? 'different' : 'same',
      birth_date: differs ? 'different' : 'same',
      sex: 'same',
      mrn: 'not_sent',
    },
  });
  const html = render(
    createElement(PatientChoice, {
      sent: { family: 'Tran', given: 'Anya', birth_date: '1943-02-01', sex: 'M', mrn: null },
      candidates: [make('S1', 'Anya', true, false)],
      others: [make('R1', 'Emeka', false, true), make('R2', 'Anya', true, false)],
      restricted: [],
      path: '/unmatched/documents/idc_1',
      q: 'Tran',
      problem: null,
      more: false,
      sender: 'General',
      renderAction: () => null,
    } as object as Choice),
  );
  const folded = /<details.*?<summary.*?<\/summary>/.exec(html)?.[0] ?? '';
  expect(textOf(folded)).toBe('TRAN, Emeka different name 01-Feb-1943 Male MRN R1');
  expect(folded.match(/<strong/g)).toHaveLength(2);
  expect(html.match(/<details/g)).toHaveLength(1);
  const places = ['Suggested matches', 'candidate-S1', 'Results for', 'candidate-R2'].map((text) =>
    html.indexOf(text),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});
