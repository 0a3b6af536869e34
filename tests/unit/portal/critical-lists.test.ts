import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { InboxList } from '@/components/inbox/inbox-list';
import { nextOf } from '@/components/inbox/inbox-place';
import { isCurrent, placesOf } from '@/components/shell/places';
import { CriticalStrip } from '@/components/today/critical-strip';
import type { InboxItem } from '@/server/domain/reviews/contract';
import { render } from '../../support/render';

/** Lists of critical results count the ones that they leave out. */

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const patient = {
  id: 'pat_1',
  name: { family: 'Brenan', given: ['Goran'] },
  birth_date: '1952-03-18',
  sex: 'male',
  mrn: '1',
  deceased_at: null,
};

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

describe('the start page', () => {
  const strip = (count: number, maySign: boolean) =>
    textOf(
      render(
        createElement(CriticalStrip, {
          critical: {
            count,
            data: Array.from({ length: Math.min(count, 5) }, (_none, number) => ({
              id: `res_${number}`,
              patient,
              title: 'Glucose',
              value: null,
              told: false,
              scope: 'mine',
              since: null,
              assignee: 'self',
              assignee_name: null,
            })) as never,
          },
          maySign,
          alarm: null,
          today: '2026-11-30',
          now: NOW,
        }),
      ),
    );

  it('shows how many critical results it lists', () => {
    expect(strip(6, true)).toContain('5 of 6 shown, longest unsigned first. All critical results');
    expect(strip(6, false)).toContain('5 of 6 shown, longest unsigned first.');
    expect(strip(5, true)).not.toContain('shown');
  });
});

describe('the inbox', () => {
  const item = (id: string, group: InboxItem['group']) =>
    ({
      id,
      version: 1,
      group,
      status: 'final',
      severity: group === 'critical' ? 'critical' : 'abnormal',
      worst_interpretation: null,
      worst_interpretation_source: null,
      title: 'Glucose',
      values: [],
      panels: [],
      pending_tests: [],
      patient,
      reviewer: null,
      why_alone: null,
      collected_at: null,
      critical_since: null,
    }) as unknown as InboxItem;
  const headings = (age?: 'over_1') => {
    const html = render(
      createElement(InboxList, {
        pinned: ['a', 'b', 'c'].map((id) => item(id, 'critical')),
        critical: 5,
        items: [item('d', 'critical'), item('e', 'critical'), item('f', 'abnormal'), item('g', 'abnormal')],
        kinds: { critical: 5, abnormal: 80, corrected: 0, partial: 0, normal: 0 } as never,
        now: NOW,
        place: { scope: 'mine', age },
        open: null,
        self: 'usr_1',
      }),
    );
    return [...html.matchAll(/<h2.*?<\/h2>/g)].map(([heading]) => textOf(heading));
  };

  it('counts the reports below each heading, and all of its kind', () => {
    expect(headings()).toEqual([
      'Critical 3 of 5Unsigned forShow all 5',
      'Other critical 2Unsigned for',
      'Abnormal 2 of 80Collected',
    ]);
    // The age does not apply to the first group.
    expect(headings('over_1')[1]).toBe('Other critical 2Unsigned for');
  });
});

describe('the report after the open one', () => {
  const items = (['critical', 'critical', 'critical', 'abnormal', 'normal'] as const).map(
    (group, number) => ({
      group,
      number,
    }),
  );
  it.each([
    [0, 1],
    // The most overdue critical report is above.
    [2, 0],
    [3, 4],
    [4, 0],
  ])('of number %i is number %i', (at, next) => expect(nextOf(items, at)?.number).toBe(next));

  it('is undefined after the only one', () => {
    expect(nextOf(items.slice(0, 1), 0)).toBeUndefined();
    expect(nextOf([items[0]!, items[4]!], 0)?.number).toBe(4);
  });
});

it.each([
  ['admin', ['/admin']],
  ['clinician', ['/orders']],
] as const)('order sets are in the section of the menu of an %s', (role, sections) => {
  const places = placesOf(role, null);
  expect(places.filter((place) => isCurrent(place, '/orders/sets', places)).map(({ href }) => href)).toEqual(
    sections,
  );
});
