import type { CatalogTest } from '@/server/domain/catalog/contract';

type Known = Pick<CatalogTest, 'id' | 'name' | 'loinc'> & {
  components: readonly Pick<CatalogTest['components'][number], 'test_id' | 'loinc'>[];
};

/** Another chosen panel that contains this test, so that it would be measured twice. */
export const includedIn = (test: Known, chosen: readonly Known[]): Known | undefined =>
  chosen.find(
    ({ id, components }) =>
      id !== test.id &&
      components.some(
        ({ test_id, loinc }) => test_id === test.id || (loinc !== null && loinc === test.loinc),
      ),
  );
