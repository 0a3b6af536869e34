import { and, eq, gt, isNull } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import type { SignInFacts } from '../../auth/open-session';
import { domainOf } from '../../auth/single-sign-on/email-domain';
import type { SignOnProvider } from '../../auth/single-sign-on/provider';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import type { Claims } from '../../auth/single-sign-on/tokens';
import { databaseTime } from '../../db/clock';
import { identityDomains, invitations, memberships, scimUsers, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { newId } from '../../shared/ids';
import type { Role } from '../../data-types/role-codes';
import { systemActor } from '../../shared/system-actor';
import { endShownResets, lockPerson } from '../people/lock-person';
import { emailOf, nameOf } from './claims';
import { insertIdentity, type IdentityRow } from './identities';

type FirstLink =
  /** `notify`: an existing account can now be opened by the provider. */
  { identity: IdentityRow; notify?: { name: string; email: string } } | { rejected: SignOnError };

/**
 * The first sign-in of an account at the provider. An address identifies a user only if the organization has proven that
 * it owns the domain, and the provider does not call the address unverified: then the organization controls
 * the mailbox as well. It reaches members and invitees of this organization only, never users of another one.
 * @param tx in the organization, with the email address of the token
 * @param given role by groups; null without the claim
 */
export async function firstLink(
  tx: Tx,
  provider: SignOnProvider,
  claims: Claims,
  given: Role | null,
  facts: SignInFacts,
): Promise<FirstLink> {
  const { orgId, row } = provider;
  const { email, verified } = emailOf(claims);
  const rejected = (
    reason: 'not_linked' | 'not_member' | 'no_role' | 'already_linked' | 'missing_email',
    detail: string,
  ) => ({
    rejected: new SignOnError(reason, detail),
  });
  if (email === null) return rejected('missing_email', 'The ID token contains no email claim.');
  if (verified === false) return rejected('not_linked', 'The provider calls the email address unverified.');
  if (!(await isOwnDomain(tx, orgId, email)))
    return rejected('not_linked', 'The domain of the email address is not verified here.');
  const hash = Buffer.from(emailHash(email), 'hex');
  const [user = null] = await tx.select().from(users).where(eq(users.emailHash, hash));
  if (user) await lockPerson(tx, user.id);
  const [membership = null] = user
    ? await tx
        .select()
        .from(memberships)
        .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, user.id)))
    : [];
  const link = async (
    userId: string,
    linkedBy: IdentityRow['linkedBy'],
    role: Role | null,
  ): Promise<FirstLink> => {
    const identity = await insertIdentity(tx, provider, { userId, subject: claims.sub, linkedBy });
    if (!identity)
      return rejected('already_linked', 'The member is linked to another account of the provider.');
    const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...facts };
    await recordAudit(tx, ctx, {
      action: 'link_identity',
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'user',
      objectId: userId,
      detail: { by: linkedBy, ...(role ? { role } : {}) },
    });
    return { identity, ...(user ? { notify: { name: user.name, email: user.email } } : {}) };
  };
  if (user && membership && !membership.endedAt)
    return row.automatic || (await isProvisioned(tx, orgId, user.id))
      ? link(user.id, 'address', null)
      : rejected(
          'not_linked',
          'The member has not linked the account, and members are not linked automatically.',
        );
  const invitation = await openInvitation(tx, orgId, hash);
  // A former member returns only by an invitation, and a user of another organization never without one.
  if (!invitation && (user || !row.automatic))
    return rejected('not_member', 'The address has neither a membership nor an open invitation.');
  const role = row.groupsClaim === null ? (invitation?.role ?? row.defaultRole) : given;
  if (role === null) return rejected('no_role', 'No group has a role, and there is no default role.');
  const userId = user?.id ?? newId();
  if (invitation) await accept(tx, invitation, userId);
  await join(tx, orgId, userId, role, invitation?.createdBy ?? 'system');
  if (user) await endShownResets(tx, user.id);
  else await createUser(tx, userId, email, hash, invitation?.name ?? nameOf(claims) ?? email);
  return link(userId, invitation ? 'invitation' : 'created', role);
}

/** The provider manages the member (SCIM). */
async function isProvisioned(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ userId: scimUsers.userId })
    .from(scimUsers)
    .where(and(eq(scimUsers.orgId, orgId), eq(scimUsers.userId, userId)));
  return row !== undefined;
}

async function isOwnDomain(tx: Tx, orgId: string, email: string): Promise<boolean> {
  const domain = domainOf(email.slice(email.lastIndexOf('@') + 1));
  if (domain === null) return false;
  const [row] = await tx
    .select({ verifiedAt: identityDomains.verifiedAt })
    .from(identityDomains)
    .where(and(eq(identityDomains.orgId, orgId), eq(identityDomains.domain, domain)));
  return row?.verifiedAt != null;
}

type InvitationRow = typeof invitations.$inferSelect;

/** Locked until the transaction ends. */
async function openInvitation(tx: Tx, orgId: string, hash: Buffer): Promise<InvitationRow | null> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.orgId, orgId),
        eq(invitations.emailHash, hash),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, new Date()),
      ),
    )
    .for('update');
  return row ?? null;
}

const accept = (tx: Tx, { orgId, id }: InvitationRow, acceptedBy: string) =>
  tx
    .update(invitations)
    .set({ acceptedAt: new Date(), acceptedBy })
    .where(and(eq(invitations.orgId, orgId), eq(invitations.id, id)));

async function join(tx: Tx, orgId: string, userId: string, role: Role, createdBy: string): Promise<void> {
  await tx
    .insert(memberships)
    .values({ orgId, userId, role, createdAt: new Date(), createdBy })
    .onConflictDoUpdate({
      target: [memberships.orgId, memberships.userId],
      set: { role, endedAt: null, endedBy: null, successorId: null },
    });
}

/** Without a password: it signs in through the organization only. */
async function createUser(tx: Tx, id: string, email: string, emailHash: Buffer, name: string): Promise<void> {
  await tx.insert(users).values({
    id,
    email,
    emailHash,
    name,
    passwordHash: null,
    createdAt: new Date(),
    updatedAt: databaseTime,
  });
}
