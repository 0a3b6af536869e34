import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postLogoutUri, redirectUri } from '../../../server/auth/single-sign-on/provider';
import { sessionOfSecret, contextOfSession } from '../../../server/auth/portal-session';
import { createStep } from '../../../server/auth/sign-in-steps';
import { withScope } from '../../../server/db/transaction';
import { addIdentityDomain } from '../../../server/domain/single-sign-on/add-identity-domain';
import { beginIdentityLink, beginSignOnTest } from '../../../server/domain/single-sign-on/begin-sign-on';
import { getSingleSignOn } from '../../../server/domain/single-sign-on/get-single-sign-on';
import { listSignOnFailures } from '../../../server/domain/single-sign-on/list-sign-on-failures';
import { routeOf } from '../../../server/domain/single-sign-on/domains';
import { saveIdentityProvider } from '../../../server/domain/single-sign-on/save-identity-provider';
import { unlinkIdentity } from '../../../server/domain/single-sign-on/unlink-identity';
import { verifyIdentityDomain } from '../../../server/domain/single-sign-on/verify-identity-domain';
import { createMembership } from '../../../server/domain/people/create-membership';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { updateOrganizationSettings } from '../../../server/domain/organizations/update-organization-settings';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { listSessions } from '../../../server/domain/sessions/list-sessions';
import { beginTotp } from '../../../server/domain/second-factors/begin-totp';
import { env } from '../../../server/env';
import { newRequestId, showId } from '../../../server/shared/ids';
import type { Context } from '../../../server/shared/context';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { startProvider, type TestProvider } from '../../support/identity-provider';
import { meetBeforeWriting } from '../../support/locked-rows';
import { personWithTotp, portalContextOf } from '../../support/second-factors';
import { SignOnBrowser } from '../../support/sign-on-browser';
import { signInAs } from '../../support/session';
import { nightly } from '../../support/test-size';

/** The whole flow with a real provider, and what a hostile provider, network or organization may try. */

type Organization = TestOrg & { slug: string; admin: Context };

let org: Organization;
let provider: TestProvider;
let domain: string;
let subjects = 0;

beforeAll(async () => {
  org = await organization();
  provider = await startProvider({ redirect: redirectUri(org.slug), postLogout: postLogoutUri() });
  Object.assign(env, {
    WEBHOOK_ALLOW_HTTP: true,
    WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'],
    WEBHOOK_ALLOW_PORTS: [Number(new URL(provider.issuer).port)],
  });
  domain = await setUp(org);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.alter = null;
  provider.account = {
    sub: `sub-${++subjects}`,
    claims: { email: `user-${subjects}@${domain}`, email_verified: true },
  };
});

async function organization(): Promise<Organization> {
  const made = await testOrg();
  const [row] = await asSuperuser<{ slug: string }>('select slug from organizations where id = $1', [
    made.orgId,
  ]);
  return { ...made, slug: row!.slug, admin: await personContext(made, 'admin') };
}

const settings = () => ({
  issuer: provider.issuer,
  client_id: provider.client.id,
  client_secret: provider.client.secret,
  automatic: true,
  groups_claim: null as string | null,
  role_rules: [] as { value: string; role: 'admin' | 'clinician' | 'viewer' }[],
  default_role: 'viewer' as const,
  checks_sessions: true,
  second_factor_values: [] as string[],
});

/** Saves and enables the provider, with a verified domain, which is returned. */
async function setUp(to: Organization, own = `${to.slug}.example`): Promise<string> {
  await save(to, {});
  const { domains } = await addIdentityDomain(to.admin, { domain: own });
  await verifyIdentityDomain(to.admin, { domain: own }, () => Promise.resolve([domains[0]!.record_value]));
  return own;
}

/** With the defaults otherwise. */
async function save(to: Organization, change: Partial<ReturnType<typeof settings>>): Promise<void> {
  await saveIdentityProvider(to.admin, { ...settings(), ...change });
  await asSuperuser('update identity_providers set enabled = true where org_id = $1', [to.orgId]);
}

const reasonOf = (location: string): string | null =>
  new URL(location, env.PUBLIC_URL).searchParams.get('reason');

async function sessionIn(browser: SignOnBrowser) {
  const sid = await browser.sid();
  return sid === null ? null : sessionOfSecret(sid);
}

