import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { ProposedMerge } from '@/components/unmatched/proposed-merge';
import { render } from '../../support/render';

// It needs the router of a page.
vi.mock('@/components/unmatched/decide-update', () => ({
  MergeFromUpdate: ({ children }: { children: unknown }) => children,
}));

type Props = Parameters<typeof ProposedMerge>[0];

const record = (id: string, street: string) => ({
  id,
  mrn: id,
  name: { family: 'Doe', given: ['Jane'], prefix: null, suffix: null, use: null },
  birth_date: '1950-04-03',
  sex: 'female',
  addresses: [{ lines: [street], city: 'Salem', state: null, postal_code: null, country: null, use: null }],
  other_names: [],
  identifiers: [],
  phones: [],
  emails: [],
  contacts: [],
  metadata: {},
});

it('a merge names the fields in which the records differ, with both values', () => {
  const [kept, merged] = [record('H1', '1 Main St'), record('H2', '9 Elm Rd')];
  const merge = { kept, merged, after: kept, merged_compared: {}, contradicts: [] };
  const update = { id: 'upd_1', connection: 'Hospital', candidates: [], sent: { prior_names: [] } };
  const html = render(createElement(ProposedMerge, { update, merge } as object as Props));
  expect(html).toContain('The records differ in: addresses.');
  expect(html).toMatch(/Differences.*Addresses.*1 Main St.*9 Elm Rd.*The message changes no details/);
});
