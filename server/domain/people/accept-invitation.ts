import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { assertMayChoose, wordsAboutNewcomer } from '../../auth/choose-password';
import { hashPassword, verifyPassword } from '../../auth/password';
import { ROLE_SCOPES } from '../../shared/scopes';
import { giveBack, reserve, throttleKey } from '../../rate-limits/throttle';
import { databaseTime } from '../../db/clock';
import { invitations, memberships, organizations, users } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import { recordAudit, recordDenial, recordSecurityEvent } from '../../shared/audit';
import { translateDatabaseError } from '../../errors/constraints';
import type { Context } from '../../shared/context';
import { DomainError, fieldError, isDomainError } from '../../errors/domain-error';
import { newId } from '../../shared/ids';
import { systemActor } from '../../shared/system-actor';
import type { AcceptInvitationInput } from './contract';
import { endShownResets, lockPerson } from './lock-person';
import { isOpen, isOrganizationOpen, withInvitation, type RequestFacts } from './open-invitation';
import type { InvitationRow } from './present';

/**
 * Makes the invitee a member: as a new user with a chosen password, or as the existing user with that address, who must
 * enter their password. Opens no session: they sign in afterwards, with a second factor if required.
 */

export interface Accepted {
  organization: string;
}

type UserRow = typeof users.$inferSelect;
/** The user as read before the slow hash, and its result. */
type Proof = { known: UserRow | null; passwordHash: string } | { known: UserRow | null; matches: boolean };

const ACTION = 'accept_invitation';

// The same message for a wrong password and an unexpectedly existing account.
const notTaken = () =>
  fieldError(
    '/password',
    'not_allowed',
    'was not accepted. If you already have an account with this address, sign in with it',
  );
const unusable = () =>
  new DomainError('not_found', 'This invitation is not valid. Ask an administrator for a new one.');

/** @throws DomainError `not_found` (unknown, expired, revoked, used), `validation_failed` (password), `rate_limited` */
export async function acceptInvitation(
  input: AcceptInvitationInput,
  request: RequestFacts,
): Promise<Accepted> {
  const row = await withInvitation(input.secret, (_tx, found) => Promise.resolve(found));
  if (!row) {
    await recordSecurityEvent({ ...request, code: 'not_found', transport: 'portal' });
    throw unusable();
  }
  const ctx: Context = { actor: systemActor(row.orgId), transport: 'portal', ...request };
  try {
    if (!isOpen(row)) throw unusable();
    const proof = await prove(row, input, request);
    return await take(row, input, proof, request);
  } catch (error) {
    const domainError = translateDatabaseError(error);
    if (!isDomainError(domainError)) throw domainError;
    await recordDenial(ctx, ACTION, 'auth', domainError.code, { account: input.account });
    // Two concurrent registrations of one address: the second finds the account.
    throw domainError.code === 'duplicate_email' ? notTaken() : domainError;
  }
}

/** No transaction is open during the slow hash, which is computed in every case. */
async function prove(
  { orgId, name, email, emailHash }: InvitationRow,
  { account, password }: AcceptInvitationInput,
  { ip }: RequestFacts,
): Promise<Proof> {
  const hash = emailHash.toString('hex');
  if (account === 'new')
    await assertMayChoose('/password', password, await wordsAboutNewcomer(orgId, name, email));
  // A new user guesses nothing, but makes the server compute a slow hash.
  const keys = [throttleKey('ip', ip), ...(account === 'existing' ? [throttleKey('account', hash)] : [])];
  if (!(await withScope({}, (tx) => reserve(tx, keys))))
    throw new DomainError('rate_limited', 'Too many attempts. Try again in a minute.', {
      retry_after: 60,
    });
  const [known = null] = await withScope({ emailHash: hash }, (tx) =>
    tx.select().from(users).where(eq(users.emailHash, emailHash)),
  );
  const proof =
    account === 'new'
      ? { known, passwordHash: await hashPassword(password) }
      : { known, matches: await verifyPassword(known?.passwordHash ?? null, password) };
  const right = 'matches' in proof ? proof.matches : known === null;
  if (!right) throw notTaken();
  await withScope({}, (tx) => giveBack(tx, keys));
  return proof;
}

function take(
  row: InvitationRow,
  { account }: AcceptInvitationInput,
  proof: Proof,
  request: RequestFacts,
): Promise<Accepted> {
  const { orgId, emailHash, role } = row;
  return withScope({ emailHash: emailHash.toString('hex') }, async (tx) => {
    await enterTenant(tx, orgId);
    const now = new Date();
    const userId = proof.known?.id ?? newId();
    const [taken] = await tx
      .update(invitations)
      .set({ acceptedAt: now, acceptedBy: userId })
      .where(
        and(
          eq(invitations.orgId, orgId),
          eq(invitations.id, row.id),
          // If the invitation was renewed meanwhile, the old link is invalid.
          eq(invitations.secretHash, row.secretHash),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
          gt(invitations.expiresAt, now),
        ),
      )
      .returning({ id: invitations.id });
    if (!taken || !(await isOrganizationOpen(tx, orgId))) throw unusable();
    if ('passwordHash' in proof) await createPerson(tx, row, userId, proof.passwordHash, now);
    else await joinAgain(tx, row, proof.known!, now);
    const ctx: Context = {
      actor: { kind: 'user', id: userId, orgId, role, scopes: new Set(ROLE_SCOPES[role]) },
      transport: 'portal',
      ...request,
    };
    await recordAudit(tx, ctx, {
      action: ACTION,
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'invitation',
      objectId: row.id,
      detail: { role, account },
    });
    const [organization] = await tx
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, orgId));
    return { organization: organization!.name };
  });
}

async function createPerson(
  tx: Tx,
  { orgId, role, createdBy, email, emailHash, name }: InvitationRow,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.insert(memberships).values({ orgId, userId: id, role, createdAt: now, createdBy });
  await tx
    .insert(users)
    .values({ id, email, emailHash, name, passwordHash, createdAt: now, updatedAt: databaseTime });
}

async function joinAgain(
  tx: Tx,
  { orgId, role, createdBy }: InvitationRow,
  known: UserRow,
  now: Date,
): Promise<void> {
  await lockPerson(tx, known.id);
  const [user] = await tx.select().from(users).where(eq(users.id, known.id));
  // The password changed or the account was disabled meanwhile.
  if (!user || user.disabledAt || user.passwordHash !== known.passwordHash) throw notTaken();
  const [joined] = await tx
    .insert(memberships)
    .values({ orgId, userId: user.id, role, createdAt: now, createdBy })
    .onConflictDoUpdate({
      target: [memberships.orgId, memberships.userId],
      set: { role, endedAt: null, endedBy: null, successorId: null },
      setWhere: isNotNull(memberships.endedAt),
    })
    .returning({ userId: memberships.userId });
  // An active member keeps their role.
  if (!joined) throw unusable();
  await endShownResets(tx, user.id);
}