/** Signs in with a password in that browser. */
async function withPassword(person: { email: string; password: string }, browser: SignOnBrowser) {
  const { sid, cookie } = await signInAs(person);
  const [name, value] = cookie.split('=') as [string, string];
  browser.cookies[name] = value;
  return contextIn(sid, browser);
}

/** Steps of a single sign-on are sent to the browser. */
async function contextIn(sid: string, browser: SignOnBrowser): Promise<Context> {
  const session = (await sessionOfSecret(sid))!;
  return contextOfSession(
    session,
    { requestId: newRequestId(), ip: '127.0.0.1' },
    { keepStep: (secret) => browser.keepStep(secret) },
  );
}

describe('signs in', () => {
  it('creates a user with an address of the own domain, and finds them by subject afterwards', async () => {
    provider.account.claims.name = 'Ann Lee';
    const browser = new SignOnBrowser();
    await browser.signOn(org.slug);
    const session = await sessionIn(browser);
    expect(session).toMatchObject({ userName: 'Ann Lee', role: 'viewer', singleSignOn: org.orgId });
    provider.account = { sub: provider.account.sub, claims: { email: 'elsewhere@other.example' } };
    const again = new SignOnBrowser();
    await again.signOn(org.slug);
    expect((await sessionIn(again))?.userId).toBe(session!.userId);
  });

  it('keeps working after the provider has replaced its keys', nightly, async () => {
    await provider.rotate();
    const browser = new SignOnBrowser();
    await browser.signOn(org.slug);
    expect(await sessionIn(browser)).not.toBeNull();
  });

  it('sends the browser to the provider to sign out there', async () => {
    const browser = new SignOnBrowser();
    await browser.signOn(org.slug);
    const { csrfToken } = (await browser.ours('GET', '/api/auth/csrf')).json as { csrfToken: string };
    const { location } = await browser.ours('POST', '/api/auth/signout', { csrfToken, json: 'true' });
    const url = new URL(location!);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(postLogoutUri());
    expect(await sessionIn(browser)).toBeNull();
  });
});

