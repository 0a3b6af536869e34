import { eq, sql } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import type { Context } from '../../shared/context';

/** An organization has one catalog, so the event uses the organization's ID. */
export async function emitCatalogUpdate(tx: Tx, ctx: Context): Promise<void> {
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
