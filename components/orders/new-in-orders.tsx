'use client';
/** Over the lists of orders: what was ordered or has changed since. */
import { background } from '../client/client';
import { News, useNews } from '../client/news';
import { count } from '../format/numbers';
import { keysOfOrders, newIn } from '../patients/chart-keys';

const { labOrders } = background;

interface NewInOrdersProps {
  /** The lists of the page. */
  due: Parameters<typeof labOrders.listDueOrders.query>[0] | null;
  lists: Parameters<typeof labOrders.listLabOrders.query>[0][];
  /** The key of each row. */
  shown: readonly string[];
  /** The position of the page's data. */
  since: string;
}

export function NewInOrders({ due, lists, shown, since }: NewInOrdersProps) {
  const words = useNews(
    {
      input: JSON.stringify({ due, lists }),
      shown,
      isAffected: ({ orders, everything }) => everything || orders.length > 0,
      async read() {
        const found = await Promise.all([
          ...(due ? [labOrders.listDueOrders.query(due)] : []),
          ...lists.map((input) => labOrders.listLabOrders.query(input)),
        ]);
        return found.flatMap(keysOfOrders);
      },
      wordsOf(keys, page) {
        // An older row follows when another leaves the list.
        const fresh = newIn(keys, page, true).length;
        return fresh > 0 ? `${count(fresh, 'new order')}.` : 'Orders have changed.';
      },
    },
    since,
  );
  return words ? <News words={words} /> : null;
}
