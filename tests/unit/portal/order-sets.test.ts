import { createElement } from 'react';
import { expect, it } from 'vitest';
import { OrderSets } from '@/components/orders/order-sets';
import type { OrderSet } from '@/server/domain/order-sets/contract';
import { render } from '../../support/render';

it('the form of an order says that the sets of other laboratories are hidden, also if all are', () => {
  const test = { id: 'tst_1', name: 'Zinc', loinc: null, components: [] };
  const sets = [{ id: 'set_1', name: 'Trace', lab: { id: 'north' }, tests: [test], missing: [] }];
  const html = render(
    createElement(OrderSets, {
      // Only what the section reads.
      sets: sets as unknown as OrderSet[],
      chosen: [],
      labId: 'harbor',
      onAdd: () => undefined,
    }),
  );
  expect(html).toContain('Sets of other laboratories are hidden.');
  expect(html).not.toContain('Trace');
});
