import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { domainOf } from '../../auth/single-sign-on/email-domain';
import { secretHash } from '../../auth/api-key-format';
import type { Role } from '../../data-types/role-codes';
import { identityDomains, identityProviders, invitations, organizations } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import { recordSecurityEvent } from '../../shared/audit';
import type { InvitationRow } from './present';

/** What the page of an invitation shows. Does not reveal whether the address has an account. */
export interface OpenInvitation {
  organization: string;
  timeZone: string;
  name: string;
  email: string;
  role: Role;
  expiresAt: Date;
  /** Slug of the organization, if its provider accepts the invitation: it has verified the domain of the address. */
  singleSignOn: string | null;
}

export interface RequestFacts {
  ip: string;
  requestId: string;
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** @returns null if unknown, expired, revoked or used, without distinction */
export async function openInvitation(secret: string, request: RequestFacts): Promise<OpenInvitation | null> {
  const found = await withInvitation(secret, async (tx, row) => {
    if (!isOpen(row)) return null;
    const [organization] = await tx
      .select({ name: organizations.name, timeZone: organizations.timeZone, slug: organizations.slug })
      .from(organizations)
      .where(eq(organizations.id, row.orgId));
    const { name, email, role, expiresAt } = row;
    const routed = await hasSignOn(tx, row.orgId, email);
    return {
      organization: organization!.name,
      timeZone: organization!.timeZone,
      name,
      email,
      role,
      expiresAt,
      singleSignOn: routed ? organization!.slug : null,
    };
  });
  if (!found) await recordSecurityEvent({ ...request, code: 'not_found', transport: 'portal' });
  return found;
}

async function hasSignOn(tx: Tx, orgId: string, email: string): Promise<boolean> {
  const domain = domainOf(email.slice(email.lastIndexOf('@') + 1));
  const [row] = await tx
    .select({ domain: identityDomains.domain })
    .from(identityDomains)
    .innerJoin(identityProviders, eq(identityProviders.orgId, identityDomains.orgId))
    .where(
      and(
        eq(identityDomains.orgId, orgId),
        eq(identityDomains.domain, domain ?? ''),
        isNotNull(identityDomains.verifiedAt),
        eq(identityProviders.enabled, true),
      ),
    );
  return row !== undefined;
}

/**
 * @param work runs inside the organization
 * @returns null if no invitation has the secret, or its organization is suspended
 */
export function withInvitation<T>(
  secret: string,
  work: (tx: Tx, row: InvitationRow) => Promise<T>,
): Promise<T | null> {
  if (!SECRET.test(secret)) return Promise.resolve(null);
  const hash = secretHash(secret);
  return withScope({ credentialHash: hash }, async (tx) => {
    const [row] = await tx
      .select()
      .from(invitations)
      .where(eq(invitations.secretHash, Buffer.from(hash, 'hex')));
    if (!row) return null;
    await enterTenant(tx, row.orgId);
    return (await isOrganizationOpen(tx, row.orgId)) ? work(tx, row) : null;
  });
}

/** @param tx inside the organization */
export async function isOrganizationOpen(tx: Tx, orgId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, orgId), isNull(organizations.suspendedAt)));
  return row !== undefined;
}

export const isOpen = ({ acceptedAt, revokedAt, expiresAt }: InvitationRow): boolean =>
  !acceptedAt && !revokedAt && expiresAt > new Date();
