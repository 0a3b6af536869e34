import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import type { OrganizationSettings } from './contract';
import { presentSettings } from './present';

export function getOrganizationSettings(ctx: Context): Promise<OrganizationSettings> {
  const operation = {
    action: 'get_organization_settings',
    kind: 'read',
    role: 'admin',
    peopleOnly: true,
  } as const;
  return perform<OrganizationSettings>(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const [row] = await tx.select().from(organizations).where(eq(organizations.id, orgId));
    if (!row) throw notFound();
    return { output: presentSettings(row), audit: { objectKind: 'organization', objectId: orgId } };
  });
}
