import { expect, it } from 'vitest';
import { includedIn, notIncluded, orderedAlready } from '@/components/orders/included-in';

const test = (
  id: string,
  loinc: string | null,
  components: { test_id: string; loinc: string | null }[] = [],
) => ({
  id,
  name: id,
  loinc,
  components,
});

it('a panel is included in one that contains all of its tests', () => {
  const sodium = { test_id: 'sodium', loinc: '2951-2' };
  const albumin = { test_id: 'albumin', loinc: null };
  const small = test('small', '1-8', [sodium]);
  const large = test('large', '2-6', [sodium, albumin]);
  const other = test('other', null, [albumin, { test_id: 'iron', loinc: null }]);
  const chosen = [small, large, other];
  expect(chosen.map((one) => includedIn(one, chosen))).toEqual([large, undefined, undefined]);
  expect(includedIn(test('empty', null), chosen)).toBeUndefined();
});

it('a test that a chosen panel contains is found by entry or LOINC, and a panel not in itself', () => {
  const panel = test('lipid', '57698-3', [
    { test_id: 'hdl', loinc: '2085-9' },
    { test_id: 'lipid', loinc: null },
  ]);
  const chosen = [panel, test('glucose', '2345-7')];
  expect(includedIn(test('hdl', null), chosen)).toBe(panel);
  expect(includedIn(test('other-hdl', '2085-9'), chosen)).toBe(panel);
  expect(includedIn(test('sodium', null), chosen)).toBeUndefined();
  expect(includedIn(panel, chosen)).toBeUndefined();
});

it('a set adds neither a test of its panels or of the order, nor one of two equal panels', () => {
  const sodium = { test_id: 'sodium', loinc: '2951-2' };
  const [member, iron] = [test('sodium', null), test('iron', null)];
  const [panel, equal] = [test('panel', null, [sodium]), test('equal', null, [sodium])];
  expect(notIncluded([member, iron, panel], [])).toEqual([iron, panel]);
  expect(notIncluded([member, iron], [panel])).toEqual([iron]);
  expect(notIncluded([panel, equal], [])).toEqual([equal]);
});

const openOrder = (order_number: string, ...tests: ReturnType<typeof test>[]) => ({
  order_id: `ord_${order_number}`,
  order_number,
  created_at: '2026-11-30T08:00:00.000Z',
  status: 'sent' as const,
  transmission: {
    status: 'accepted' as const,
    pending: false,
    paused: false,
    failing_since: null,
    message: 'new_order' as const,
    unsent: false,
    attempts: 1,
    last_attempt_at: null,
    accepted_at: null,
    filler_order_number: null,
    reason: null,
  },
  tests: tests.map(({ id, ...one }) => ({ ...one, test_id: id })),
});

it('an open order has the test, its panel, or tests of the panel', () => {
  const [wbc, hgb] = [test('wbc', '6690-2'), test('hgb', '718-7')];
  const cbc = test('cbc', '58410-2', [
    { test_id: 'wbc', loinc: '6690-2' },
    { test_id: 'hgb', loinc: null },
  ]);
  const found = (chosen: ReturnType<typeof test>, ...open: ReturnType<typeof openOrder>[]) => {
    const found = orderedAlready(chosen, open);
    if (!found) return undefined;
    const { order, ...how } = found;
    return [order.order_number, how];
  };
  const panels = openOrder('panels', test('tsh', '3016-3'), cbc);
  expect(found(wbc, panels)).toEqual(['panels', { panel: 'cbc' }]);
  expect(found(hgb, panels)).toEqual(['panels', { panel: 'cbc' }]);
  expect(found(cbc, panels)).toEqual(['panels', {}]);
  expect(found(cbc, openOrder('parts', hgb, test('tsh', null), wbc))).toEqual([
    'parts',
    { included: ['hgb', 'wbc'] },
  ]);
  // The catalog of another laboratory has another entry.
  expect(found(test('leukocytes', '6690-2'), openOrder('newest', wbc), panels)).toEqual(['newest', {}]);
  expect(found(test('iron', null), panels, openOrder('gone', test('', null)))).toBeUndefined();
});
