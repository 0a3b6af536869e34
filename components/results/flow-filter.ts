/** Filter and URLs of flow sheets and trends. */
import { defineFilter, reference } from '../ui/filter';
import { hrefOf } from '../ui/pager';

export const flowFilter = defineFilter({
  panel: reference(/^.{1,200}$/s, { label: 'Panel', all: 'All tests' }),
});

export interface FlowQuery {
  panel: string | undefined;
  until: string | undefined;
  newestFirst: boolean;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** @param newestFirst the preference of the user, for a URL without an order */
export function readFlowQuery(given: (name: string) => string | undefined, newestFirst: boolean): FlowQuery {
  const order = given('order');
  const until = given('until');
  return {
    ...flowFilter.read(given),
    until: until && INSTANT.test(until) && !Number.isNaN(Date.parse(until)) ? until : undefined,
    newestFirst: order === 'newest-first' || (order !== 'oldest-first' && newestFirst),
  };
}

export const queryOfFlow = ({ panel, until, newestFirst }: Partial<FlowQuery>) => ({
  panel,
  until,
  order: newestFirst === undefined ? undefined : newestFirst ? 'newest-first' : 'oldest-first',
});

export const flowHref = (patientId: string, query: Partial<FlowQuery>): string =>
  hrefOf(`/patients/${patientId}/results/flow`, queryOfFlow(query));

/** @param tests the first one names the page, the others are compared with it */
export function trendHref(patientId: string, tests: readonly string[], window?: string): string {
  const [first = '', ...others] = tests;
  const query = new URLSearchParams(others.map((test) => ['with', test]));
  if (window && window !== 'all') query.set('window', window);
  const text = query.toString();
  return `/patients/${patientId}/results/trend/${encodeURIComponent(first)}${text ? `?${text}` : ''}`;
}
