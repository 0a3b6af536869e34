import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '../../../server/auth/access-token';
import { setOauthAppDomain } from '../../../server/domain/oauth-apps/set-oauth-app-domain';
import { updateOauthApp } from '../../../server/domain/oauth-apps/update-oauth-app';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { makeApp, pkce, Visitor, type App } from '../../support/oauth';
import { personOf } from '../../support/people';
import { startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/**
 * The consent page for different users: "Not you?", scopes that a role lacks, and applications of another
 * organization.
 */

let server: TestServer;
let org: TestOrg;
let admin: Awaited<ReturnType<typeof personContext>>;
let app: App;
const open: Visitor[] = [];

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  admin = await personContext(org, 'admin');
  app = await makeApp(admin);
});
afterAll(() => {
  for (const one of open) one.close();
  return server.close();
});

async function visitor(person: { email: string; password: string } = admin): Promise<Visitor> {
  const made = await Visitor.signedIn(server, person, '127.0.14.1');
  open.push(made);
  return made;
}
const { verifier, challenge } = pkce();
async function begin(who: Visitor, change = {}): Promise<{ id: string; csrf: string }> {
  const started = await who.authorize(app, challenge, { prompt: 'consent', ...change });
  const id = started.headers.location!.split('/').at(-1)!;
  return { id, csrf: (await who.consentPage(id)).csrf };
}
const handOver = (who: Visitor, request: { id: string; csrf: string }, headers = {}) =>
  who.decide({ ...request, decision: 'other_person' }, headers);
const secretOf = (location: string | undefined) =>
  /^\/sign-in\?return_to=%2Foauth%2Fconsent%2F([\w-]{43})$/.exec(location ?? '')?.[1];

describe('“Not you?”', () => {
  it('transfers the request to the next user who signs in, once', nightly, async () => {
    const first = await visitor();
    const already = await visitor(await personContext(org, 'clinician'));
    const request = await begin(first);
    const answer = await handOver(first, request);
    expect(answer.status).toBe(303);
    const id = secretOf(answer.headers.location)!;
    expect(id).toBeDefined();
    expect(id).not.toBe(request.id);
    expect(await auditRows(answer.requestId)).toMatchObject([
      { action: 'hand_over_consent', outcome: 'allowed', object_id: readId('oauth_app', app.id) },
    ]);
    // The session has ended, and with it its consent URL.
    expect((await first.consentPage(id)).status).toBe(401);
    expect(
      (await first.get('/api/trpc/oauth.listConnectedApps?input=%7B%7D', { 'Sec-Fetch-Site': 'same-origin' }))
        .status,
    ).toBe(401);
    expect((await already.consentPage(request.id)).status).toBe(404);
    // A sign-in before the request does not count.
    const early = await already.consentPage(id);
    expect(early.text).toContain('"must_sign_in":true');
    expect(
      (await already.decide({ id, csrf: early.csrf, scope: ['labs:read'], decision: 'allow' })).status,
    ).toBe(404);

    const next = await visitor(await personContext(org, 'clinician'));
    const page = await next.consentPage(id);
    expect(page.text).toContain('"must_sign_in":false');
    const decided = await next.decide({ id, csrf: page.csrf, scope: ['labs:read'], decision: 'allow' });
    const back = new URL(decided.headers.location!);
    expect(back.searchParams.get('state')).toBe('st4te');
    const tokens = await next.redeem(app, back.searchParams.get('code')!, verifier);
    expect(tokens.status, tokens.text).toBe(200);
  });

  it('is accepted from our own page in the session that displayed it, once', async () => {
    const [person, other] = [await visitor(), await visitor()];
    const request = await begin(person);
    expect((await handOver(other, request)).status, 'another session').toBe(404);
    expect((await handOver(person, { ...request, csrf: 'A'.repeat(43) })).status, 'made up').toBe(403);
    expect((await handOver(person, request, { 'Sec-Fetch-Site': 'cross-site' })).status, 'elsewhere').toBe(
      403,
    );
    expect((await person.consentPage(request.id)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => handOver(person, request)));
    expect(answers.filter(({ headers }) => secretOf(headers.location)).length).toBe(1);
  });

  it('creates one address for concurrent requests that all found the request open', async () => {
    const person = await visitor();
    const request = await begin(person);
    const answers = await meetAt(
      ["oauth_requests WHERE secret_hash = decode($1, 'hex')", tokenHash(request.id)],
      Array.from({ length: 5 }, () => () => handOver(person, request)),
    );
    const sent = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null));
    expect(sent.map((answer) => answer?.status).sort()).toEqual([303, 404, 404, 404, 404]);
    expect(sent.filter((answer) => secretOf(answer?.headers.location)).length).toBe(1);
  });

  it('does not extend the time limit', async () => {
    const person = await visitor();
    const request = await begin(person);
    const lives = () =>
      asSuperuser<{ expires_at: Date; decided: boolean }>(
        'SELECT expires_at, decided_at IS NOT NULL AS decided FROM oauth_requests WHERE org_id = $1 ORDER BY id DESC LIMIT 2',
        [org.orgId],
      );
    const [before] = await lives();
    await handOver(person, request);
    const [after, ended] = await lives();
    expect([after!.expires_at, after!.decided, ended!.decided]).toEqual([before!.expires_at, false, true]);
  });
});

