/** What the address of a flow sheet asks for. Values that mean nothing are left out. */
import { hrefOf } from '../ui/pager';

export interface FlowQuery {
  panel: string | undefined;
  until: string | undefined;
  /** Newest at the left instead of at the right. */
  newestFirst: boolean;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** @param newestFirst what the person prefers, where the address says nothing */
export function readFlowQuery(given: (name: string) => string | undefined, newestFirst: boolean): FlowQuery {
  const order = given('order');
  const until = given('until');
  const panel = given('panel');
  return {
    panel: panel && panel.length <= 200 ? panel : undefined,
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

/** @param tests the first one is the page, the others stand below it */
export function trendHref(patientId: string, tests: readonly string[], window?: string): string {
  const [first = '', ...others] = tests;
  const query = new URLSearchParams(others.map((test) => ['with', test]));
  if (window && window !== 'all') query.set('window', window);
  const text = query.toString();
  return `/patients/${patientId}/results/trend/${encodeURIComponent(first)}${text ? `?${text}` : ''}`;
}
