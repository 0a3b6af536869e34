import { expect, it } from 'vitest';
import { includedIn, notIncluded } from '@/components/orders/included-in';

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