describe('member of several organizations', () => {
  const readPlace = async (who: Visitor, id: string) => {
    const input = encodeURIComponent(JSON.stringify({ id }));
    const answer = await who.get(`/api/trpc/oauth.getConsentOrganization?input=${input}`, {
      'Sec-Fetch-Site': 'same-origin',
    });
    const { result } = JSON.parse(answer.text) as { result?: { data: { csrf: string; app: string } } };
    return { status: answer.status, ...result?.data };
  };
  const secretIn = (location: string | undefined) =>
    /^\/oauth\/consent\/([\w-]{43})$/.exec(location ?? '')?.[1];

  it('can switch at the consent page, which allows nothing, and continues there', async () => {
    const elsewhere = await testOrg();
    const person = await personOf('clinician', elsewhere, org);
    const who = await visitor(person);
    const started = await who.authorize(app, challenge);
    const id = secretIn(started.headers.location)!;
    expect(id).toBeDefined();
    expect((await who.consentPage(id)).status).toBe(404);
    const place = await readPlace(who, id);
    expect(place).toMatchObject({
      status: 200,
      app: 'AcmeSync',
      organization: { id: showId('organization', org.orgId) },
    });
    const form = { id, csrf: place.csrf!, decision: 'other_organization' };
    expect((await who.decide({ ...form, csrf: 'A'.repeat(43) })).status).toBe(403);
    expect((await who.decide(form, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const switched = await who.decide(form);
    expect([switched.status, switched.headers.location]).toEqual([303, `/oauth/consent/${id}`]);
    expect((await who.consentPage(id)).status, 'the session before').toBe(401);
    const there = new Visitor(server, switched.headers['set-cookie']!.split(';')[0]!, '127.0.14.2');
    open.push(there);
    const page = await there.consentPage(id);
    expect(page.status).toBe(200);
    const decided = await there.decide({ id, csrf: page.csrf, scope: ['labs:read'], decision: 'allow' });
    const code = new URL(decided.headers.location!).searchParams.get('code')!;
    expect((await there.redeem(app, code, verifier)).status).toBe(200);
  });

  it('is informed of a missing second factor there, and not switched without it', async () => {
    const elsewhere = await testOrg();
    const who = await visitor(await personOf('clinician', elsewhere, org));
    const started = await who.authorize(app, challenge);
    const id = secretIn(started.headers.location)!;
    await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [org.orgId]);
    try {
      const place = await readPlace(who, id);
      expect(place).toMatchObject({ status: 200, second_factor: 'to_add' });
      const rejected = await who.decide({ id, csrf: place.csrf!, decision: 'other_organization' });
      expect([rejected.status, rejected.headers['set-cookie']]).toEqual([403, undefined]);
      expect(rejected.text).toContain('requires a second factor, and you have none');
      // Still signed in to the previous organization.
      expect((await readPlace(who, id)).status).toBe(200);
    } finally {
      await asSuperuser("UPDATE organizations SET second_factor = 'optional' WHERE id = $1", [org.orgId]);
    }
  });

  it('cannot be sent to another organization, nor take over a request of another session', async () => {
    const elsewhere = await testOrg();
    const stranger = await visitor(await personContext(elsewhere, 'admin'));
    const rejected = await stranger.authorize(app, challenge);
    expect(new URL(rejected.headers.location!).searchParams.get('error')).toBe('access_denied');
    const opener = await visitor();
    const request = await begin(opener);
    const both = await visitor(await personOf('admin', elsewhere, org));
    for (const who of [stranger, both]) {
      expect((await readPlace(who, request.id)).status).toBe(404);
      expect(
        (await who.decide({ id: request.id, csrf: request.csrf, decision: 'other_organization' })).status,
      ).toBe(404);
    }
    // With `prompt=none` no user can be asked.
    const silent = await both.authorize(app, challenge, { prompt: 'none' });
    expect(new URL(silent.headers.location!).searchParams.get('error')).toBe('access_denied');
  });
});

describe('consent page', () => {
  const read = async (who: Visitor, id: string) =>
    (JSON.parse((await who.consentPage(id)).text) as { result: { data: Record<string, unknown> } }).result
      .data;

  it('shows which role a scope needs, apart from scopes the application has lost', async () => {
    const own = await makeApp(admin, {}, [
      'patients:read',
      'patients:write',
      'labs:read',
      'webhooks:manage',
      'audit:read',
    ]);
    const viewer = await visitor(await personContext(org, 'viewer'));
    const started = await viewer.authorize(own, challenge, {
      scope: 'patients:read patients:write labs:read webhooks:manage audit:read',
    });
    const id = started.headers.location!.split('/').at(-1)!;
    await updateOauthApp(admin, {
      id: own.id,
      scopes: ['patients:read', 'patients:write', 'webhooks:manage', 'audit:read'],
    });
    expect(await read(viewer, id)).toMatchObject({
      scopes: [{ scope: 'patients:read' }],
      beyond_role: [
        { scope: 'patients:write', needs_role: 'clinician' },
        { scope: 'webhooks:manage', needs_role: 'admin' },
        { scope: 'audit:read', needs_role: 'auditor' },
      ],
      not_asked: ['patients:restricted', 'labs:read', 'labs:write', 'documents:read', 'documents:write'],
    });
  });

  it('shows the host name of the publisher once verified', async () => {
    const own = await makeApp(admin);
    await setOauthAppDomain(admin, { id: own.id, domain: 'app.example.org' });
    const person = await visitor();
    const started = await person.authorize(own, challenge);
    const id = started.headers.location!.split('/').at(-1)!;
    expect(await read(person, id)).toMatchObject({ app: { domain: null } });
    await asSuperuser('UPDATE oauth_apps SET domain_verified_at = now() WHERE id = $1', [
      readId('oauth_app', own.id),
    ]);
    expect(await read(person, id)).toMatchObject({ app: { domain: 'app.example.org' } });
  });
});
