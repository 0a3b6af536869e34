import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secretHash } from '../../../server/auth/api-key-format';
import { newId, readId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { CALLBACK, errorOf, makeApp, makePublicApp, Visitor, type App } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import type { Answer } from '../matrix/client';

/** C-10: attacks on the token endpoint. */

let server: TestServer;
let admin: Awaited<ReturnType<typeof personContext>>;
let app: App;
let open: App;
let other: App;
let visitors = 0;
const seen: Visitor[] = [];
/** Names of all rejected attacks in this file. */
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
  const from = `127.0.7.${++visitors}`;
  const made = person ? await Visitor.signedIn(server, person, from) : new Visitor(server, null, from);
  seen.push(made);
  return made;
}

describe('token endpoint', () => {
  it('invalidates the code after any wrong attempt', async () => {
    const WRONG: Record<string, (who: Visitor, code: string, verifier: string) => Promise<Answer>> = {
      'a wrong verifier': (who, code) => who.redeem(app, code, 'v'.repeat(43)),
      'no verifier': (who, code) => who.redeem(app, code, '', { code_verifier: null }),
      'a longer verifier': (who, code, verifier) => who.redeem(app, code, `${verifier}x`),
      // As if the challenge method had been `plain`.
      'the challenge as verifier': (who, code, verifier) =>
        who.redeem(app, code, createHash('sha256').update(verifier).digest('base64url')),
      'the plain method named here': (who, code) =>
        who.redeem(app, code, 'c'.repeat(43), { code_challenge_method: 'plain' }),
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
      rejected.add(name);
      expect(errorOf(await person.redeem(app, code, verifier)), `${name}, then the right way`).toBe(
        'invalid_grant',
      );
      expect(await auditRows(answer.requestId), name).toMatchObject([
        { action: 'redeem_code', outcome: 'refused' },
      ]);
    }
  });

  it('revokes the tokens of a repeated code, and rejects codes older than a minute', async () => {
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

  it('revokes the family of a repeated or foreign refresh token, and expires idle and old ones', async () => {
    const person = await visitor();
    const first = await person.connect(app);
    const second = JSON.parse((await person.refresh(app, first.refresh_token)).text) as typeof first;
    expect(errorOf(await person.refresh(app, first.refresh_token))).toBe('invalid_grant');
    expect((await person.call(second.access_token)).status).toBe(401);
    expect(errorOf(await person.refresh(app, second.refresh_token))).toBe('invalid_grant');
    const stolen = await person.connect(app);
    expect(errorOf(await person.refresh(other, stolen.refresh_token))).toBe('invalid_grant');
    expect((await person.call(stolen.access_token)).status).toBe(401);
    // The tokens become older: a clock that is wrong by months is rejected by the audit.
    const later = (days: number) =>
      asSuperuser(
        `WITH aged AS (UPDATE oauth_grants SET expires_at = expires_at - make_interval(days => $2) WHERE app_id = $1 RETURNING id)
         UPDATE oauth_refresh_tokens t SET expires_at = expires_at - make_interval(days => $2) FROM aged WHERE t.grant_id = aged.id`,
        [readId('oauth_app', app.id), days],
      );
    const idle = await person.connect(app);
    await later(30);
    expect(errorOf(await person.refresh(app, idle.refresh_token))).toBe('invalid_grant');
    let kept = (await person.connect(app)).refresh_token;
    for (let days = 29; days < 180; days += 29) {
      await later(29);
      kept = (JSON.parse((await person.refresh(app, kept)).text) as typeof first).refresh_token;
    }
    await later(6);
    const old = await person.refresh(app, kept);
    expect([old.status, errorOf(old)]).toEqual([400, 'invalid_grant']);
  });

  it('keeps the refresh token when no token is issued', async () => {
    const person = await visitor();
    const cut = await makeApp(admin);
    const { refresh_token: token } = await person.connect(cut);
    const mayHave = (scopes: string[]) =>
      asSuperuser('UPDATE oauth_apps SET scopes = $2 WHERE id = $1', [readId('oauth_app', cut.id), scopes]);
    // None of the requested scopes was granted.
    const wider = await person.refresh(cut, token, { scope: 'patients:write' });
    expect([wider.status, errorOf(wider)]).toEqual([400, 'invalid_scope']);
    await mayHave(['patients:write']);
    const nothing = await person.refresh(cut, token);
    expect([nothing.status, errorOf(nothing)]).toEqual([400, 'invalid_grant']);
    expect(await auditRows(nothing.requestId)).toMatchObject([
      { outcome: 'refused', code: 'invalid_grant', detail: { reason: 'nothing_left_to_grant' } },
    ]);
    await mayHave(['patients:read', 'patients:write']);
    const given = await person.refresh(cut, token);
    expect([given.status, (JSON.parse(given.text) as { scope: string }).scope]).toEqual([
      200,
      'patients:read',
    ]);
    // Now it is used up: a second use means a copy.
    await mayHave(['patients:write']);
    expect(errorOf(await person.refresh(cut, token))).toBe('invalid_grant');
    await mayHave(['patients:read']);
    const { refresh_token: next } = JSON.parse(given.text) as { refresh_token: string };
    expect(errorOf(await person.refresh(cut, next))).toBe('invalid_grant');
  });

  it('accepts only the registered authentication method of a client', async () => {
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
      rejected.add(name);
    }
    const two = await (
      await visitor(null)
    ).post('/oauth/token', app, { client_id: app.id, client_secret: app.secret });
    expect(errorOf(two)).toBe('invalid_request');
  });

  it('decodes both parts of the header as form values', async () => {
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

  it('accepts a form by POST only', async () => {
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
      rejected.add(name);
      if (answer.status === 405) expect(answer.headers.allow).toBe('POST');
    }
  });

  it('allows ten failures a minute per address, for all clients', async () => {
    const who = await visitor(null);
    const wrong = () => who.post('/oauth/token', app, {}, { method: app.method, secret: 'wrong' });
    const statuses: number[] = [];
    for (let time = 0; time < 12; time++) statuses.push((await wrong()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const proven = await who.post('/oauth/introspect', app, { token: 'x' });
    expect(proven.status, 'an authenticated client').toBe(200);
    const elsewhere = await visitor(null);
    expect(
      (await elsewhere.post('/oauth/token', app, {}, { method: app.method, secret: 'wrong' })).status,
    ).toBe(401);
  });

  it('rejected all of them', () => expect(rejected.size).toBeGreaterThanOrEqual(26));
});
