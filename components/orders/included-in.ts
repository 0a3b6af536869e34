import type { CatalogTest } from '@/server/domain/catalog/contract';
import type { OpenTests } from '@/server/domain/lab-orders/sheet-contract';

type Component = Pick<CatalogTest['components'][number], 'test_id' | 'loinc'>;
export type Known = Pick<CatalogTest, 'id' | 'name' | 'loinc'> & { components: readonly Component[] };

function contains({ components }: Known, { test_id, loinc }: Component): boolean {
  return components.some(
    (own) => (test_id !== null && own.test_id === test_id) || (loinc !== null && own.loinc === loinc),
  );
}

/** Another chosen panel that contains this test or all tests of this panel, so that they would be measured twice. */
export const includedIn = (test: Known, chosen: readonly Known[]): Known | undefined =>
  chosen.find(
    (panel) =>
      panel.id !== test.id &&
      (contains(panel, { test_id: test.id, loinc: test.loinc }) ||
        (test.components.length > 0 && test.components.every((component) => contains(panel, component)))),
  );

/** Of the tests of a set, those that no panel of the order or of the set includes. */
export const notIncluded = <Test extends Known>(tests: readonly Test[], chosen: readonly Known[]): Test[] =>
  // One after the other: of two equal panels, one remains.
  tests.reduce<Test[]>(
    (kept, test) => (includedIn(test, [...chosen, ...kept]) ? kept.filter((one) => one !== test) : kept),
    [...tests],
  );

type Tests = Pick<OpenTests['data'][number], 'tests'>;

interface Ordered<Order> {
  order: Order;
  /** The ordered panel that includes the test. */
  panel?: string;
  /** The ordered tests that the panel includes. */
  included?: string[];
}

/** The newest of the orders that measures the same: the test itself, a panel with it, or tests of this panel. */
export function orderedAlready<Order extends Tests>(
  test: Known,
  orders: readonly Order[],
): Ordered<Order> | undefined {
  for (const order of orders) {
    const ordered = order.tests.map(({ test_id, ...one }): Known => ({ ...one, id: test_id ?? '' }));
    if (ordered.some(({ id, loinc }) => id === test.id || (loinc !== null && loinc === test.loinc)))
      return { order };
    const panel = includedIn(test, ordered)?.name;
    if (panel !== undefined) return { order, panel };
    const included = ordered.filter((one) => includedIn(one, [test])).map(({ name }) => name);
    if (included.length > 0) return { order, included };
  }
  return undefined;
}
