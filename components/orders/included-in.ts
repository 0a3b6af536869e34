import type { CatalogTest } from '@/server/domain/catalog/contract';

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
