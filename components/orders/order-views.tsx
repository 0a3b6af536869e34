/** Links to the order lists, with the counts of those that need attention. */
import { counted } from '../inbox/inbox-place';
import { TextLink } from '../ui/text-link';

export const ORDER_VIEWS = ['open', 'due', 'overdue', 'stopped', 'all'] as const;
type OrderView = (typeof ORDER_VIEWS)[number];

export const ORDER_VIEW_WORDS: Record<OrderView, string> = {
  open: 'Open',
  due: 'Due for collection',
  overdue: 'Overdue',
  stopped: 'Rejected or failed',
  all: 'All',
};

interface OrderViewsProps {
  view: OrderView;
  counts: Partial<Record<OrderView, number>>;
}

export function OrderViews({ view, counts }: OrderViewsProps) {
  const words = (name: OrderView): string => {
    const count = counts[name];
    if (count === undefined) return ORDER_VIEW_WORDS[name];
    return `${ORDER_VIEW_WORDS[name]} (${counted(count)})`;
  };
  return (
    <nav aria-label="Order lists" className="mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {ORDER_VIEWS.map((name) => (
          <li key={name}>
            <TextLink
              href={name === 'open' ? '/orders' : `/orders?view=${name}`}
              aria-current={name === view ? 'page' : undefined}
              className={`flex min-h-8 items-center ${name === view ? 'font-bold text-ink no-underline' : ''}`}
            >
              {words(name)}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
