import { createElement } from 'react';
import { expect, it } from 'vitest';
import { OrderHistory } from '@/components/orders/order-sheet';
import { render } from '../../support/render';

it('calls an order placed once, and then sent again', () => {
  const step = (status: string, minute: number, source = 'portal') => ({
    status,
    at: `2026-11-30T04:0${minute}:00.000Z`,
    source,
    by: 'system',
    reason: null,
  });
  const order = {
    status_history: [step('requested', 1), step('rejected', 2, 'message'), step('requested', 3)],
    transmission: { accepted_at: null, status: 'queued' },
  };
  const sheet = { order, names: {}, cancellations: [] } as unknown as Parameters<
    typeof OrderHistory
  >[0]['sheet'];
  const words = [...render(createElement(OrderHistory, { sheet })).matchAll(/semibold">([^<]+)</g)];
  expect(words.map(([, word]) => word)).toEqual(['Placed', 'Rejected by lab', 'Sent again']);
});
