import { createElement } from 'react';
import { expect, it } from 'vitest';
import { OrderHistory } from '@/components/orders/order-sheet';
import { render } from '../../support/render';

it.each([
  [
    ['requested', 'rejected', 'requested'],
    ['Placed', 'Rejected by lab', 'Queued again'],
  ],
  [
    ['requested', 'collected', 'requested'],
    ['Placed', 'Marked as collected', 'Collection undone'],
  ],
  // Placed on paper, and then sent.
  [
    ['requested', 'requested'],
    ['Placed', 'Queued'],
  ],
])('calls an order that was %s %s', (statuses, expected) => {
  const order = {
    status_history: statuses.map((status, minute) => ({
      status,
      at: `2026-11-30T04:0${minute}:00.000Z`,
      source: status === 'rejected' ? 'message' : 'portal',
      by: 'system',
      reason: null,
    })),
    transmission: { accepted_at: null, status: 'queued' },
  };
  const sheet = { order, names: {}, cancellations: [] } as unknown as Parameters<
    typeof OrderHistory
  >[0]['sheet'];
  const words = [...render(createElement(OrderHistory, { sheet })).matchAll(/semibold">([^<]+)</g)];
  expect(words.map(([, word]) => word)).toEqual(expected);
});

it('shows when a collection was entered, with its time, and that the laboratory did not cancel', () => {
  const order = {
    status_history: [
      {
        status: 'collected',
        at: '2026-11-30T10:00:00.000Z',
        source: 'portal',
        by: 'system',
        reason: null,
      },
    ],
    collection: { collected_at: '2026-11-30T07:30:00.000Z', collected_at_precision: 'minute' },
    transmission: { accepted_at: null, status: 'accepted' },
  };
  const rejected = { at: '2026-11-30T12:00:00.000Z', reason: 'Too late.' };
  const cancellations = [{ at: '2026-11-30T11:00:00.000Z', by: 'system', reason: 'Twice.', rejected }];
  const sheet = { order, names: {}, cancellations } as unknown as Parameters<typeof OrderHistory>[0]['sheet'];
  const items = render(createElement(OrderHistory, { sheet })).split('<li').slice(1);
  const texts = items.map((item) => item.slice(item.indexOf('>') + 1).replaceAll(/<[^>]*>/g, ''));
  expect(texts).toEqual([
    'Marked as collected 30-Nov-2026 10:00, collected 30-Nov-2026 07:30',
    'Cancellation requested 30-Nov-2026 11:00“Twice.”',
    'Cancellation rejected 30-Nov-2026 12:00“Too late.”',
  ]);
});
