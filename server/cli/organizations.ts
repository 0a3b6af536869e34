import type { Context } from '../shared/context';
import { isDomainError } from '../errors/domain-error';
import { notFound } from '../shared/ids';
import { allOrganizations } from '../domain/organizations/access';
import { findOrganization, type OrganizationRow } from '../domain/organizations/find-organization';
import { systemContext } from '../shared/system-actor';

export async function inOrganization(
  slugOrId: string,
): Promise<{ organization: OrganizationRow; ctx: Context }> {
  const organization = await findOrganization(slugOrId);
  return { organization, ctx: systemContext(organization.id, 'admin') };
}

/**
 * Runs in the organization that owns a resource. IDs do not contain the organization: without `--org` each organization
 * is tried in turn.
 * @throws DomainError `not_found`
 */
export async function inOwner<T>(
  slugOrId: string | undefined,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (slugOrId) return work((await inOrganization(slugOrId)).ctx);
  for (const id of await allOrganizations()) {
    try {
      return await work(systemContext(id, 'admin'));
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'not_found') throw error;
    }
  }
  throw notFound();
}
