import { and, eq } from 'drizzle-orm';
import { organizationLogos, organizations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';

type Logo = Pick<typeof organizationLogos.$inferSelect, 'contentType' | 'image'>;

/** @throws DomainError `not_found` if the organization has another logo, or none */
export function getOrganizationLogo(ctx: Context, input: { sha256: string }): Promise<Logo> {
  return perform(ctx, { action: 'get_organization_logo', kind: 'read', peopleOnly: true }, async (tx) => {
    const { orgId } = ctx.actor;
    const [row] = await tx
      .select({ contentType: organizationLogos.contentType, image: organizationLogos.image })
      .from(organizationLogos)
      .innerJoin(organizations, eq(organizations.id, organizationLogos.orgId))
      .where(and(eq(organizationLogos.orgId, orgId), eq(organizations.logo, input.sha256)));
    if (!row) throw notFound();
    return { output: row, audit: { objectKind: 'organization', objectId: orgId } };
  });
}
