/** The order lists, with the counts of those that need attention. */
import { counted } from '../format/counted';
import type { ViewLink } from '../ui/view-links';

export const ORDER_VIEWS = ['open', 'due', 'overdue', 'stopped', 'all'] as const;
type OrderView = (typeof ORDER_VIEWS)[number];

export const ORDER_VIEW_WORDS: Record<OrderView, string> = {
  open: 'Open',
  due: 'Due for collection',
  overdue: 'Overdue',
  stopped: 'Not sent or rejected',
  all: 'All',
};

export const orderViewHref = (view: OrderView): string =>
  view === 'open' ? '/orders' : `/orders?view=${view}`;

export function orderViews(counts: Partial<Record<OrderView, number>>): ViewLink[] {
  return ORDER_VIEWS.map((view) => {
    const count = counts[view];
    const words = ORDER_VIEW_WORDS[view];
    return {
      href: orderViewHref(view),
      label: count === undefined ? words : `${words} (${counted(count)})`,
    };
  });
}
