import { postLogoutUri, redirectUri } from '../../server/auth/single-sign-on/provider';
import { addIdentityDomain } from '../../server/domain/single-sign-on/add-identity-domain';
import type { SaveIdentityProviderInput } from '../../server/domain/single-sign-on/contract';
import { saveIdentityProvider } from '../../server/domain/single-sign-on/save-identity-provider';
import { verifyIdentityDomain } from '../../server/domain/single-sign-on/verify-identity-domain';
import { sessionOfSecret } from '../../server/auth/portal-session';
import { env } from '../../server/env';
import { newId } from '../../server/shared/ids';
import type { Context } from '../../server/shared/context';
import { asSuperuser, personContext, testOrg, type TestOrg } from './database';
import { startProvider, type TestProvider } from './identity-provider';
import { SignOnBrowser } from './sign-on-browser';

/** An organization with a provider in use, which creates users with addresses of the domain. */
export interface SignOnOrganization {
  org: TestOrg;
  admin: Context;
  provider: TestProvider;
  domain: string;
  save(change?: Partial<SaveIdentityProviderInput>): Promise<void>;
  /** Signs in with that account in a new browser. */
  signOn(sub: string, claims?: object): Promise<OpenedSession>;
}

interface OpenedSession {
  /** Where the browser ended. */
  location: string;
  session(): ReturnType<typeof sessionOfSecret>;
}

export async function signOnOrganization(): Promise<SignOnOrganization> {
  const org = await testOrg();
  const admin = await personContext(org, 'admin');
  const provider = await startProvider({ redirect: redirectUri(org.slug), postLogout: postLogoutUri() });
  Object.assign(env, {
    WEBHOOK_ALLOW_HTTP: true,
    WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'],
    WEBHOOK_ALLOW_PORTS: [Number(new URL(provider.issuer).port)],
  });
  const save = async (change: Partial<SaveIdentityProviderInput> = {}) => {
    await saveIdentityProvider(admin, {
      issuer: provider.issuer,
      client_id: provider.client.id,
      client_secret: provider.client.secret,
      automatic: true,
      groups_claim: null,
      role_rules: [],
      default_role: 'viewer',
      checks_sessions: true,
      second_factor_values: [],
      ...change,
    });
    await asSuperuser('update identity_providers set enabled = true where org_id = $1', [org.orgId]);
  };
  await save();
  const domain = `sign-on-${newId()}.example`;
  const { domains } = await addIdentityDomain(admin, { domain });
  await verifyIdentityDomain(admin, { domain }, () => Promise.resolve([domains[0]!.record_value]));
  const signOn = async (sub: string, claims: object = {}) => {
    provider.account = { sub, claims: { email: `${sub}@${domain}`, email_verified: true, ...claims } };
    const browser = new SignOnBrowser();
    const location = await browser.signOn(org.slug);
    const secret = await browser.sid();
    return { location, session: async () => (secret === null ? null : sessionOfSecret(secret)) };
  };
  return { org, admin, provider, domain, save, signOn };
}
