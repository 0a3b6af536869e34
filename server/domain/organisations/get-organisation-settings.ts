import { eq } from 'drizzle-orm';
import { organisations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import type { OrganisationSettings } from './contract';
import { presentSettings } from './present';

export function getOrganisationSettings(ctx: Context): Promise<OrganisationSettings> {
  const act = { action: 'get_organisation_settings', kind: 'read', role: 'admin', peopleOnly: true } as const;
  return perform<OrganisationSettings>(ctx, act, async (tx) => {
    const { orgId } = ctx.actor;
    const [row] = await tx.select().from(organisations).where(eq(organisations.id, orgId));
    if (!row) throw notFound();
    return { output: presentSettings(row), audit: { objectKind: 'organisation', objectId: orgId } };
  });
}
