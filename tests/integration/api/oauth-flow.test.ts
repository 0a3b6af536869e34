import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId, showId } from '../../../server/shared/ids';
import { consentTarget } from '../../../server/domain/oauth/consent-target';
import { disconnectApp } from '../../../server/domain/oauth/disconnect-app';
import { listConnectedApps } from '../../../server/domain/oauth/list-connected-apps';
import { revokeAppGrants } from '../../../server/domain/oauth/revoke-app-grants';
import { deleteOauthApp } from '../../../server/domain/oauth-apps/delete-oauth-app';
import { rotateOauthAppSecret } from '../../../server/domain/oauth-apps/rotate-oauth-app-secret';
import { updateOauthApp } from '../../../server/domain/oauth-apps/update-oauth-app';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { errorOf, makeApp, makePublicApp, pkce, Visitor, type App } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';

/** The regular OAuth flow, and what ends its tokens. */

let server: TestServer;
let org: TestOrg;
let admin: Awaited<ReturnType<typeof personContext>>;
let visitor: Visitor;
let app: App;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  admin = await personContext(org, 'admin');
  visitor = await Visitor.signedIn(server, admin, '127.0.2.1');
  app = await makeApp(admin);
});
afterAll(() => {
  visitor.close();
  return server.close();
});

