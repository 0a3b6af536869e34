import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';

/** The organization of the caller. Every credential reads its name. */
export function getOrganization(ctx: Context): Promise<{ id: string; name: string }> {
  return perform(ctx, { action: 'get_organization', kind: 'read', scope: READS }, async (tx) => {
    const { orgId } = ctx.actor;
    const [row] = await tx
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, orgId));
    return {
      output: { id: showId('organization', orgId), name: row!.name },
      audit: { objectKind: 'organization', objectId: orgId },
    };
  });
}

const READS = ['patients:read', 'labs:read', 'documents:read'] as const;
