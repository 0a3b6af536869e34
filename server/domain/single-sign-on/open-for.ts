import { and, eq } from 'drizzle-orm';
import { openSession, type SignedIn, type SignInFacts, type SignOnFacts } from '../../auth/open-session';
import { asksSecondFactor, type Method } from '../../auth/second-factor-rule';
import type { SignOnProvider } from '../../auth/single-sign-on/provider';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import type { Claims } from '../../auth/single-sign-on/tokens';
import { shareThing } from '../../db/locks';
import { memberships, organizations, userIdentities, users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { systemActor } from '../../shared/system-actor';
import { applyGroups, type Member } from './apply-groups';
import { groupsOf, provesFactor, roleOf } from './claims';
import { firstLink } from './first-link';
import { findIdentity } from './identities';

export type Decision = { linked?: { name: string; email: string } } & (
  | { signedIn: SignedIn; rejected?: undefined }
  | { rejected: SignOnError }
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
  kept: (identityId: string) => Pick<SignOnFacts, 'logoutUrl' | 'refreshToken' | 'checkDueAt'>,
): Promise<Decision> {
  const { orgId, row } = provider;
  // Before any write: the change of the rule locks the organization, which new rows refer to.
  await shareThing(tx, 'sign_in_rule', orgId);
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
  const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...facts };
  const person: Member = {
    userId: identity.userId,
    role: member.role,
    isBreakGlass: organization.breakGlassIds.includes(identity.userId),
  };
  const role = await applyGroups(tx, ctx, provider, person, given);
  if (role === null)
    return reject(new SignOnError('no_role', `No value of the claim ${row.groupsClaim} has a role.`));
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
    ...kept(identity.id),
  });
  return { ...linked, signedIn };
}
