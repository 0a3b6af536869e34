import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId, showId } from '../../../server/shared/ids';
import { auditRows, personContext, realKey, testOrg } from '../../support/database';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { createApiKeyInput } from '../../../server/domain/api-keys/contract';
import { makeApp, Visitor } from '../../support/oauth';
import { call, startServer, type TestServer } from '../../support/server';

/** `GET /v1/me`: an integrator sees what a credential is and may do. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const me = async (credential: string) => call(server, credential, 'GET', '/v1/me');

it('shows an API key with its organization, scopes, limits and expiry', async () => {
  const org = await testOrg();
  const key = await createApiKey(
    org.ctx,
    createApiKeyInput.parse({
      name: 'Ward system',
      scopes: ['patients:read', 'labs:read'],
      rate_limit: 1_200,
      expires_at: '2999-01-01T00:00:00Z',
    }),
  );
  const answer = await me(key.key!);
  expect(answer.json).toEqual({
    object: 'credential',
    type: 'api_key',
    id: key.id,
    name: 'Ward system',
    scopes: ['labs:read', 'patients:read'],
    organization: { id: showId('organization', org.orgId), name: expect.any(String) as string },
    livemode: true,
    rate_limits: [
      { name: 'default', requests: 1_200, seconds: 60 },
      { name: 'uploads', requests: 120, seconds: 60 },
      { name: 'batches', requests: 120, seconds: 60 },
    ],
    expires_at: '2999-01-01T00:00:00.000Z',
    user: null,
  });
  expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=1200;w=60');
  expect(await auditRows(answer.headers.get('x-request-id')!)).toMatchObject([
    { action: 'get_me', kind: 'read', object_kind: 'api_key', object_id: readId('api_key', key.id) },
  ]);
});

it('is not live in a sandbox', async () => {
  const live = await testOrg();
  const sandbox = await testOrg({ sandboxOf: live.slug });
  expect((await me(await realKey(sandbox))).json).toMatchObject({
    livemode: false,
    organization: { id: showId('organization', sandbox.orgId) },
  });
});

it('shows an access token with its application and the user it acts for', async () => {
  const org = await testOrg();
  const app = await makeApp(await personContext(org, 'admin'));
  const user = await personContext(org, 'clinician');
  const visitor = await Visitor.signedIn(server, user);
  const { access_token } = await visitor.connect(app);
  visitor.close();
  const { json } = await me(access_token);
  expect(json).toMatchObject({
    type: 'access_token',
    id: app.id,
    livemode: true,
    name: 'AcmeSync',
    scopes: ['labs:read', 'patients:read'],
    user: { id: showId('user', user.actor.id!), name: 'Test clinician', role: 'clinician' },
  });
  const seconds = (Date.parse(json.expires_at as string) - Date.now()) / 1000;
  expect(seconds).toBeGreaterThan(3_500);
  expect(seconds).toBeLessThanOrEqual(3_600);
});
