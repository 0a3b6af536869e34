import { eq } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { newId, showId } from '../../shared/ids';
import type { CatalogTest } from './contract';
import { emitCatalogUpdate } from './events';
import { writeTests, type NewTest } from './write-tests';
import type { CatalogComponent } from '../../data-types/catalog-test';

/** One entry of a source; the `test_id` of a component is resolved by LOINC among the same laboratory's tests. */
export type CatalogEntry = Omit<CatalogTest, 'id' | 'object' | 'created_at' | 'updated_at' | 'components'> & {
  components: Omit<CatalogComponent, 'test_id'>[];
};

/**
 * Inserts or replaces entries by laboratory and code. Missing or unchanged entries stay as they are; one event
 * announces all changes.
 */
export function upsertCatalog(ctx: Context, entries: readonly CatalogEntry[]): Promise<{ count: number }> {
  return perform(
    ctx,
    { action: 'upsert_catalog', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const now = new Date();
      const known = await tx
        .select({ id: catalogTests.id, code: catalogTests.code, labId: catalogTests.labId })
        .from(catalogTests)
        .where(eq(catalogTests.orgId, orgId));
      const idOf = new Map(known.map((row) => [`${row.labId}\n${row.code}`, row.id]));
      const withIds = entries.map((entry) => ({
        entry,
        id: idOf.get(`${entry.lab.id}\n${entry.code}`) ?? newId(),
      }));
      const testOf = new Map(
        withIds
          .filter(({ entry }) => entry.kind === 'test' && entry.loinc)
          .map(({ entry, id }) => [`${entry.lab.id}\n${entry.loinc}`, showId('catalog_test', id)]),
      );
      const rows = withIds.map(({ entry, id }): NewTest => ({
        orgId,
        id,
        code: entry.code,
        loinc: entry.loinc,
        name: entry.name,
        shortName: entry.short_name,
        synonyms: entry.synonyms,
        kind: entry.kind,
        components: entry.components.map((part) => ({
          test_id: testOf.get(`${entry.lab.id}\n${part.loinc}`) ?? null,
          ...part,
        })),
        category: entry.category,
        specimen: entry.specimen,
        unit: entry.unit,
        referenceRanges: entry.reference_ranges,
        fastingRequired: entry.fasting_required,
        turnaroundHours: entry.turnaround_hours,
        questions: entry.questions,
        labId: entry.lab.id,
        labName: entry.lab.name,
        active: entry.active,
        criticalLow: entry.critical_low,
        criticalHigh: entry.critical_high,
        source: entry.source,
        createdAt: now,
      }));
      const written = await writeTests(tx, rows);
      if (written > 0) await emitCatalogUpdate(tx, ctx);
      return {
        output: { count: rows.length },
        audit: { objectKind: 'catalog_test', detail: { count: rows.length } },
      };
    },
  );
}