describe('OAuth flow', () => {
  it('leads from consent to tokens that access /v1 for user and application', async () => {
    const { callback, verifier } = await visitor.consent(app);
    expect(callback.origin + callback.pathname).toBe(app.redirectUri);
    expect(callback.searchParams.get('state')).toBe('st4te');
    expect(callback.searchParams.get('iss')).toBe(server.url);
    const answer = await visitor.redeem(app, callback.searchParams.get('code')!, verifier);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const tokens = JSON.parse(answer.text) as { access_token: string; scope: string };
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'patients:read labs:read',
    });
    expect(decodeProtectedHeader(tokens.access_token)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toEqual({
      sub: showId('user', admin.actor.id!),
      org: showId('organization', org.orgId),
      scope: ['patients:read', 'labs:read'],
      iat: expect.any(Number) as number,
      exp: claims.iat! + 3600,
      iss: server.url,
      aud: `${server.url}/v1`,
      jti: expect.any(String) as string,
      client_id: app.id,
      grant: expect.stringMatching(/^grt_/) as string,
    });
    const called = await visitor.call(tokens.access_token);
    expect(called.status, called.text).toBe(200);
    const [row] = await auditRows(called.requestId);
    expect(row).toMatchObject({
      actor: claims.sub,
      action: 'list_patients',
      outcome: 'allowed',
      detail: { app: app.id },
    });
    const [redeemed] = await auditRows(answer.requestId);
    expect(redeemed).toMatchObject({ actor: app.id, action: 'redeem_code', outcome: 'allowed' });
    expect((await visitor.call(tokens.access_token, '/v1/webhooks')).status).toBe(403);
  });

  it('records the last use once a minute, and not for rejected or unused tokens', async () => {
    const own = await makeApp(admin);
    const { access_token } = await visitor.connect(own);
    const lastUse = async () =>
      (await listConnectedApps(admin)).data.find(({ id }) => id === own.id)!.last_used_at;
    expect(await lastUse()).toBeNull();
    const before = Date.now();
    expect((await visitor.call(access_token)).status).toBe(200);
    const first = await lastUse();
    expect(Date.parse(first!)).toBeGreaterThanOrEqual(before);
    expect((await visitor.call(access_token)).status).toBe(200);
    expect(await lastUse()).toBe(first);
    const age = () =>
      asSuperuser("UPDATE oauth_grants SET last_used_at = now() - interval '61 seconds' WHERE app_id = $1", [
        readId('oauth_app', own.id),
      ]);
    await age();
    // With a body the credential is checked separately from the operation.
    const posted = await visitor.client.send({
      method: 'POST',
      path: '/v1/patients',
      body: '{}',
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    });
    expect(posted.status).toBe(403);
    expect(Date.parse((await lastUse())!)).toBeGreaterThanOrEqual(Date.parse(first!));
    await age();
    await updateOauthApp(admin, { id: own.id, paused: true });
    expect((await visitor.call(access_token)).status).toBe(401);
    expect(Date.now() - Date.parse((await lastUse())!)).toBeGreaterThan(60_000);
  });

  it('rotates refresh tokens, narrows scopes on request and never widens them', async () => {
    const first = await visitor.connect(app);
    const narrowed = await visitor.refresh(app, first.refresh_token, { scope: 'labs:read' });
    expect(narrowed.status, narrowed.text).toBe(200);
    const second = JSON.parse(narrowed.text) as typeof first;
    expect(second.scope).toBe('labs:read');
    expect(decodeJwt(second.access_token).scope).toEqual(['labs:read']);
    expect((await visitor.call(second.access_token)).status).toBe(403);
    const wider = await visitor.refresh(app, second.refresh_token, { scope: 'labs:read patients:write' });
    expect([wider.status, errorOf(wider)]).toEqual([400, 'invalid_scope']);
    // The failed request did not use up the refresh token.
    const third = await visitor.refresh(app, second.refresh_token);
    expect((JSON.parse(third.text) as typeof first).scope).toBe('patients:read labs:read');
  });

  it('grants the selected scopes, and asks again only for more, after a change, or on request', async () => {
    const asked = await makeApp(admin);
    const first = await visitor.consent(asked, { scope: ['labs:read'] });
    const answer = await visitor.redeem(asked, first.callback.searchParams.get('code')!, first.verifier);
    expect((JSON.parse(answer.text) as { scope: string }).scope).toBe('labs:read');
    const where = async (change: Record<string, string>) => {
      const { headers } = await visitor.authorize(asked, pkce().challenge, { scope: 'labs:read', ...change });
      return headers.location!.startsWith(asked.redirectUri)
        ? (new URL(headers.location!).searchParams.get('error') ?? 'code')
        : headers.location!.replace(/\w{43}|[\w-]{43}/, '…');
    };
    expect(await where({})).toBe('code');
    expect(await where({ prompt: 'none' })).toBe('code');
    expect(await where({ prompt: 'consent' })).toBe('/oauth/consent/…');
    expect(await where({ scope: 'labs:read patients:read' })).toBe('/oauth/consent/…');
    expect(await where({ scope: 'labs:read patients:read', prompt: 'none' })).toBe('consent_required');
    await updateOauthApp(admin, { id: asked.id, name: 'Renamed' });
    expect(await where({})).toBe('/oauth/consent/…');
    const stranger = new Visitor(server, null, '127.0.2.1');
    const silent = await stranger.authorize(asked, pkce().challenge, { prompt: 'none' });
    expect(new URL(silent.headers.location!).searchParams.get('error')).toBe('login_required');
    const loud = await stranger.authorize(asked, pkce().challenge);
    expect(loud.headers.location).toMatch(/^\/oauth\/consent\/[\w-]{43}$/);
    // The content policy of the page allows its form to redirect to this origin.
    expect(await consentTarget(loud.headers.location!.slice(-43))).toBe('https://client.example');
    expect(await consentTarget('A'.repeat(43))).toBeNull();
    stranger.close();
  });

  it('asks every time for public clients with shared redirect addresses; loopback ports are free', async () => {
    const native = await makePublicApp(admin, { redirect_uris: ['http://127.0.0.1/done'] });
    const at = { authorize: { redirect_uri: 'http://127.0.0.1:50123/done' } };
    for (let time = 0; time < 2; time++) {
      const { callback, verifier } = await visitor.consent(native, at);
      expect(callback.host).toBe('127.0.0.1:50123');
      const started = await visitor.authorize(native, pkce().challenge, at.authorize);
      expect(started.headers.location).toMatch(/^\/oauth\/consent\//);
      const answer = await visitor.redeem(native, callback.searchParams.get('code')!, verifier, at.authorize);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('publishes its metadata and keys', async () => {
    const reported = await visitor.get('/.well-known/oauth-authorization-server');
    expect(JSON.parse(reported.text)).toMatchObject({
      issuer: server.url,
      token_endpoint: `${server.url}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    const keys = await visitor.get('/oauth/jwks');
    const [key] = (JSON.parse(keys.text) as { keys: Record<string, string>[] }).keys;
    expect(Object.keys(key!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(keys.headers['access-control-allow-origin']).toBe('*');
  });

  it('returns to the client when the user denies access', async () => {
    const { callback } = await visitor.consent(app, {
      decision: 'deny',
      authorize: { prompt: 'consent' },
    });
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'st4te',
      iss: server.url,
    });
  });
});

describe('latest consent decision', () => {
  const where = async (own: App, scope: string) => {
    const { headers } = await visitor.authorize(own, pkce().challenge, { scope });
    return headers.location!.startsWith('/oauth/consent/') ? 'asked' : 'code';
  };

  it('applies when it removes scopes that were allowed before', async () => {
    const own = await makeApp(admin);
    await visitor.connect(own);
    expect(await where(own, 'patients:read labs:read')).toBe('code');
    await visitor.consent(own, { scope: ['labs:read'], authorize: { prompt: 'consent' } });
    expect(await where(own, 'patients:read labs:read')).toBe('asked');
    expect(await where(own, 'patients:read')).toBe('asked');
    expect(await where(own, 'labs:read')).toBe('code');
  });

  it('applies when it is a denial', async () => {
    const own = await makeApp(admin);
    await visitor.connect(own);
    const only = { prompt: 'consent', scope: 'labs:read' };
    await visitor.consent(own, { decision: 'deny', scope: [], authorize: only });
    expect(await where(own, 'labs:read')).toBe('asked');
    // Scopes that were not requested stay granted.
    expect(await where(own, 'patients:read')).toBe('code');
  });
});

describe('revocation of a grant', () => {
  const rejected = async (token: string) => (await visitor.call(token)).status;

  it('is immediate: by user, administrator, client, pause, deletion or lowered role', async () => {
    const ways: [string, (own: App, token: string) => Promise<unknown>, after: number][] = [
      ['person', (own) => disconnectApp(admin, { id: own.id }), 401],
      ['admin', (own) => revokeAppGrants(admin, { id: own.id }), 401],
      ['client', (own, token) => visitor.post('/oauth/revoke', own, { token }), 401],
      ['pause', (own) => updateOauthApp(admin, { id: own.id, paused: true }), 401],
      ['deletion', (own) => deleteOauthApp(admin, { id: own.id }), 401],
      ['scopes', (own) => updateOauthApp(admin, { id: own.id, scopes: ['labs:read'] }), 403],
    ];
    for (const [name, take, after] of ways) {
      const own = await makeApp(admin);
      const tokens = await visitor.connect(own);
      expect(await rejected(tokens.access_token), name).toBe(200);
      await take(own, tokens.access_token);
      expect(await rejected(tokens.access_token), name).toBe(after);
      const again = await visitor.refresh(own, tokens.refresh_token);
      if (after === 401) expect(again.status, name).toBeGreaterThanOrEqual(400);
      else expect((JSON.parse(again.text) as { scope: string }).scope).toBe('labs:read');
    }
  });

  it('follows the user: role, membership, account', async () => {
    const person = await personContext(org, 'clinician');
    const own = await Visitor.signedIn(server, person, '127.0.2.2');
    const { callback, verifier } = await own.consent(app, {
      authorize: { scope: 'patients:read patients:write' },
      scope: ['patients:read', 'patients:write'],
    });
    const answer = await own.redeem(app, callback.searchParams.get('code')!, verifier);
    const { access_token } = JSON.parse(answer.text) as { access_token: string };
    const write = () =>
      own.client.send({
        method: 'POST',
        path: '/v1/patients',
        headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
        body: '{"name":{"family":"A","given":["B"]},"birth_date":"1980-01-01","sex":"other"}',
      });
    expect((await write()).status).toBe(201);
    const change = (text: string) => asSuperuser(text, [person.actor.id]);
    await change("UPDATE memberships SET role = 'viewer' WHERE user_id = $1");
    expect((await write()).status).toBe(403);
    expect((await own.call(access_token)).status).toBe(200);
    await change('UPDATE users SET disabled_at = now() WHERE id = $1');
    expect((await own.call(access_token)).status).toBe(401);
    await change('UPDATE users SET disabled_at = NULL WHERE id = $1');
    await change('UPDATE memberships SET ended_at = now() WHERE user_id = $1');
    expect((await own.call(access_token)).status).toBe(401);
    own.close();
  });

  it('lists the connected applications of the user only', async () => {
    const person = await personContext(org, 'viewer');
    const own = await Visitor.signedIn(server, person, '127.0.2.3');
    await own.connect(app);
    await own.code(app); // an unredeemed code connects nothing new
    const { data } = await listConnectedApps(person);
    expect(data).toMatchObject([{ id: app.id, scopes: ['patients:read', 'labs:read'] }]);
    expect((await listConnectedApps(await personContext(org, 'viewer'))).data).toEqual([]);
    own.close();
  });

  it('leaves two secrets valid during a rotation', async () => {
    const own = await makeApp(admin);
    const next = await rotateOauthAppSecret(admin, { id: own.id, overlap_hours: 1 });
    const probe = (secret: string | null) =>
      visitor.post('/oauth/introspect', own, { token: 'none' }, { method: own.method, secret });
    expect((await probe(own.secret)).status).toBe(200);
    expect((await probe(next.client_secret!)).status).toBe(200);
    const last = await rotateOauthAppSecret(admin, { id: own.id, overlap_hours: 0 });
    expect((await probe(own.secret)).status).toBe(401);
    expect((await probe(next.client_secret!)).status).toBe(401);
    expect((await probe(last.client_secret!)).status).toBe(200);
  });

  it('is visible by introspection, to the client itself only', async () => {
    const tokens = await visitor.connect(app);
    const other = await makeApp(admin);
    const ask = async (who: App, token: string) =>
      JSON.parse((await visitor.post('/oauth/introspect', who, { token })).text) as Record<string, unknown>;
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await ask(app, token)).toMatchObject({
        active: true,
        scope: 'patients:read labs:read',
        client_id: app.id,
      });
      expect(await ask(other, token)).toEqual({ active: false });
      await visitor.post('/oauth/revoke', other, { token });
    }
    expect(await ask(app, tokens.access_token)).toMatchObject({ active: true });
    expect((await visitor.post('/oauth/revoke', app, { token: 'unknown' })).status).toBe(200);
    expect((await visitor.post('/oauth/revoke', app, { token: tokens.refresh_token })).status).toBe(200);
    expect(await ask(app, tokens.access_token)).toEqual({ active: false });
    const open = await makePublicApp(admin);
    expect(errorOf(await visitor.post('/oauth/introspect', open, { token: 'x' }))).toBe(
      'unauthorized_client',
    );
  });

  it('ends the signed URL of a document', async () => {
    const reader = await makeApp(admin, {}, ['documents:read']);
    const { callback, verifier } = await visitor.consent(reader, {
      authorize: { scope: 'documents:read' },
      scope: ['documents:read'],
    });
    const answer = await visitor.redeem(reader, callback.searchParams.get('code')!, verifier);
    const { access_token } = JSON.parse(answer.text) as { access_token: string };
    const { createPatient } = await import('../../../server/domain/patients/create-patient');
    const { createDocument } = await import('../../../server/domain/documents/create-document');
    const { createDocumentInput } = await import('../../../server/domain/documents/contract');
    const { freshPatient, NOTE } = await import('../matrix/fixture');
    const patient = await createPatient(admin, freshPatient('Addressed'));
    const document = await createDocument(
      admin,
      createDocumentInput.parse({
        patient_id: patient.id,
        title: 'note',
        content: { data: NOTE, file_name: 'note.txt' },
      }),
    );
    const shown = await visitor.call(access_token, `/v1/documents/${document.id}`);
    const address = new URL((JSON.parse(shown.text) as { content_url: string }).content_url).pathname;
    expect((await new Visitor(server, null).get(address)).status).toBe(200);
    await disconnectApp(admin, { id: reader.id });
    expect((await new Visitor(server, null).get(address)).status).toBe(401);
  });
});
