import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import {
  groupByPatient,
  headingWords,
  heldResults,
  isMoved,
  newerThan,
  type NewCritical,
} from '@/components/inbox/critical-groups';
import { NewCriticalBanner } from '@/components/inbox/new-critical-banner';
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { render } from '../../support/render';

/** New critical results are grouped by patient, and none is hidden without a count. */

let number = 0;
function result(patient: string, value: string, part: Partial<NewCritical> = {}): NewCritical {
  number += 1;
  return {
    id: `res_${number}`,
    version: 1,
    title: 'Panel',
    told: false,
    assigned: null,
    assigned_by: null,
    scope: 'mine',
    patient: {
      id: patient,
      name: { family: 'Okafor', given: ['Ada'], prefix: null, suffix: null, use: null },
      birth_date: '1958-08-21',
      sex: 'female',
      mrn: `M-${patient}`,
      deceased_at: null,
    } as NewCritical['patient'],
    value: { name: 'Potassium', value_text: value, unit: null, interpretation: 'HH', further: 0 },
    ...part,
  };
}

const shownOf = (data: NewCritical[], totals: Partial<NewCriticalResults> = {}): NewCriticalResults => ({
  object: 'new_critical_results',
  data,
  total: data.length,
  patient_total: groupByPatient(data).length,
  unmatched: [],
  alarm: {
    object: 'inbox_alarm',
    critical: data.length,
    unsigned: 0,
    forgotten: 0,
    forgotten_minutes: 30,
    unmatched_critical: 0,
    forgotten_unmatched: 0,
    first_unmatched: null,
    as_of: '2026-11-05T08:00:00.000Z',
  },
  ...totals,
});

const nothing = () => undefined;
const htmlOf = (shown: NewCriticalResults) =>
  render(createElement(NewCriticalBanner, { shown, onOpen: nothing, onDismiss: nothing, onList: nothing }));
const textsOf = (shown: NewCriticalResults) =>
  [...htmlOf(shown).matchAll(/<li.*?<\/li>/g)].map(([line]) => line.replace(/<[^>]*>/g, ''));
const headOf = (shown: NewCriticalResults) => /<p.*?<\/p>/.exec(htmlOf(shown))![0].replace(/<[^>]*>/g, '');

