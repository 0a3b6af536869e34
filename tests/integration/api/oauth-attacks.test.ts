import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { CALLBACK, makeApp, makePublicApp, pkce, Visitor, type App } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import type { Answer } from '../matrix/client';

/** C-10: attacks on the authorization endpoint. */

let server: TestServer;
let admin: Awaited<ReturnType<typeof personContext>>;
let app: App;
let open: App;
let other: App;
let visitors = 0;
const seen: Visitor[] = [];
/** Names of all rejected attacks in this file; the token endpoint has a separate file. */
const rejected = new Set<string>();

beforeAll(async () => {
  server = await startServer();
  const org = await testOrg();
  admin = await personContext(org, 'admin');
  app = await makeApp(admin);
  open = await makePublicApp(admin, {
    redirect_uris: ['http://127.0.0.1/done', 'https://native.example/done'],
  });
  other = await makeApp(admin);
});
afterAll(() => {
  for (const visitor of seen) visitor.close();
  return server.close();
});

/** Each from a different address, because failures are counted by IP address. */
async function visitor(person: { email: string; password: string } | null = admin): Promise<Visitor> {
  const from = `127.0.5.${++visitors}`;
  const made = person ? await Visitor.signedIn(server, person, from) : new Visitor(server, null, from);
  seen.push(made);
  return made;
}

const param = (answer: Answer, name: string) => {
  const { location } = answer.headers;
  return location === undefined ? null : new URL(location, server.url).searchParams.get(name);
};

