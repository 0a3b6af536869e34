import { createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { identityDomains, identityProviders, organizations } from '../../db/schema/index';
import { enterTenant, withScope, withTenant, type Tx } from '../../db/transaction';
import { fieldError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import type { Context } from '../../shared/context';
import { domainOf } from '../../auth/single-sign-on/email-domain';

/** Email domains of the organization. */

export type DomainRow = typeof identityDomains.$inferSelect;

/** @throws DomainError `validation_failed` */
export function readDomain(text: string): string {
  const domain = domainOf(text);
  if (domain === null)
    throw fieldError('/domain', 'invalid_format', 'must be a domain such as hospital.example');
  return domain;
}

const hashOf = (domain: string): string => createHash('sha256').update(domain).digest('hex');
export const domainHash = (domain: string): Buffer => Buffer.from(hashOf(domain), 'hex');

export const isDomain = (ctx: Context, domain: string) =>
  and(eq(identityDomains.orgId, ctx.actor.orgId), eq(identityDomains.domain, domain));

/** @throws DomainError `not_found` */
export async function findDomain(tx: Tx, ctx: Context, domain: string): Promise<DomainRow> {
  const [row] = await tx.select().from(identityDomains).where(isDomain(ctx, domain));
  if (!row) throw notFound();
  return row;
}

export const verifiedDomains = async (orgId: string): Promise<string[]> =>
  (
    await withTenant(orgId, (tx) =>
      tx
        .select({ domain: identityDomains.domain })
        .from(identityDomains)
        .where(and(eq(identityDomains.orgId, orgId), isNotNull(identityDomains.verifiedAt))),
    )
  ).map(({ domain }) => domain);

/**
 * The slug of the organization whose single sign-on an address uses: by its domain alone, so that the answer does not
 * reveal which addresses have an account.
 */
export async function routeOf(email: string): Promise<string | null> {
  const domain = domainOf(email.slice(email.lastIndexOf('@') + 1));
  return withScope({ emailHash: hashOf(domain ?? '') }, async (tx) => {
    const [row] = await tx
      .select({ orgId: identityDomains.orgId })
      .from(identityDomains)
      .where(eq(identityDomains.domainHash, domainHash(domain ?? '')));
    if (!row || domain === null) return null;
    await enterTenant(tx, row.orgId);
    const [organization] = await tx
      .select({ slug: organizations.slug, suspendedAt: organizations.suspendedAt })
      .from(organizations)
      .innerJoin(identityProviders, eq(identityProviders.orgId, organizations.id))
      .where(and(eq(organizations.id, row.orgId), eq(identityProviders.enabled, true)));
    return organization && !organization.suspendedAt ? organization.slug : null;
  });
}