describe('rejects a token', () => {
  const attempts: [string, string, TestProvider['alter']][] = [
    ['without signature', 'wrong_signature', (claims) => unsigned(claims)],
    ['signed with the client secret', 'wrong_signature', (claims) => symmetric(claims)],
    ['for another audience', 'wrong_audience', (claims) => ({ ...claims, aud: 'other' })],
    ['issued to another client', 'wrong_audience', (claims) => ({ ...claims, azp: 'other' })],
    ['of another issuer', 'wrong_issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['with another nonce', 'wrong_nonce', (claims) => ({ ...claims, nonce: 'other' })],
    [
      'of a fast clock',
      'clock_skew',
      (claims) => ({ ...claims, iat: claims.iat! + 600, exp: claims.exp! + 600 }),
    ],
    ['that has expired', 'clock_skew', (claims) => ({ ...claims, exp: claims.iat! - 600 })],
    ['without subject', 'missing_subject', ({ sub: _sub, ...claims }) => claims],
  ];
  it.each(attempts)('%s', async (_name, reason, alter) => {
    provider.alter = alter;
    const browser = new SignOnBrowser();
    expect(reasonOf(await browser.signOn(org.slug))).toBe(reason);
    expect(await sessionIn(browser)).toBeNull();
  });
});

describe('rejects a response', () => {
  it('with another state, without the cookies of the browser, and a second time', async () => {
    const browser = new SignOnBrowser();
    const answer = new URL(await browser.enter(await browser.start(org.slug)));
    const stranger = new SignOnBrowser();
    expect(reasonOf(await stranger.back(answer.href))).toBe('expired');
    const cookies = { ...browser.cookies };
    answer.searchParams.set('state', 'other');
    expect(reasonOf(await browser.back(answer.href))).toBe('wrong_state');
    // The cookies of the sign-in are used up.
    expect(browser.cookies).not.toMatchObject(cookies);
    const again = new SignOnBrowser();
    const second = await again.enter(await again.start(org.slug));
    const kept = { ...again.cookies };
    await again.back(second);
    expect(await sessionIn(again)).not.toBeNull();
    const replay = new SignOnBrowser();
    replay.cookies = kept;
    expect(reasonOf(await replay.back(second))).toBe('code_rejected');
  });

  it('of another provider', async () => {
    const browser = new SignOnBrowser();
    const answer = new URL(await browser.enter(await browser.start(org.slug)));
    answer.searchParams.set('iss', 'https://evil.example');
    expect(reasonOf(await browser.back(answer.href))).toBe('wrong_issuer');
    const other = await organization();
    await setUp(other);
    const mixed = new SignOnBrowser();
    const url = await mixed.enter(await mixed.start(org.slug));
    expect(reasonOf(await mixed.back(url.replace(`sso-${org.slug}`, `sso-${other.slug}`)))).toBe('expired');
  });

  it('with an error, which administrators read', async () => {
    const browser = new SignOnBrowser();
    const state = new URL(await browser.start(org.slug)).searchParams.get('state')!;
    const error = { error: 'access_denied', error_description: 'Not assigned\u202e to the application' };
    const path = (given: object) => `${redirectUri(org.slug)}?${new URLSearchParams({ ...error, ...given })}`;
    const begun = new SignOnBrowser();
    await begun.start(org.slug);
    expect(reasonOf(await begun.back(path({ state: 'other' })))).toBe('wrong_state');
    const forger = new SignOnBrowser();
    expect(reasonOf(await forger.back(path({ state })))).toBe('wrong_state');
    expect(reasonOf(await browser.back(path({ state })))).toBe('cancelled');
    const [newest, forged] = (await listSignOnFailures(org.admin)).data;
    expect(newest).toMatchObject({
      reason: 'cancelled',
      error: 'access_denied',
      error_description: 'Not assigned  to the application',
    });
    expect(forged).toMatchObject({ reason: 'wrong_state', error: null });
    const between = async (since: string, until?: string) =>
      (await listSignOnFailures(org.admin, { since, ...(until ? { until } : {}) })).data;
    const after = new Date(Date.parse(newest!.at) + 1).toISOString();
    expect(await between(newest!.at, after)).toContainEqual(newest);
    expect(await between('2026-01-01T00:00:00Z', newest!.at)).not.toContainEqual(newest);
    expect(await between(after)).not.toContainEqual(newest);
  });
});

describe('links a member', () => {
  it('after a sign-in with the password, in that session only', nightly, async () => {
    await save(org, { automatic: false });
    const member = await personContext(org, 'clinician');
    const browser = new SignOnBrowser();
    const ctx = await withPassword(member, browser);
    await beginIdentityLink(ctx);
    provider.account.claims = {};
    const stolen = new SignOnBrowser();
    stolen.cookies = { ...browser.cookies };
    for (const name of Object.keys(stolen.cookies)) if (name.endsWith('session')) delete stolen.cookies[name];
    expect(reasonOf(await stolen.signOn(org.slug))).toBe('missing_email');
    const colleague = new SignOnBrowser();
    await withPassword(await personContext(org, 'clinician'), colleague);
    colleague.cookies = { ...browser.cookies, ...colleague.cookies };
    expect(reasonOf(await colleague.signOn(org.slug))).toBe('missing_email');
    expect(await browser.signOn(org.slug)).toBe('/account/security?linked=1');
    const next = new SignOnBrowser();
    await next.signOn(org.slug);
    expect((await sessionIn(next))?.userId).toBe(member.actor.id);
    await unlinkIdentity(org.admin, { id: showId('user', member.actor.id!) });
    expect(await sessionIn(next)).toBeNull();
    await save(org, {});
  });

  it('never by an address that is unverified, of another domain, or linked already', async () => {
    const member = await personContext(org, 'clinician');
    await asSuperuser(
      `update users set email = $2, email_hash = sha256(convert_to($2, 'UTF8')) where id = $1`,
      [member.actor.id, `member@${domain}`],
    );
    const attempt = async (claims: object, sub = `sub-${++subjects}`) => {
      provider.account = { sub, claims: { ...claims } };
      const browser = new SignOnBrowser();
      const location = await browser.signOn(org.slug);
      return reasonOf(location) ?? (await sessionIn(browser))?.userId;
    };
    expect(await attempt({ email: `member@${domain}`, email_verified: false })).toBe('not_linked');
    expect(await attempt({ email: member.email, email_verified: true })).toBe('not_linked');
    await save(org, { automatic: false });
    expect(await attempt({ email: `member@${domain}` })).toBe('not_linked');
    await save(org, {});
    expect(await attempt({ email: `member@${domain}` })).toBe(member.actor.id);
    expect(await attempt({ email: `member@${domain}` })).toBe('already_linked');
  });

  it('who was invited, without automatic creation', async () => {
    await save(org, { automatic: false });
    const email = provider.account.claims.email as string;
    const stranger = new SignOnBrowser();
    expect(reasonOf(await stranger.signOn(org.slug))).toBe('not_member');
    await invitePerson(org.admin, { name: 'Ida Park', email, role: 'clinician' });
    const browser = new SignOnBrowser();
    await browser.signOn(org.slug);
    expect(await sessionIn(browser)).toMatchObject({ userName: 'Ida Park', role: 'clinician' });
    await save(org, {});
  });
});

describe('an organization', () => {
  it('reaches no other one through its provider', async () => {
    const other = await organization();
    const victim = await personContext(other, 'admin');
    const hash = `update users set email = $2, email_hash = sha256(convert_to($2, 'UTF8')) where id = $1`;
    await asSuperuser(hash, [victim.actor.id, `victim@${domain}`]);
    provider.account.claims.email = `victim@${domain}`;
    const browser = new SignOnBrowser();
    // The user exists, but not here.
    expect(reasonOf(await browser.signOn(org.slug))).toBe('not_member');
    await createMembership(org.ctx, { email: `victim@${domain}`, role: 'viewer' });
    await browser.signOn(org.slug);
    const session = (await sessionIn(browser))!;
    expect(session).toMatchObject({ userId: victim.actor.id, orgId: org.orgId });
    const ctx = await contextIn((await browser.sid())!, browser);
    await expect(switchOrganization(ctx, { id: showId('organization', other.orgId) })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await listSessions(ctx)).data.map(({ organization: { id } }) => id)).toEqual([
      showId('organization', org.orgId),
    ]);
    await expect(beginTotp(ctx)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(beginIdentityLink(ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('routes only verified domains, each to one organization', async () => {
    const other = await organization();
    await save(other, {});
    const { domains } = await addIdentityDomain(other.admin, { domain });
    const proof = () => Promise.resolve([domains[0]!.record_value]);
    await expect(verifyIdentityDomain(other.admin, { domain }, proof)).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await addIdentityDomain(other.admin, { domain: 'open.example' });
    await expect(
      verifyIdentityDomain(other.admin, { domain: 'open.example' }, () => Promise.resolve(['other'])),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await routeOf('someone@open.example')).toBeNull();
    expect(await routeOf(`known@${domain}`)).toBe(org.slug);
    expect(await routeOf(`never-seen@${domain.toUpperCase()}`)).toBe(org.slug);
  });
});

describe('a step-up', () => {
  it('renews the session after a new sign-in at the provider with the same account', async () => {
    const browser = new SignOnBrowser();
    await browser.signOn(org.slug);
    const before = (await browser.sid())!;
    const { sessionId, userId } = (await sessionOfSecret(before))!;
    await asSuperuser(`update auth_sessions set authenticated_at = now() - interval '1 hour' where id = $1`, [
      sessionId,
    ]);
    const begin = async () =>
      browser.keepStep(
        await withScope({ userId }, (tx) =>
          createStep(tx, { purpose: 'confirm_identity', userId, sessionId, ip: null }),
        ),
      );
    const own = provider.account;
    const since = (claims: JWTPayload, seconds: number) => ({ ...claims, auth_time: claims.iat! - seconds });
    provider.alter = (claims) => since(claims, 3_600);
    await begin();
    expect(new URL(await browser.start(org.slug)).searchParams.get('prompt')).toBe('login');
    expect(reasonOf(await browser.signOn(org.slug))).toBe('wrong_token');
    provider.alter = (claims) => since({ ...claims, sub: 'someone-else' }, 1);
    await begin();
    expect(reasonOf(await browser.signOn(org.slug))).toBe('other_account');
    expect(await browser.sid()).toBe(before);
    provider.account = own;
    provider.alter = (claims) => since(claims, 1);
    await begin();
    await browser.signOn(org.slug);
    const session = (await sessionIn(browser))!;
    expect(session.sessionId).toBe(sessionId);
    expect(Date.now() - session.authenticatedAt.getTime()).toBeLessThan(60_000);
    expect(await sessionOfSecret(before)).toBeNull();
  });
});

describe('groups', () => {
  it('give the role at each sign-in, and none ends the sessions', async () => {
    const rules = [
      { value: 'doctors', role: 'clinician' as const },
      { value: 'it', role: 'admin' as const },
    ];
    await save(org, { groups_claim: 'groups', role_rules: rules, default_role: null as never });
    const enter = async (groups: unknown) => {
      provider.account.claims.groups = groups;
      const browser = new SignOnBrowser();
      const location = await browser.signOn(org.slug);
      return { browser, result: reasonOf(location) ?? (await sessionIn(browser))?.role };
    };
    const first = await enter(['doctors', 'other']);
    expect(first.result).toBe('clinician');
    expect((await enter(['doctors', 'it'])).result).toBe('admin');
    expect(await sessionIn(first.browser)).toBeNull();
    const last = await enter(['doctors']);
    expect(last.result).toBe('clinician');
    expect((await enter([])).result).toBe('no_role');
    expect(await sessionIn(last.browser)).toBeNull();
    await save(org, {});
  });

  it('count as second factor only if the organization accepts their value', async () => {
    await asSuperuser(`update organizations set second_factor = 'everyone' where id = $1`, [org.orgId]);
    provider.alter = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] });
    const browser = new SignOnBrowser();
    expect(reasonOf(await browser.signOn(org.slug))).toBe('second_factor_missing');
    await save(org, { second_factor_values: ['mfa'] });
    await browser.signOn(org.slug);
    expect((await sessionIn(browser))?.methods).toEqual(['single_sign_on', 'provider_factor']);
    await asSuperuser(`update organizations set second_factor = 'optional' where id = $1`, [org.orgId]);
    await save(org, {});
  });

  it('are needed by a sign-on that meets the new rule', async () => {
    const { sid } = await personWithTotp(org, 'admin');
    const ctx = await portalContextOf(sid);
    await new SignOnBrowser().signOn(org.slug);
    const browser = new SignOnBrowser();
    const confirmed = await browser.enter(await browser.start(org.slug));
    const [, location] = await meetBeforeWriting<unknown>('auth_sessions', [
      () => updateOrganizationSettings(ctx, { second_factor: 'everyone' }),
      async () => reasonOf(await browser.back(confirmed)),
    ]);
    expect(location).toEqual({ status: 'fulfilled', value: 'second_factor_missing' });
    await asSuperuser(`update organizations set second_factor = 'optional' where id = $1`, [org.orgId]);
  });
});

describe('a test', () => {
  it('explains what is wrong, signs no one in, and is required before enabling', nightly, async () => {
    const fresh = await organization();
    const provider2 = await startProvider({ redirect: redirectUri(fresh.slug), postLogout: postLogoutUri() });
    env.WEBHOOK_ALLOW_PORTS = [...env.WEBHOOK_ALLOW_PORTS, Number(new URL(provider2.issuer).port)];
    const member = await personContext(fresh, 'admin');
    const browser = new SignOnBrowser();
    const ctx = await withPassword(member, browser);
    const before = await browser.sid();
    const run = async (change: Partial<ReturnType<typeof settings>>) => {
      await saveIdentityProvider(fresh.admin, { ...settings(), issuer: provider2.issuer, ...change });
      await beginSignOnTest(ctx);
      expect(await browser.signOn(fresh.slug)).toBe('/admin/single-sign-on');
      return (await getSingleSignOn(fresh.admin)).provider!.last_test;
    };
    expect(await run({ issuer: `${provider2.issuer}/other` })).toMatchObject({ reason: 'unreachable' });
    expect(await run({ issuer: `${provider2.issuer}/` })).toMatchObject({ reason: 'wrong_issuer' });
    expect(await run({ client_secret: 'wrong' })).toMatchObject({
      reason: 'wrong_client',
      error: 'invalid_client',
    });
    provider2.account = { sub: 'admin', claims: {} };
    expect(await run({})).toMatchObject({ reason: 'missing_email' });
    provider2.account = {
      sub: 'admin',
      claims: { email: 'a@b.example', email_verified: true, groups: ['x'] },
    };
    expect(await run({ groups_claim: 'groups', role_rules: [] })).toMatchObject({
      reason: null,
      received: { role: 'viewer', groups: ['x'] },
    });
    expect(await browser.sid()).toBe(before);
    const stranger = new SignOnBrowser();
    expect(reasonOf(await stranger.signOn(fresh.slug))).toBe('unavailable');
    await provider2.close();
  });
});

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

const symmetric = (claims: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(provider.client.secret));
