import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personContext, testOrg } from '../../support/database';
import { CALLBACK, makeApp, makePublicApp, pkce, Visitor, type App } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';

/**
 * Unmodified npm clients run the complete flow and check our responses by their own implementation of the standards.
 */

let server: TestServer;
let admin: Awaited<ReturnType<typeof personContext>>;
let person: Visitor;

beforeAll(async () => {
  server = await startServer();
  admin = await personContext(await testOrg(), 'admin');
  person = await Visitor.signedIn(server, admin, '127.0.6.1');
});
afterAll(() => {
  person.close();
  return server.close();
});

/** The person at the client's authorization address: sees the page, allows. @returns the callback */
async function allow(address: URL): Promise<URL> {
  const started = await person.get(address.pathname + address.search);
  const id = started.headers.location!.split('/').at(-1)!;
  const { csrf } = await person.consentPage(id);
  const decided = await person.decide({ id, csrf, scope: ['patients:read'], decision: 'allow' });
  return new URL(decided.headers.location!);
}

const callApi = (token: string) =>
  fetch(`${server.url}/v1/patients`, { headers: { Authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  );

describe('npm OAuth client', () => {
  it('openid-client: discovery, PKCE, issuer, refresh, introspection, revocation', async () => {
    for (const app of [await makeApp(admin), await makePublicApp(admin)]) {
      const authentication = app.secret ? openid.ClientSecretBasic(app.secret) : openid.None();
      const config = await openid.discovery(new URL(server.url), app.id, undefined, authentication, {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      });
      const verifier = openid.randomPKCECodeVerifier();
      const state = openid.randomState();
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        scope: 'patients:read',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      });
      const tokens = await openid.authorizationCodeGrant(config, await allow(address), {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      expect(tokens).toMatchObject({ expires_in: 3600, scope: 'patients:read' });
      expect(await callApi(tokens.access_token)).toBe(200);
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token!);
      expect(await callApi(next.access_token)).toBe(200);
      if (app.secret)
        expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
      await openid.tokenRevocation(config, next.refresh_token!);
      expect(await callApi(next.access_token)).toBe(401);
      await expect(openid.refreshTokenGrant(config, next.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    }
  });

  it('oauth4webapi: every response passes its strict checks', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const app = await makeApp(admin, { auth_method: 'client_secret_post' });
    const found = await oauth.discoveryRequest(new URL(server.url), { algorithm: 'oauth2', ...insecure });
    const as = await oauth.processDiscoveryResponse(new URL(server.url), found);
    const client = { client_id: app.id };
    const login = oauth.ClientSecretPost(app.secret!);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(as.authorization_endpoint!);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.id,
      redirect_uri: CALLBACK,
      scope: 'patients:read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const parameters = oauth.validateAuthResponse(as, client, await allow(address), state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, login, parameters, CALLBACK, verifier, insecure),
    );
    // The client's own validation of the token (RFC 9068) cannot be used: it rejects a `scope` that is an array.
    expect(await callApi(tokens.access_token)).toBe(200);
    const next = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, login, tokens.refresh_token!, insecure),
    );
    const reported = await oauth.processIntrospectionResponse(
      as,
      client,
      await oauth.introspectionRequest(as, client, login, next.access_token, insecure),
    );
    expect(reported).toMatchObject({ active: true, client_id: app.id });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, login, next.access_token, insecure),
    );
    expect(await callApi(next.access_token)).toBe(401);
    const gone = await oauth.refreshTokenGrantRequest(as, client, login, next.refresh_token!, insecure);
    await expect(oauth.processRefreshTokenResponse(as, client, gone)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('simple-oauth2: a confidential client, by header and by body', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
      const app: App = await makeApp(admin, { auth_method: method });
      const client = new AuthorizationCode({
        client: { id: app.id, secret: app.secret! },
        auth: {
          tokenHost: server.url,
          tokenPath: '/oauth/token',
          revokePath: '/oauth/revoke',
          authorizePath: '/oauth/authorize',
        },
        options: { authorizationMethod: method === 'client_secret_basic' ? 'header' : 'body' },
      });
      const { verifier, challenge } = pkce();
      const asked = { redirect_uri: CALLBACK, scope: 'patients:read', state: 's' };
      const address = new URL(client.authorizeURL(asked));
      // It does not support PKCE; the parameters are passed through.
      address.searchParams.set('code_challenge', challenge);
      address.searchParams.set('code_challenge_method', 'S256');
      const callback = await allow(address);
      const token = await client.getToken({
        code: callback.searchParams.get('code')!,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      });
      expect(token.expired()).toBe(false);
      const next = await token.refresh();
      expect(await callApi(next.token.access_token as string)).toBe(200);
      await next.revokeAll();
      expect(await callApi(next.token.access_token as string)).toBe(401);
    }
  });
});