describe('new critical results', () => {
  it('are one line for each patient, newest first, with birth date and MRN', () => {
    const lines = textsOf(shownOf([result('a', '6.9'), result('b', '7.1'), result('a', '5.1')]));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^OKAFOR, Ada \(born 21-Aug-1958, MRN M-a\): Potassium 6\.9 HH.*, Potassium 5\.1 HH.* Open/,
    );
    expect(lines[1]).toMatch(/M-b\): Potassium 7\.1/);
  });

  it('of a restricted chart have no birth date', () => {
    const one = result('a', '6.9');
    one.patient = { ...one.patient, birth_date: null, mrn: null } as NewCritical['patient'];
    expect(textsOf(shownOf([one]))[0]).toMatch(/^OKAFOR, Ada \(restricted chart\): Potassium/);
  });

  it('show the MRN in every width if patients have one name', () => {
    expect(htmlOf(shownOf([result('a', '6.9')]))).toContain('max-md:hidden');
    expect(htmlOf(shownOf([result('a', '6.9'), result('b', '7')]))).not.toContain('max-md:hidden');
  });

  it('beyond two patients or two values are counted', () => {
    const many = ['a', 'a', 'a', 'b', 'c', 'd'].map((patient, index) => result(patient, String(index)));
    const lines = textsOf(shownOf(many));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(', 1 more');
    expect(headOf(shownOf(many))).toBe('6 new critical results for 4 patients, 2 more patients in the inbox');
    expect(headOf(shownOf([result('a', '1')], { total: 14, patient_total: 9 }))).toBe(
      '14 critical results for 9 patients, 8 more patients in the inbox',
    );
    expect(headOf(shownOf([result('a', '1')], { total: 14, patient_total: 1 }))).toBe(
      '14 critical results, 13 more in the inbox',
    );
  });

  it('that were not acknowledged are called so', () => {
    const told = { told: true };
    expect(headingWords(shownOf([result('a', '1')]))).toBe('New critical result');
    expect(headingWords(shownOf([result('a', '1', told)]))).toBe('Critical result not acknowledged');
    expect(headingWords(shownOf([result('a', '1', told), result('b', '2', told)]))).toBe(
      '2 critical results for 2 patients not acknowledged',
    );
    const mixed = shownOf([result('a', '1'), result('a', '2', told), result('b', '3')]);
    expect(headingWords(mixed)).toBe('3 critical results for 2 patients');
    const [first, second] = textsOf(mixed);
    expect(first).toMatch(/Potassium 1 HH[^(]*, Potassium 2 HH.* \(not acknowledged\)/);
    expect(second).not.toContain('not acknowledged');
  });

  it('that a colleague assigned say so', () => {
    const by = { assigned_by: 'Dr. Kim Clinician' };
    const assigned = result('a', '1', { assigned: 'user', ...by });
    expect(headingWords(shownOf([assigned]))).toBe('Critical result assigned to you by Dr. Kim Clinician');
    const returned = result('b', '2', { assigned: 'group', assigned_by: null });
    expect(headingWords(shownOf([returned]))).toBe(
      'Critical result returned to the group by a former member',
    );
    const [first, second] = textsOf(shownOf([assigned, returned]));
    expect(first).toContain('(assigned to you by Dr. Kim Clinician)');
    expect(second).toContain('(returned to the group by a former member)');
    // The server returns only an assignment after the escalation.
    expect(headingWords(shownOf([{ ...assigned, told: true }]))).toBe(
      'Critical result assigned to you by Dr. Kim Clinician',
    );
  });

  it('keep the order of held rows, with the values last read', () => {
    const [a, b, c] = [result('a', '6.9'), result('b', '7.1'), result('c', '38')];
    const corrected = { ...b, value: { ...b.value!, value_text: '7.3' } };
    expect(heldResults([a, b], [c, corrected])).toEqual([a, corrected]);
  });

  it('without a patient are announced without a name, with the way to match them', () => {
    const value = { name: 'Glucose', value_text: '38', unit: 'mg/dL', interpretation: 'LL', further: 0 };
    const unmatched = [
      { id: 'rpt_2', value },
      { id: 'rpt_1', value: null },
    ];
    const alone = shownOf([], { unmatched });
    expect(headOf(alone)).toBe('2 unmatched critical results');
    expect(textsOf(alone)).toEqual([
      expect.stringMatching(/^No patient matched: Glucose 38.*LL.*, 1 more Match/),
    ]);
    expect(htmlOf(alone)).toContain('href="/unmatched/rpt_2"');
    expect(headingWords(shownOf([], { unmatched: unmatched.slice(1) }))).toBe('Unmatched critical result');
    const both = shownOf([result('a', '6.9')], { unmatched });
    expect(headOf(both)).toBe('New critical result and 2 unmatched');
    expect(textsOf(both)).toHaveLength(2);
  });

  it('that arrive while rows are held are counted next to these', () => {
    const [a, b] = [result('a', '6.9'), result('b', '7.1')];
    const unmatched = [{ id: 'rpt_1', value: null }];
    const held = shownOf([a]);
    expect(newerThan(held, held)).toBe(0);
    expect(newerThan(held, shownOf([b, a], { unmatched }))).toBe(2);
    // Signed by a colleague.
    expect(newerThan(shownOf([a, b]), shownOf([b]))).toBe(0);
    expect(newerThan(held, shownOf([a], { total: 3 }))).toBe(2);
  });

  it('of a report that was moved are not those of the held patient', () => {
    const [a, b] = [result('a', '6.9'), result('b', '7.1')];
    const moved = { ...b, patient: result('c', '1').patient };
    expect(heldResults([a, b], [a, moved])).toEqual([a, b]);
    const [first, second] = groupByPatient([a, b]);
    expect(isMoved(first!, [a, moved])).toBe(false);
    expect(isMoved(second!, [a, moved])).toBe(true);
  });
});
