import { and, asc, eq, isNull } from 'drizzle-orm';
import { openSession, type SignedIn, type SignInFacts } from '../../auth/open-session';
import { asksSecondFactor, type Method } from '../../auth/second-factor-rule';
import type { SignOnProvider } from '../../auth/single-sign-on/provider';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import type { Claims } from '../../auth/single-sign-on/tokens';
import { memberships, organizations, userIdentities, users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { systemActor } from '../../shared/system-actor';
import type { Role } from '../../data-types/role-codes';
import { endDelegations, endGrants, endSessions, revokeInvitationsBy } from '../people/end-access';
import { isSigner } from '../people/access';
import { groupsOf, provesFactor, roleOf } from './claims';
import { firstLink } from './first-link';
import { findIdentity } from './identities';

export type Decision = { linked?: { name: string; email: string } } & (
  { signedIn: SignedIn; rejected?: undefined } | { rejected: SignOnError }
);

/**
 * Opens a session for the user whom the provider has confirmed. Commits after a rejection too, because a user who has
 * lost their groups also loses running sessions.
 * @param tx in the organization, with the email address of the token
 */
export async function openFor(
  tx: Tx,
  provider: SignOnProvider,
  claims: Claims,
  facts: SignInFacts,
  logoutUrl: (identityId: string) => string | null,
): Promise<Decision> {
  const { orgId, row } = provider;
  let groups: string[];
  try {
    groups = groupsOf(claims, row);
  } catch (error) {
    if (error instanceof SignOnError) return { rejected: error };
    throw error;
  }
  const given = row.groupsClaim === null ? null : roleOf(groups, row);
  const known = await findIdentity(tx, provider, claims.sub);
  const first = known ? null : await firstLink(tx, provider, claims, given, facts);
  if (first && 'rejected' in first) return first;
  const identity = known ?? first!.identity;
  const linked = first?.notify ? { linked: first.notify } : {};
  const reject = (error: SignOnError): Decision => {
    error.userId = identity.userId;
    return { ...linked, rejected: error };
  };
  const [member] = await tx
    .select({
      role: memberships.role,
      endedAt: memberships.endedAt,
      disabledAt: users.disabledAt,
      organization: organizations,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, identity.userId)));
  if (!member || member.endedAt || member.disabledAt) return reject(new SignOnError('not_member'));
  const { organization } = member;
  const person: Person = {
    userId: identity.userId,
    role: member.role,
    isBreakGlass: organization.breakGlassIds.includes(identity.userId),
  };
  let { role } = member;
  if (row.groupsClaim !== null && !person.isBreakGlass) {
    const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...facts };
    if (given === null) {
      await endSessions(tx, ctx, identity.userId, 'no_role');
      // Applications act with the role of the membership, which remains.
      await endGrants(tx, ctx, identity.userId, 'no_role');
      return reject(new SignOnError('no_role', `No value of the claim ${row.groupsClaim} has a role.`));
    }
    role = await applyRole(tx, ctx, person, given);
  }
  const factor = provesFactor(claims, row);
  if (asksSecondFactor(organization.secondFactor, role) && !factor)
    return reject(
      new SignOnError('second_factor_missing', 'Neither acr nor amr contains an accepted value.'),
    );
  await tx
    .update(userIdentities)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(userIdentities.orgId, orgId), eq(userIdentities.id, identity.id)));
  await enterPerson(tx, identity.userId);
  const methods: Method[] = factor ? ['single_sign_on', 'provider_factor'] : ['single_sign_on'];
  const providerSession = typeof claims.sid === 'string' ? claims.sid.slice(0, 255) : null;
  const signedIn = await openSession(tx, identity.userId, { orgId, role, organization }, methods, facts, {
    identityId: identity.id,
    providerSession,
    logoutUrl: logoutUrl(identity.id),
  });
  return { ...linked, signedIn };
}

interface Person {
  userId: string;
  role: Role;
  isBreakGlass: boolean;
}

/** The last administrator stays one. @returns the role from now on */
async function applyRole(tx: Tx, ctx: Context, { userId, role }: Person, given: Role): Promise<Role> {
  if (role === given) return role;
  const { orgId } = ctx.actor;
  if (role === 'admin') {
    const admins = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.orgId, orgId), eq(memberships.role, 'admin'), isNull(memberships.endedAt)))
      .orderBy(asc(memberships.userId))
      .for('update');
    if (admins.length < 2) return role;
  }
  await tx
    .update(memberships)
    .set({ role: given })
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)));
  const sessions = await endSessions(tx, ctx, userId, 'role_changed');
  const delegations = isSigner(given) ? 0 : await endDelegations(tx, ctx, userId, 'either');
  if (role === 'admin') await revokeInvitationsBy(tx, ctx, userId);
  await recordAudit(tx, ctx, {
    action: 'change_role',
    kind: 'write',
    outcome: 'allowed',
    objectKind: 'user',
    objectId: userId,
    detail: { from: role, to: given, sessions, delegations, by: 'single_sign_on' },
  });
  return given;
}
