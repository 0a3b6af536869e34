import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { catalogTests, organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { newId, showId } from '../../shared/ids';
import type { CatalogTest } from './contract';
import type { CatalogComponent } from '../../data-types/catalog-test';

/** One entry of a source; the `test_id` of a component is resolved by LOINC among the same laboratory's tests. */
export type CatalogEntry = Omit<CatalogTest, 'id' | 'object' | 'created_at' | 'updated_at' | 'components'> & {
  components: Omit<CatalogComponent, 'test_id'>[];
};

const {
  orgId: _org,
  id: _id,
  code: _code,
  labId: _lab,
  createdAt: _created,
  updatedAt,
  ...replaced
} = getTableColumns(catalogTests);
const excluded = ({ name }: { name: string }): SQL => sql`excluded.${sql.identifier(name)}`;
const REPLACE = Object.fromEntries(
  Object.entries({ ...replaced, updatedAt }).map(([key, column]) => [key, excluded(column)]),
);
const columns = Object.values(replaced);
const DIFFERS = sql`(${sql.join(columns, sql`, `)}) is distinct from (${sql.join(columns.map(excluded), sql`, `)})`;

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
      const rows = withIds.map(({ entry, id }): Omit<typeof catalogTests.$inferInsert, 'updatedAt'> => ({
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
      const changed =
        rows.length === 0
          ? []
          : await tx
              .insert(catalogTests)
              .values(rows.map((row) => ({ ...row, updatedAt: databaseTime })))
              .onConflictDoUpdate({
                target: [catalogTests.orgId, catalogTests.labId, catalogTests.code],
                set: REPLACE,
                setWhere: DIFFERS,
              })
              .returning({ id: catalogTests.id });
      if (changed.length > 0) await emitCatalogUpdate(tx, ctx);
      return {
        output: { count: rows.length },
        audit: { objectKind: 'catalog_test', detail: { count: rows.length } },
      };
    },
  );
}

/** An organization has one catalog, so the event uses the organization's ID. */
async function emitCatalogUpdate(tx: Tx, ctx: Context): Promise<void> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .update(organizations)
    .set({ catalogVersion: sql`${organizations.catalogVersion} + 1` })
    .where(eq(organizations.id, orgId))
    .returning({ version: organizations.catalogVersion });
  const { version } = row!;
  await emit(tx, ctx, {
    type: 'catalog.updated',
    object: {
      kind: 'catalog',
      id: orgId,
      version,
      status: null,
      href: '/v1/labs/catalog',
      patientId: null,
    },
    sequence: version,
  });
}
