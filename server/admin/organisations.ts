import { asc } from 'drizzle-orm';
import { organisations } from '../db/schema/index';
import { asWorker } from '../db/transaction';
import type { Context } from '../shared/context';
import { isDomainError } from '../errors/domain-error';
import { notFound } from '../shared/ids';
import { findOrganisation, type OrganisationRow } from '../domain/organisations/find-organisation';
import { systemContext } from '../shared/system-actor';

export async function inOrganisation(
  slugOrId: string,
): Promise<{ organisation: OrganisationRow; ctx: Context }> {
  const organisation = await findOrganisation(slugOrId);
  return { organisation, ctx: systemContext(organisation.id, 'admin') };
}

/**
 * Runs in the organization that owns a resource. Ids do not contain the organization: without `--org` each organization
 * is tried in turn.
 * @throws DomainError `not_found`
 */
export async function inOwner<T>(
  slugOrId: string | undefined,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (slugOrId) return work((await inOrganisation(slugOrId)).ctx);
  const all = await asWorker((tx) =>
    tx.select({ id: organisations.id }).from(organisations).orderBy(asc(organisations.id)),
  );
  for (const { id } of all) {
    try {
      return await work(systemContext(id, 'admin'));
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'not_found') throw error;
    }
  }
  throw notFound();
}
