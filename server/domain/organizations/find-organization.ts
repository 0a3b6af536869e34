import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import { withScope } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { readId } from '../../shared/ids';

export type OrganizationRow = typeof organizations.$inferSelect;

/** Finds an organization by slug or `org_…`, for the operator's tool and startup. @throws DomainError `not_found` */
export async function findOrganization(slugOrId: string): Promise<OrganizationRow> {
  const id = readId('organization', slugOrId);
  const bySlug = /^[a-z0-9][a-z0-9-]{0,62}$/.test(slugOrId);
  if (id || bySlug) {
    const [row] = await withScope(id ? { orgId: id } : { orgSlug: slugOrId }, (tx) =>
      tx
        .select()
        .from(organizations)
        .where(id ? eq(organizations.id, id) : eq(organizations.slug, slugOrId)),
    );
    if (row) return row;
  }
  throw new DomainError('not_found', 'The organization does not exist.');
}
