import { and, eq, isNull, sql } from 'drizzle-orm';
import { catalogTests, labConnections } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { MANAGE } from './catalog-imports';
import type { CatalogLabList } from './import-contract';

/** Laboratories with tests in the catalog, and those of lab connections, by name. Hospitals have none. */
export function listCatalogLabs(ctx: Context): Promise<CatalogLabList> {
  return perform(ctx, { action: 'list_catalog_labs', kind: 'list', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const labs = await tx
      .select({
        id: catalogTests.labId,
        name: sql<string>`max(${catalogTests.labName})`,
        active: sql<number>`(count(*) filter (where ${catalogTests.active}))::int`,
        inactive: sql<number>`(count(*) filter (where not ${catalogTests.active}))::int`,
      })
      .from(catalogTests)
      .where(eq(catalogTests.orgId, orgId))
      .groupBy(catalogTests.labId);
    const connections = await tx
      .select({ id: labConnections.id, lab: labConnections.lab, name: labConnections.name })
      .from(labConnections)
      .where(
        and(
          eq(labConnections.orgId, orgId),
          eq(labConnections.kind, 'laboratory'),
          isNull(labConnections.deletedAt),
        ),
      );
    const others = connections
      .map(({ id, lab, name }) => ({ id: showId('lab_connection', id), name: lab.name ?? name }))
      .filter(({ id }) => !labs.some((lab) => lab.id === id))
      .map((lab) => ({ ...lab, active: 0, inactive: 0 }));
    const data = [...labs, ...others].sort((a, b) => a.name.localeCompare(b.name, 'en'));
    return { output: { data }, audit: { objectKind: 'catalog_test', detail: { count: data.length } } };
  });
}
