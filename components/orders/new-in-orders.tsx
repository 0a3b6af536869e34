'use client';
/** Over the lists of orders: what was ordered or has changed since. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { background } from '../client/client';
import { hearChanges } from '../client/changes';
import { News, useAnnounced } from '../client/news';
import { readAfterChanges } from '../client/read-after-changes';
import { quietly } from '../client/router-requests';
import { count } from '../format/numbers';
import { keysOfOrders, newIn } from '../patients/chart-keys';

/** A change of the user is shown by its action. */
const LEAST_MS = 500;

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
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const [page, inputs] = [JSON.stringify(shown), JSON.stringify({ due, lists })];
  const [found, setFound] = useState({ page, words: '' });
  const words = found.page === page ? found.words : '';
  useAnnounced(words);

  useEffect(() => {
    let isMissed = false;
    hearChanges(({ orders, everything }) => (isMissed ||= everything || orders.length > 0), first)();
    if (isMissed) quietly(() => router.refresh());
  }, [first, router]);

  useEffect(
    () =>
      readAfterChanges({
        isAffected: ({ orders, everything }) => everything || orders.length > 0,
        async read(isOver) {
          const asked = JSON.parse(inputs) as Pick<NewInOrdersProps, 'due' | 'lists'>;
          const read = await Promise.all([
            ...(asked.due ? [labOrders.listDueOrders.query(asked.due)] : []),
            ...asked.lists.map((input) => labOrders.listLabOrders.query(input)),
          ]);
          const keys = read.flatMap(keysOfOrders);
          if (isOver() || JSON.stringify(keys) === page) return;
          // An older row follows when another leaves the list.
          const fresh = newIn(keys, JSON.parse(page) as string[], true).length;
          setFound({ page, words: fresh > 0 ? `${count(fresh, 'new order')}.` : 'Orders have changed.' });
        },
        leastMs: LEAST_MS,
      }),
    [page, inputs],
  );
  return words ? <News words={words} /> : null;
}
