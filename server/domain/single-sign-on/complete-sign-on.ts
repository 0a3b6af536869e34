import { eq } from 'drizzle-orm';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import { emailHash } from '../../auth/password';
import { factorAddedMail } from '../../mail/factor-added-mail';
import { notifyOwner } from '../../mail/notify-owner';
import { secretHash } from '../../auth/api-key-format';
import type { SignOnFacts } from '../../auth/open-session';
import { sealSecret } from '../../auth/secret-box';
import { spendStep } from '../../auth/sign-in-steps';
import { renewSession } from '../../auth/step-up';
import type { SignedOn } from '../../auth/single-sign-on/next-auth-provider';
import {
  placeOfLogoutUrl,
  placeOfRefreshToken,
  postLogoutUri,
  type SignOnProvider,
} from '../../auth/single-sign-on/provider';
import type { Discovery } from '../../auth/single-sign-on/provider-requests';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import type { VerifiedIdToken } from '../../auth/single-sign-on/tokens';
import { organizations, users } from '../../db/schema/index';
import { parseUrl } from '../../parse-url';
import { asksSecondFactor } from '../../auth/second-factor-rule';
import { assertOwnTenant, emailOf, groupsOf, provesFactor, roleOf } from './claims';
import { verifiedDomains } from './domains';
import { findIdentity, linkOwn } from './identities';
import { openFor } from './open-for';
import { CHECK_EVERY_MS } from './rules';
import { keepTest, TEST_PAGE, type SignOn } from './sign-on';

/** The provider has confirmed the user: signs in, or completes a test, a link or a step-up. */

export interface Confirmed extends VerifiedIdToken {
  refreshToken: string | null;
  discovery: Discovery;
}

export type Completed = { signedOn: SignedOn; renewed: boolean } | { redirect: string };

/** @throws SignOnError */
export async function completeSignOn(signOn: SignOn, confirmed: Confirmed): Promise<Completed> {
  const { provider, purpose } = signOn;
  if (!provider) throw new SignOnError('unavailable');
  if (signOn.step) await spend(signOn);
  assertOwnTenant(confirmed.claims, await verifiedDomains(provider.orgId));
  if (purpose === 'test_identity') return test(provider, signOn, confirmed);
  if (purpose === 'link_identity') {
    await linkOwn(provider, signOn.session!, confirmed.claims, signOn.facts);
    return { redirect: '/account/security?linked=1' };
  }
  if (purpose === 'confirm_identity') return confirm(provider, signOn, confirmed);
  const { email } = emailOf(confirmed.claims);
  const decided = await withScope({ emailHash: emailHash(email ?? '') }, async (tx) => {
    await enterTenant(tx, provider.orgId);
    return openFor(tx, provider, confirmed.claims, signOn.facts, (identityId) => ({
      logoutUrl: logoutUrlOf(provider, identityId, confirmed),
      ...refreshTokenOf(provider, identityId, confirmed),
    }));
  });
  if (decided.linked) notifyOwner(factorAddedMail(decided.linked, 'single_sign_on'));
  if (decided.rejected) throw decided.rejected;
  const { userId, sid } = decided.signedIn;
  return { signedOn: { id: userId, sid }, renewed: false };
}

async function spend({ step }: SignOn): Promise<void> {
  const hash = step!.secretHash.toString('hex');
  const spent = await withScope({ credentialHash: hash }, (tx) => spendStep(tx, step!));
  if (!spent) throw new SignOnError('expired');
}

/** Encrypted, because it contains the ID token; null if the provider has no such address. */
function logoutUrlOf(
  { orgId, row }: SignOnProvider,
  identityId: string,
  { discovery, idToken }: Confirmed,
): string | null {
  const url = discovery.end_session_endpoint ? parseUrl(discovery.end_session_endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.searchParams.set('id_token_hint', idToken);
  url.searchParams.set('client_id', row.clientId);
  url.searchParams.set('post_logout_redirect_uri', postLogoutUri());
  return sealSecret(url.href, placeOfLogoutUrl(orgId, identityId));
}

/** Nothing if the organization does not check sessions, or the provider sent no refresh token. */
function refreshTokenOf(
  { orgId, row }: SignOnProvider,
  identityId: string,
  { refreshToken }: Confirmed,
): Pick<SignOnFacts, 'refreshToken' | 'checkDueAt'> {
  if (!row.checksSessions || refreshToken === null) return { refreshToken: null, checkDueAt: null };
  return {
    refreshToken: sealSecret(refreshToken, placeOfRefreshToken(orgId, identityId)),
    checkDueAt: new Date(Date.now() + CHECK_EVERY_MS),
  };
}

/** Signs no one in: reports what the provider has sent, and what would prevent a sign-in. */
async function test(
  provider: SignOnProvider,
  { session }: SignOn,
  { claims, refreshToken }: Confirmed,
): Promise<Completed> {
  const { row } = provider;
  const { email, verified } = emailOf(claims);
  const groups = groupsOf(claims, row);
  const role = row.groupsClaim === null ? null : roleOf(groups, row);
  const factor = provesFactor(claims, row);
  const [organization] = await withScope({ orgSlug: provider.slug }, (tx: Tx) =>
    tx
      .select({ rule: organizations.secondFactor })
      .from(organizations)
      .where(eq(organizations.slug, provider.slug)),
  );
  const problem =
    row.automatic && email === null
      ? new SignOnError('missing_email', 'The ID token contains no email claim.')
      : row.groupsClaim !== null && role === null
        ? new SignOnError('no_role', `No value of the claim ${row.groupsClaim} has a role.`)
        : asksSecondFactor(organization!.rule, role ?? session!.role) && !factor
          ? new SignOnError('second_factor_missing', 'Neither acr nor amr contains an accepted value.')
          : null;
  await keepTest(provider, {
    at: new Date().toISOString(),
    reason: problem?.reason ?? null,
    detail: problem?.detail ?? null,
    error: null,
    error_description: null,
    received: {
      subject: claims.sub,
      email,
      email_verified: verified,
      groups: groups.slice(0, 50).map((group) => group.slice(0, 200)),
      second_factor: factor,
      role,
      refresh_token: refreshToken !== null,
    },
  });
  return { redirect: TEST_PAGE };
}

/** Step-up: the same account at the provider as that of the session. */
async function confirm(
  provider: SignOnProvider,
  { session, sid, facts }: SignOn,
  { claims }: Confirmed,
): Promise<Completed> {
  const renewed = await withScope({ credentialHash: secretHash(sid!) }, async (tx) => {
    await enterTenant(tx, provider.orgId);
    const identity = await findIdentity(tx, provider, claims.sub);
    if (identity?.userId !== session!.userId) throw new SignOnError('other_account');
    const [person] = await tx.select().from(users).where(eq(users.id, session!.userId)).for('update');
    if (!person || person.disabledAt) throw new SignOnError('not_member');
    return renewSession(tx, sid!, session!, ['single_sign_on'], facts);
  });
  if (!renewed) throw new SignOnError('expired');
  return { signedOn: { id: session!.userId, sid: renewed }, renewed: true };
}
