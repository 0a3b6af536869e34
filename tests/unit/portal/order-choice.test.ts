import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FormatProvider } from '@/components/format/format-provider';
import { OrderChoice } from '@/components/unmatched/order-choice';

it.each([
  [['Glucose'], 1, 1, '1 of 1 test in this report'],
  [['Glucose', 'Sodium'], 1, 1, '1 of 2 tests in this report'],
  [['Glucose'], 1, 0, 'already reported'],
])('an order of %j with %i of the report, %i unreported: %s', (tests, answered, unreported, words) => {
  const created_at = '2026-11-29T08:00:00Z';
  const order = { id: 'ord_1', order_number: 'A-1', created_at, status: 'sent', tests, answered, unreported };
  const props = { id: 'order', orders: [order], value: '', choose: () => {} };
  const html = renderToStaticMarkup(
    createElement(FormatProvider, {
      timeZone: 'UTC',
      children: createElement(OrderChoice, props as Parameters<typeof OrderChoice>[0]),
    }),
  );
  expect(html).toContain(`(${words})`);
});
