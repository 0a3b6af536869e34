import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setOauthAppDomain } from '../../server/domain/oauth-apps/set-oauth-app-domain';
import { updateOauthApp } from '../../server/domain/oauth-apps/update-oauth-app';
import { readId } from '../../server/domain/ids';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../support/database';
import { makeApp, pkce, Visitor, type App } from '../support/oauth';
import { startServer, type TestServer } from '../support/server';

/** The consent page and who stands before it: "Not you?", what a role lacks, and whose application it is. */

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

async function visitor(person = admin): Promise<Visitor> {
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
  it('carries the request over to whoever signs in next, and to nobody else', async () => {
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
    // The session is over, and so is the address that it was shown.
    expect((await first.consentPage(id)).status).toBe(401);
    expect(
      (await first.get('/api/trpc/oauth.listConnectedApps?input=%7B%7D', { 'Sec-Fetch-Site': 'same-origin' }))
        .status,
    ).toBe(401);
    expect((await already.consentPage(request.id)).status).toBe(404);
    // A sign-in from before does not count.
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

  it('is asked by our own page in the session that was shown it, once', async () => {
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

  it('gives no more time than there was', async () => {
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

describe('what the page says', () => {
  const read = async (who: Visitor, id: string) =>
    (JSON.parse((await who.consentPage(id)).text) as { result: { data: Record<string, unknown> } }).result
      .data;

  it('is which role a scope needs, apart from what the application has lost', async () => {
    const own = await makeApp(admin, {}, ['patients:read', 'patients:write', 'labs:read', 'webhooks:manage']);
    const viewer = await visitor(await personContext(org, 'viewer'));
    const started = await viewer.authorize(own, challenge, {
      scope: 'patients:read patients:write labs:read webhooks:manage',
    });
    const id = started.headers.location!.split('/').at(-1)!;
    await updateOauthApp(admin, {
      id: own.id,
      scopes: ['patients:read', 'patients:write', 'webhooks:manage'],
    });
    expect(await read(viewer, id)).toMatchObject({
      scopes: [{ scope: 'patients:read' }],
      beyond_role: [
        { scope: 'patients:write', needs_role: 'clinician' },
        { scope: 'webhooks:manage', needs_role: 'admin' },
      ],
      not_asked: ['labs:read', 'labs:write', 'documents:read', 'documents:write'],
    });
  });

  it('is the host name of its makers once it is verified', async () => {
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