describe('authorization endpoint', () => {
  const TRICKS: Record<string, string> = {
    'a suffix': `${CALLBACK}x`,
    'a longer path': `${CALLBACK}/evil`,
    'a shorter path': 'https://client.example/',
    'a query': `${CALLBACK}?next=https://evil.example`,
    'a fragment': `${CALLBACK}#x`,
    'a fragment in code': `${CALLBACK}%23x`,
    'a user name': 'https://client.example@evil.example/callback',
    'a user name before ours': 'https://evil@client.example/callback',
    'a port': 'https://client.example:8443/callback',
    'the usual port': 'https://client.example:443/callback',
    http: 'http://client.example/callback',
    'capitals in the host': 'https://CLIENT.example/callback',
    'capitals in the path': 'https://client.example/CALLBACK',
    'capitals in the scheme': 'HTTPS://client.example/callback',
    'a subdomain': 'https://x.client.example/callback',
    'a longer domain': 'https://client.example.evil.example/callback',
    'a dot at the end of the host': 'https://client.example./callback',
    'dot segments': 'https://client.example/x/../callback',
    'encoded dot segments': 'https://client.example/%2e%2e/callback',
    'an encoded slash': 'https://client.example%2fcallback',
    'an encoded letter': 'https://client.example/%63allback',
    'a backslash': 'https://client.example\\callback',
    'a backslash for the host': 'https://evil.example\\@client.example/callback',
    'two slashes': 'https://client.example//callback',
    'a look-alike letter': 'https://clіent.example/callback',
    'a full-width dot': 'https://client．example/callback',
    'a tab': 'https://client.example/\tcallback',
    'a line end': `${CALLBACK}\r\nSet-Cookie: a=b`,
    'a space at the end': `${CALLBACK} `,
    'a NUL': `${CALLBACK}\0`,
    javascript: 'javascript:alert(1)',
    data: 'data:text/html,x',
    'no scheme': '//client.example/callback',
    'a path': '/callback',
    nothing: '',
    'another client’s address': 'https://native.example/done',
    'loopback, which this client has not': 'http://127.0.0.1/callback',
  };

  it('never redirects to an unregistered address', async () => {
    const [stranger, another] = [await visitor(null), await visitor(null)];
    for (const [name, redirectUri] of Object.entries(TRICKS)) {
      const answer = await stranger.authorize(app, pkce().challenge, { redirect_uri: redirectUri });
      expect([answer.status, answer.headers.location], name).toEqual([400, undefined]);
      expect(answer.text, name).not.toContain('evil');
      rejected.add(name);
      // Errors are not reported to it either: that would be an open redirect.
      const mistaken = { redirect_uri: redirectUri, response_type: 'token', prompt: 'none', scope: 'x' };
      const reported = await another.authorize(app, pkce().challenge, mistaken);
      expect([reported.status, reported.headers.location], `${name}, with mistakes`).toEqual([
        400,
        undefined,
      ]);
    }
    expect(rejected.size).toBeGreaterThanOrEqual(25);
  });

  it('never redirects for an unknown client, or a repeated client or address', async () => {
    const stranger = await visitor(null);
    const uri = 'http://127.0.0.1:5000/done';
    const CASES: Record<string, [App, Record<string, string | string[] | null>]> = {
      'an unknown client': [app, { client_id: 'app_01k00000000000000000000000' }],
      'no client': [app, { client_id: null }],
      'two clients': [app, { client_id: [app.id, other.id] }],
      'two addresses': [app, { redirect_uri: [CALLBACK, 'https://evil.example'] }],
      'no address': [app, { redirect_uri: null }],
      'a client ID with SQL': [app, { client_id: "app_' or '1'='1" }],
      'another path on loopback': [open, { redirect_uri: `${uri}/x` }],
      'localhost for loopback': [open, { redirect_uri: uri.replace('127.0.0.1', 'localhost') }],
      'another loopback': [open, { redirect_uri: uri.replace('127.0.0.1', '127.0.0.2') }],
      'loopback in IPv6': [open, { redirect_uri: uri.replace('127.0.0.1', '[::1]') }],
      'a port too large': [open, { redirect_uri: uri.replace('5000', '70000') }],
      'a port and a user': [open, { redirect_uri: 'http://127.0.0.1:1@evil.example/done' }],
      'a port of https': [open, { redirect_uri: 'https://native.example:444/done' }],
    };
    for (const [name, [client, change]] of Object.entries(CASES)) {
      const answer = await stranger.authorize(client, pkce().challenge, change);
      expect([answer.status, answer.headers.location], name).toEqual([400, undefined]);
      rejected.add(name);
    }
  });

  it('reports all other errors to the client, with state and issuer', async () => {
    const person = await visitor();
    const { challenge } = pkce();
    const CASES: Record<string, [Record<string, string | string[] | null>, string]> = {
      'PKCE missing': [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      'challenge without method': [{ code_challenge_method: null }, 'invalid_request'],
      'PKCE plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
      'method in small letters': [{ code_challenge_method: 's256' }, 'invalid_request'],
      'challenge too short': [{ code_challenge: 'c'.repeat(42) }, 'invalid_request'],
      'challenge too long': [{ code_challenge: 'c'.repeat(44) }, 'invalid_request'],
      'challenge of other letters': [{ code_challenge: `${'c'.repeat(42)}=` }, 'invalid_request'],
      'challenge twice': [{ code_challenge: [challenge, challenge] }, 'invalid_request'],
      'response type token': [{ response_type: 'token' }, 'unsupported_response_type'],
      'response type code token': [{ response_type: 'code token' }, 'unsupported_response_type'],
      'response type missing': [{ response_type: null }, 'invalid_request'],
      'response mode fragment': [{ response_mode: 'fragment' }, 'invalid_request'],
      'response mode form_post': [{ response_mode: 'form_post' }, 'invalid_request'],
      'a request object': [{ request: 'eyJhbGciOiJub25lIn0..' }, 'request_not_supported'],
      'a request elsewhere': [{ request_uri: 'https://evil.example' }, 'request_uri_not_supported'],
      'another audience': [{ resource: 'https://evil.example/v1' }, 'invalid_target'],
      'scope missing': [{ scope: null }, 'invalid_scope'],
      'scope unknown': [{ scope: 'patients:read openid' }, 'invalid_scope'],
      'scope not of the client': [{ scope: 'webhooks:manage' }, 'invalid_scope'],
      'scope twice in one': [{ scope: 'labs:read labs:read' }, 'invalid_scope'],
      'scope in capitals': [{ scope: 'Labs:Read' }, 'invalid_scope'],
      'scope with commas': [{ scope: 'labs:read,patients:read' }, 'invalid_scope'],
      'scope with two spaces': [{ scope: 'labs:read  patients:read' }, 'invalid_scope'],
      'scope with a line end': [{ scope: 'labs:read\npatients:read' }, 'invalid_scope'],
      'scope parameter twice': [{ scope: ['labs:read', 'patients:read'] }, 'invalid_request'],
      'prompt unknown': [{ prompt: 'select_account' }, 'invalid_request'],
      'prompt none and login': [{ prompt: 'none login' }, 'invalid_request'],
      'an unknown parameter twice': [{ extra: ['a', 'b'] }, 'invalid_request'],
    };
    for (const [name, [change, error]] of Object.entries(CASES)) {
      const answer = await person.authorize(app, challenge, change);
      expect([answer.status, param(answer, 'error')], name).toEqual([303, error]);
      expect(answer.headers.location!.startsWith(`${CALLBACK}?`), name).toBe(true);
      expect([param(answer, 'state'), param(answer, 'iss'), param(answer, 'code')], name).toEqual([
        'st4te',
        server.url,
        null,
      ]);
      expect(await auditRows(answer.requestId), name).toMatchObject([
        { action: 'authorize', outcome: 'refused', code: error },
      ]);
      rejected.add(name);
    }
    const twice = await person.authorize(app, challenge, { state: ['a', 'b'] });
    expect([param(twice, 'error'), param(twice, 'state')]).toEqual(['invalid_request', null]);
    // A missing `state` is not replaced by an invented one.
    const lost = await person.authorize(app, challenge, { state: null, response_type: 'token' });
    expect([param(lost, 'error'), param(lost, 'state'), param(lost, 'iss')]).toEqual([
      'unsupported_response_type',
      null,
      server.url,
    ]);
    const posted = await person.client.send({ method: 'POST', path: '/oauth/authorize', headers: {} });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET']);
  });

  it('grants no scope beyond the role, and nothing to users of another organization', async () => {
    const { org } = { org: await testOrg() };
    const foreigner = await visitor(await personContext(org, 'admin'));
    expect(param(await foreigner.authorize(app, pkce().challenge), 'error')).toBe('access_denied');
    const boss = await personContext(
      {
        ...org,
        orgId: admin.actor.orgId,
        ctx: { ...org.ctx, actor: { ...org.ctx.actor, orgId: admin.actor.orgId } },
      },
      'viewer',
    );
    const viewer = await visitor(boss);
    const answer = await viewer.authorize(app, pkce().challenge, { scope: 'patients:write' });
    expect(param(answer, 'error')).toBe('access_denied');
    const started = await viewer.authorize(app, pkce().challenge, { scope: 'patients:write labs:read' });
    const id = started.headers.location!.split('/').at(-1)!;
    const { csrf, text } = await viewer.consentPage(id);
    expect(text).toContain('"beyond_role":[{"scope":"patients:write","needs_role":"clinician"}]');
    const more = await viewer.decide({ id, csrf, decision: 'allow', scope: ['patients:write', 'labs:read'] });
    expect(more.headers.location).toBe(`/oauth/consent/${id}?choose=1`);
  });
});

describe('consent', () => {
  const begin = async (who: Visitor, change = {}) => {
    const started = await who.authorize(app, pkce().challenge, { prompt: 'consent', ...change });
    return started.headers.location!.split('/').at(-1)!;
  };
  const word = { scope: ['labs:read'], decision: 'allow' };

  it('is accepted once, from our own page, in the session that displayed it', async () => {
    const [person, same, stranger] = [await visitor(), await visitor(), await visitor(null)];
    const id = await begin(person);
    const { csrf } = await person.consentPage(id);
    expect((await same.consentPage(id)).status, 'another session of the same person').toBe(404);
    const good = { id, csrf, ...word };
    const CASES: Record<string, () => Promise<Answer>> = {
      'another session': () => same.decide(good),
      'no session': () => stranger.decide(good),
      'no token': () => person.decide({ ...good, csrf: null }),
      'a made-up token': () => person.decide({ ...good, csrf: 'A'.repeat(43) }),
      'a token that is too long': () => person.decide({ ...good, csrf: `${csrf}A` }),
      'another site': () => person.decide(good, { 'Sec-Fetch-Site': 'cross-site' }),
      'a neighboring site': () => person.decide(good, { 'Sec-Fetch-Site': 'same-site' }),
      'nothing ticked': () => person.decide({ ...good, scope: null }),
      'more than was asked': () => person.decide({ ...good, scope: ['labs:read', 'patients:write'] }),
      'an unknown scope': () => person.decide({ ...good, scope: ['labs:read', 'admin'] }),
      'a scope twice': () => person.decide({ ...good, scope: ['labs:read', 'labs:read'] }),
      'two decisions': () => person.decide({ ...good, decision: ['allow', 'deny'] }),
      'no decision': () => person.decide({ ...good, decision: null }),
      JSON: () => person.decide(good, { 'Content-Type': 'application/json' }),
      'an unknown request': () => person.decide({ ...good, id: 'B'.repeat(43) }),
    };
    for (const [name, send] of Object.entries(CASES)) {
      const answer = await send();
      expect(answer.headers.location ?? '', name).not.toContain('code=');
      rejected.add(name);
    }
    const otherId = await begin(person);
    expect((await person.decide({ ...good, id: otherId })).status, 'token of another request').toBe(403);
    const done = await person.decide(good);
    expect(param(done, 'code')).toMatch(/^[\w-]{43}$/);
    expect((await person.decide(good)).status, 'replay').toBe(404);
    expect((await person.consentPage(id)).status).toBe(404);
  });

  it('requires a recent sign-in, and one after the request when the client asks for it', async () => {
    const person = await visitor();
    const id = await begin(person, { prompt: 'login' });
    const { text } = await person.consentPage(id);
    expect(text).toContain('"must_sign_in":true');
    const { csrf } = JSON.parse(text).result.data as { csrf: string };
    expect((await person.decide({ id, csrf, ...word })).status).toBe(404);
    const again = await visitor();
    const shown = await again.consentPage(id);
    expect(shown.text).toContain('"must_sign_in":false');
    const old = await visitor();
    await asSuperuser(
      `UPDATE auth_sessions SET authenticated_at = authenticated_at - interval '11 minutes' WHERE id = (SELECT id FROM auth_sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1)`,
      [admin.actor.id],
    );
    expect((await old.consentPage(await begin(old))).text).toContain('"must_sign_in":true');
  });

  it('expires after ten minutes', async () => {
    const person = await visitor();
    const id = await begin(person);
    const { csrf } = await person.consentPage(id);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + 10 * 60_000 + 1);
      expect((await person.decide({ id, csrf, ...word })).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('covers at least sixty attacks', () => expect(rejected.size).toBeGreaterThanOrEqual(90));
