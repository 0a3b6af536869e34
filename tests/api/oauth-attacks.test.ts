import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secretHash } from '../../server/auth/api-key-format';
import { newId, readId } from '../../server/domain/ids';
import { asSuperuser, auditRows, personContext, testOrg } from '../support/database';
import { CALLBACK, errorOf, makeApp, makePublicApp, pkce, Visitor, type App } from '../support/oauth';
import { startServer, type TestServer } from '../support/server';
import type { Answer } from '../matrix/client';

/** C-10: what is sent to an authorization server by those who want more than they are given. */

let server: TestServer;
let admin: Awaited<ReturnType<typeof personContext>>;
let app: App;
let open: App;
let other: App;
let visitors = 0;
const seen: Visitor[] = [];

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

/** Each at an address of its own, because failures are counted by address. */
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

describe('authorize', () => {
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

  it('never sends anybody to an address that is not registered', async () => {
    const stranger = await visitor(null);
    for (const [name, redirectUri] of Object.entries(TRICKS)) {
      const answer = await stranger.authorize(app, pkce().challenge, { redirect_uri: redirectUri });
      expect([answer.status, answer.headers.location], name).toEqual([400, undefined]);
      expect(answer.text, name).not.toContain('evil');
    }
    expect(Object.keys(TRICKS).length).toBeGreaterThanOrEqual(25);
  });

  it('nor for a client that is not known, named twice, or names its address twice', async () => {
    const stranger = await visitor(null);
    const uri = 'http://127.0.0.1:5000/done';
    const CASES: Record<string, [App, Record<string, string | string[] | null>]> = {
      'an unknown client': [app, { client_id: 'app_01k00000000000000000000000' }],
      'no client': [app, { client_id: null }],
      'two clients': [app, { client_id: [app.id, other.id] }],
      'two addresses': [app, { redirect_uri: [CALLBACK, 'https://evil.example'] }],
      'no address': [app, { redirect_uri: null }],
      'a client id with SQL': [app, { client_id: "app_' or '1'='1" }],
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
    }
  });

  it('tells the client of every other mistake, with state and issuer', async () => {
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
    }
    const twice = await person.authorize(app, challenge, { state: ['a', 'b'] });
    expect([param(twice, 'error'), param(twice, 'state')]).toEqual(['invalid_request', null]);
    const posted = await person.client.send({ method: 'POST', path: '/oauth/authorize', headers: {} });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET']);
  });

  it('grants nobody what the role does not have, and nobody of another organisation', async () => {
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
    expect(text).toContain('"beyond_role":["patients:write"]');
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

  it('is decided once, by our own page, in the session that was shown it', async () => {
    const [person, same, stranger] = [await visitor(), await visitor(), await visitor(null)];
    const id = await begin(person);
    const { csrf } = await person.consentPage(id);
    expect((await same.consentPage(id)).status, 'another session of the same person').toBe(404);
    const good = { id, csrf, ...word };
    const CASES: Record<string, () => Promise<Answer>> = {
      'another session': () => same.decide(good),
      nobody: () => stranger.decide(good),
      'no token': () => person.decide({ ...good, csrf: null }),
      'a made-up token': () => person.decide({ ...good, csrf: 'A'.repeat(43) }),
      'a token that is too long': () => person.decide({ ...good, csrf: `${csrf}A` }),
      'another site': () => person.decide(good, { 'Sec-Fetch-Site': 'cross-site' }),
      'a neighbouring site': () => person.decide(good, { 'Sec-Fetch-Site': 'same-site' }),
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
    }
    const otherId = await begin(person);
    expect((await person.decide({ ...good, id: otherId })).status, 'token of another request').toBe(403);
    const done = await person.decide(good);
    expect(param(done, 'code')).toMatch(/^[\w-]{43}$/);
    expect((await person.decide(good)).status, 'replay').toBe(404);
    expect((await person.consentPage(id)).status).toBe(404);
  });

  it('needs a sign-in of the last minutes, and one after the request when the client says so', async () => {
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
      `UPDATE auth_sessions SET created_at = created_at - interval '11 minutes' WHERE id = (SELECT id FROM auth_sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1)`,
      [admin.actor.id],
    );
    expect((await old.consentPage(await begin(old))).text).toContain('"must_sign_in":true');
  });

  it('is over after ten minutes', async () => {
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

describe('the token endpoint', () => {
  it('burns the code with every wrong try', async () => {
    const WRONG: Record<string, (who: Visitor, code: string, verifier: string) => Promise<Answer>> = {
      'a wrong verifier': (who, code) => who.redeem(app, code, 'v'.repeat(43)),
      'no verifier': (who, code) => who.redeem(app, code, '', { code_verifier: null }),
      'the challenge as verifier': (who, code, verifier) => who.redeem(app, code, `${verifier}x`),
      'a short verifier': (who, code, verifier) => who.redeem(app, code, verifier.slice(0, 42)),
      'another client': (who, code, verifier) => who.redeem(other, code, verifier),
      'a public client': (who, code, verifier) =>
        who.redeem(open, code, verifier, { redirect_uri: CALLBACK }),
      'another address': (who, code, verifier) =>
        who.redeem(app, code, verifier, { redirect_uri: `${CALLBACK}/` }),
    };
    for (const [name, send] of Object.entries(WRONG)) {
      const person = await visitor();
      const { code, verifier } = await person.code(app);
      const answer = await send(person, code, verifier);
      expect([answer.status, errorOf(answer)], name).toEqual([400, 'invalid_grant']);
      expect(errorOf(await person.redeem(app, code, verifier)), `${name}, then the right way`).toBe(
        'invalid_grant',
      );
      expect(await auditRows(answer.requestId), name).toMatchObject([
        { action: 'redeem_code', outcome: 'refused' },
      ]);
    }
  });

  it('ends what a code led to when it comes again, and takes none after a minute', async () => {
    const person = await visitor();
    const { code, verifier } = await person.code(app);
    const tokens = JSON.parse((await person.redeem(app, code, verifier)).text) as Record<string, string>;
    expect(errorOf(await person.redeem(app, code, verifier))).toBe('invalid_grant');
    expect((await person.call(tokens.access_token!)).status).toBe(401);
    expect(errorOf(await person.refresh(app, tokens.refresh_token!))).toBe('invalid_grant');
    const late = await person.code(app);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + 60_000);
      expect(errorOf(await person.redeem(app, late.code, late.verifier))).toBe('invalid_grant');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends the family when a refresh token comes again or from elsewhere, and lets none idle or grow old', async () => {
    const person = await visitor();
    const first = await person.connect(app);
    const second = JSON.parse((await person.refresh(app, first.refresh_token)).text) as typeof first;
    expect(errorOf(await person.refresh(app, first.refresh_token))).toBe('invalid_grant');
    expect((await person.call(second.access_token)).status).toBe(401);
    expect(errorOf(await person.refresh(app, second.refresh_token))).toBe('invalid_grant');
    const stolen = await person.connect(app);
    expect(errorOf(await person.refresh(other, stolen.refresh_token))).toBe('invalid_grant');
    expect((await person.call(stolen.access_token)).status).toBe(401);
    const at = async (days: number, token: string) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        vi.setSystemTime(Date.now() + days * 86_400_000);
        return await person.refresh(app, token);
      } finally {
        vi.useRealTimers();
      }
    };
    const idle = await person.connect(app);
    expect(errorOf(await at(30, idle.refresh_token))).toBe('invalid_grant');
    let kept = (await person.connect(app)).refresh_token;
    for (let days = 29; days < 180; days += 29)
      kept = (JSON.parse((await at(days, kept)).text) as typeof first).refresh_token;
    const old = await at(180, kept);
    expect([old.status, errorOf(old)]).toEqual([400, 'invalid_grant']);
  });

  it('knows a client by one method, its own', async () => {
    const CASES: Record<string, (who: Visitor) => Promise<Answer>> = {
      'a wrong secret': (who) => who.post('/oauth/token', app, {}, { method: app.method, secret: 'wrong' }),
      'no secret': (who) => who.post('/oauth/token', app, {}, { method: 'none', secret: null }),
      'the secret in the body': (who) =>
        who.post('/oauth/token', app, {}, { method: 'client_secret_post', secret: app.secret }),
      'a public client with a secret': (who) =>
        who.post('/oauth/token', open, {}, { method: 'client_secret_post', secret: 'x' }),
      'a public client by header': (who) =>
        who.post('/oauth/token', open, {}, { method: 'client_secret_basic', secret: 'x' }),
      'another client’s secret': (who) =>
        who.post('/oauth/token', app, {}, { method: app.method, secret: other.secret }),
      'an assertion': (who) => who.post('/oauth/token', open, { client_assertion: 'x' }),
    };
    const stranger = await visitor(null);
    for (const [name, send] of Object.entries(CASES)) {
      const answer = await send(stranger);
      expect([answer.status, errorOf(answer)], name).toEqual([401, 'invalid_client']);
      expect(answer.headers['www-authenticate'], name).toMatch(/^Basic /);
    }
    const two = await (
      await visitor(null)
    ).post('/oauth/token', app, { client_id: app.id, client_secret: app.secret });
    expect(errorOf(two)).toBe('invalid_request');
  });

  it('decodes both halves of the header as forms', async () => {
    const odd = 'a+b c%:é&=/ü"';
    await asSuperuser(
      `INSERT INTO oauth_app_secrets (org_id, id, app_id, secret_hash, hint, created_at) VALUES ($1, $2, $3, decode($4, 'hex'), 'odd', now())`,
      [admin.actor.orgId, newId(), readId('oauth_app', app.id), secretHash(odd)],
    );
    const who = await visitor(null);
    const answer = await who.post(
      '/oauth/introspect',
      app,
      { token: 'x' },
      { method: app.method, secret: odd },
    );
    expect([answer.status, answer.text]).toEqual([200, '{"active":false}']);
  });

  it('takes one form by POST and nothing else', async () => {
    const who = await visitor(null);
    const basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`;
    const form = 'application/x-www-form-urlencoded';
    const send = (body: string, type = form, path = '/oauth/token', method = 'POST') =>
      who.client.send({ method, path, body, headers: { 'Content-Type': type, Authorization: basic } });
    const CASES: Record<string, [Answer, number, string]> = {
      JSON: [await send('{"grant_type":"refresh_token"}', 'application/json'), 400, 'invalid_request'],
      'a parameter twice': [await send('grant_type=a&grant_type=b'), 400, 'invalid_request'],
      'parameters in the address': [
        await send('a=b', form, '/oauth/token?grant_type=x'),
        400,
        'invalid_request',
      ],
      'no grant type': [await send('a=b'), 400, 'invalid_request'],
      'an empty grant type': [await send('grant_type='), 400, 'invalid_request'],
      password: [await send('grant_type=password&username=a&password=b'), 400, 'unsupported_grant_type'],
      'client credentials': [await send('grant_type=client_credentials'), 400, 'unsupported_grant_type'],
      'a code that is no code': [
        await send('grant_type=authorization_code&code=x&redirect_uri=y'),
        400,
        'invalid_grant',
      ],
      'an access token as refresh token': [
        await send('grant_type=refresh_token&refresh_token=a.b.c'),
        400,
        'invalid_grant',
      ],
      GET: [await send('', form, '/oauth/token', 'GET'), 405, 'invalid_request'],
    };
    for (const [name, [answer, status, error]] of Object.entries(CASES)) {
      expect([answer.status, errorOf(answer)], name).toEqual([status, error]);
      expect(answer.headers['cache-control'], name).toBe('no-store');
      if (answer.status === 405) expect(answer.headers.allow).toBe('POST');
    }
  });

  it('has patience for ten failures a minute at one address, whoever comes', async () => {
    const who = await visitor(null);
    const wrong = () => who.post('/oauth/token', app, {}, { method: app.method, secret: 'wrong' });
    const statuses: number[] = [];
    for (let time = 0; time < 12; time++) statuses.push((await wrong()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const proven = await who.post('/oauth/introspect', app, { token: 'x' });
    expect(proven.status, 'a client that shows who it is').toBe(200);
    const elsewhere = await visitor(null);
    expect(
      (await elsewhere.post('/oauth/token', app, {}, { method: app.method, secret: 'wrong' })).status,
    ).toBe(401);
  });
});
