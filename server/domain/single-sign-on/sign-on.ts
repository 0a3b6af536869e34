import { and, eq } from 'drizzle-orm';
import { readAuthCookie } from '../../auth/auth-cookies';
import { secretHash } from '../../auth/api-key-format';
import type { SignInFacts } from '../../auth/open-session';
import { sessionOfSecret, sidOfCookies, type PortalSession } from '../../auth/portal-session';
import { denySignIn } from '../../auth/sign-in';
import { findStep, type StepRow } from '../../auth/sign-in-steps';
import { findSignOnProvider, type SignOnProvider } from '../../auth/single-sign-on/provider';
import type { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import { databaseTime } from '../../db/clock';
import { identityProviders } from '../../db/schema/index';
import { withScope, withTenant } from '../../db/transaction';
import type { SignOnTest } from '../../data-types/sign-on-codes';
import { recordFailure } from './failures';

/** A single sign-on in progress: at its start, and when the provider sends the browser back. */

const PURPOSES = ['link_identity', 'test_identity', 'confirm_identity'] as const;
type Purpose = (typeof PURPOSES)[number] | 'sign_in';

export interface SignOn {
  slug: string;
  /** Null if the organization has none, or it is not enabled and this is not a test. */
  provider: SignOnProvider | null;
  purpose: Purpose;
  /** Of the browser, if the purpose needs it. */
  session: PortalSession | null;
  /** Secret of that session. */
  sid: string | null;
  step: StepRow | null;
  facts: SignInFacts;
}

/** The purpose counts only in the session in which it was chosen, and for the provider of its organization. */
export async function openSignOn(
  slug: string,
  cookies: Record<string, string>,
  facts: SignInFacts,
): Promise<SignOn> {
  const found = await findSignOnProvider(slug);
  const plain: SignOn = {
    slug,
    provider: found?.row.enabled ? found : null,
    purpose: 'sign_in',
    session: null,
    sid: null,
    step: null,
    facts,
  };
  const secret = readAuthCookie(cookies, 'sso');
  const sid = secret && (await sidOfCookies(cookies));
  if (!found || !secret || !sid) return plain;
  const step = await withScope({ credentialHash: secretHash(secret) }, (tx) => findStep(tx, secret));
  const purpose = PURPOSES.find((one) => one === step?.purpose);
  const session = await sessionOfSecret(sid, { active: false });
  if (!step || !purpose || !session || session.sessionId !== step.sessionId || session.orgId !== found.orgId)
    return plain;
  if (purpose === 'test_identity') return { ...plain, provider: found, purpose, session, sid, step };
  return plain.provider ? { ...plain, purpose, session, sid, step } : plain;
}

export const TEST_PAGE = '/admin/single-sign-on';

/** Records a failure, for administrators. @returns the page that the user sees */
export async function failSignOn(signOn: SignOn, error: SignOnError): Promise<string> {
  const { provider, purpose, facts, session } = signOn;
  if (provider && purpose === 'test_identity') {
    await keepTest(provider, {
      at: new Date().toISOString(),
      reason: error.reason,
      detail: error.detail,
      error: error.error,
      error_description: error.errorDescription,
      received: null,
    });
    return TEST_PAGE;
  }
  if (provider) await recordFailure(provider.orgId, error, facts);
  await denySignIn(facts, 'single_sign_on_failed', session?.userId ?? error.userId);
  const query = new URLSearchParams({
    reason: error.reason,
    organization: signOn.slug,
    request: facts.requestId,
  });
  return `/sign-in/problem?${query}`;
}

export async function keepTest({ orgId, row }: SignOnProvider, lastTest: SignOnTest): Promise<void> {
  await withTenant(orgId, (tx) =>
    tx
      .update(identityProviders)
      .set({ lastTest, updatedAt: databaseTime })
      // The settings that were tested.
      .where(and(eq(identityProviders.orgId, orgId), eq(identityProviders.version, row.version))),
  );
}
