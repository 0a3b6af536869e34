import { and, eq } from 'drizzle-orm';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import type { SignOnProvider } from '../../auth/single-sign-on/provider';
import type { Claims } from '../../auth/single-sign-on/tokens';
import { contextOfSession, type PortalSession } from '../../auth/portal-session';
import type { SignInFacts } from '../../auth/open-session';
import { userIdentities } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { factorAddedMail } from '../../mail/factor-added-mail';
import { notifyOwner } from '../../mail/notify-owner';
import { recordAudit } from '../../shared/audit';
import { newId } from '../../shared/ids';

/** Accounts at the identity provider. Issuer and subject identify one; an email address never does. */

export type IdentityRow = typeof userIdentities.$inferSelect;

/** @param tx in the organization of the provider */
export async function findIdentity(
  tx: Tx,
  { orgId, row }: SignOnProvider,
  subject: string,
): Promise<IdentityRow | null> {
  const [identity] = await tx
    .select()
    .from(userIdentities)
    .where(
      and(
        eq(userIdentities.orgId, orgId),
        eq(userIdentities.issuer, row.issuer),
        eq(userIdentities.subject, subject),
      ),
    );
  return identity ?? null;
}

/** @returns null if the user or the account at the provider is already linked */
export async function insertIdentity(
  tx: Tx,
  { orgId, row }: SignOnProvider,
  link: Pick<IdentityRow, 'userId' | 'subject' | 'linkedBy'>,
): Promise<IdentityRow | null> {
  const [identity] = await tx
    .insert(userIdentities)
    .values({ orgId, id: newId(), issuer: row.issuer, createdAt: new Date(), ...link })
    .onConflictDoNothing()
    .returning();
  return identity ?? null;
}

/**
 * Links the account at the provider to the user of the session, who has confirmed their identity with a password or
 * passkey.
 * @throws SignOnError `already_linked`
 */
export async function linkOwn(
  provider: SignOnProvider,
  session: PortalSession,
  { sub }: Claims,
  facts: SignInFacts,
): Promise<void> {
  if (session.singleSignOn) throw new SignOnError('already_linked');
  await withTenant(provider.orgId, async (tx) => {
    const link = { userId: session.userId, subject: sub, linkedBy: 'member' as const };
    const identity = await insertIdentity(tx, provider, link);
    const known = identity ?? (await findIdentity(tx, provider, sub));
    if (known?.userId !== session.userId) throw new SignOnError('already_linked');
    await recordAudit(tx, contextOfSession(session, facts), {
      action: 'link_identity',
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'user',
      objectId: session.userId,
    });
  });
  notifyOwner(factorAddedMail({ name: session.userName, email: session.email }, 'single_sign_on'));
}
