/** The order lists, with the counts of those that need attention. */
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { counted } from '../format/counted';
import { hrefOf } from '../ui/pager';
import type { ViewLink } from '../ui/view-links';

export const ORDER_VIEWS = ['open', 'due', 'overdue', 'stopped', 'all'] as const;
type OrderView = (typeof ORDER_VIEWS)[number];

export const ORDER_VIEW_WORDS: Record<OrderView, string> = {
  open: 'Open',
  due: 'Due for collection',
  overdue: 'Overdue',
  stopped: 'Needs attention',
  all: 'All',
};

/** The list that an order was opened from: of its chart, or (`list: 'all'`) of all patients. */
export interface OrderQuery {
  list?: 'all' | undefined;
  view?: OrderView | undefined;
  by?: string | undefined;
  number?: string | undefined;
}

/** URL of an order, with the list. */
export const orderHref = (
  { id, patient_id }: Pick<LabOrder, 'id' | 'patient_id'>,
  query: OrderQuery,
): string => hrefOf(`/patients/${patient_id}/orders/${id}`, { ...query });

export const orderListHref = (patientId: string, { list, ...query }: OrderQuery): string =>
  list ? hrefOf('/orders', { ...query }) : `/patients/${patientId}/orders`;

export const orderViewHref = (view: OrderView, by?: string): string =>
  hrefOf('/orders', { view: view === 'open' ? undefined : view, by });

/** @param by the filter that the links keep */
export function orderViews(counts: Partial<Record<OrderView, number>>, by?: string): ViewLink[] {
  return ORDER_VIEWS.map((view) => {
    const count = counts[view];
    const words = ORDER_VIEW_WORDS[view];
    return {
      href: orderViewHref(view, by),
      label: count === undefined ? words : `${words} (${counted(count)})`,
    };
  });
}
