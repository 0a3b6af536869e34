import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { logger } from '../../../server/logger';
import { showId } from '../../../server/shared/ids';
import { asSuperuser, personContext, realKey, testOrg, type TestOrg } from '../../support/database';
import { addressOf, announced, PDF, put } from '../../support/document-uploads';
import { call, startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';

/** One line per request with its route, caller and outcome: IDs and codes, never values. */

let server: TestServer;
let org: TestOrg;
let key: string;
let keyId: string;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  key = await realKey(org);
  const [row] = await asSuperuser<{ id: string }>('SELECT id FROM api_keys WHERE org_id = $1', [org.orgId]);
  keyId = showId('api_key', row!.id);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** The lines of the requests that `send` makes. */
async function linesOf(send: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const info = vi.spyOn(logger, 'info');
  await send();
  const lines = () =>
    info.mock.calls.filter(([, text]) => text === 'request').map(([line]) => line as Record<string, unknown>);
  // Written when the response has been sent.
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(0), 15_000);
  return lines();
}

const ours = () => showId('organization', org.orgId);

describe('line of a request', () => {
  it('names route, status, duration, size, address, organization and key', async () => {
    const [line] = await linesOf(() => call(server, key, 'GET', '/v1/patients?q=Canary'));
    expect(line).toEqual({
      request_id: expect.stringMatching(/^req_/),
      endpoint: 'rest',
      method: 'GET',
      route: '/v1/patients',
      path: '/v1/patients',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      address: '127.0.0.1',
      organization: ours(),
      credential: keyId,
    });
    expect(line!.bytes).toBeGreaterThan(100);
    expect(JSON.stringify(line)).not.toContain(key);
  });

  it('does not contain what was searched for', async () => {
    const body = { family: 'Canary', birth_date: '1945-07-14' };
    const [line] = await linesOf(() => call(server, key, 'POST', '/v1/patients/search', body));
    expect(line).toMatchObject({ route: '/v1/patients/search', path: '/v1/patients/search', status: 200 });
    expect(JSON.stringify(line)).not.toMatch(/Canary|1945/);
  });

  it('names the pattern of a path with an ID', async () => {
    const [line] = await linesOf(() => call(server, key, 'GET', '/v1/patients/pat_unknown'));
    expect(line).toMatchObject({ route: '/v1/patients/{id}', status: 404, credential: keyId });
  });

  it('names no one before a credential is accepted', async () => {
    const [line] = await linesOf(() => call(server, `${key}x`, 'GET', '/v1/patients'));
    expect(line).toMatchObject({ status: 401, address: '127.0.0.1' });
    expect(line).not.toHaveProperty('organization');
    expect(line).not.toHaveProperty('credential');
  });

  it('names the user and the procedure of a call of the portal', async () => {
    const person = await personContext(org, 'clinician');
    const { cookie } = await signInAs(person);
    const [line] = await linesOf(() =>
      fetch(`${server.url}/api/trpc/patients.listCharts?input=${encodeURIComponent('{"q":"Canary"}')}`, {
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    expect(line).toMatchObject({
      endpoint: 'trpc',
      procedure: 'patients.listCharts',
      status: 200,
      organization: ours(),
      credential: showId('user', person.actor.id!),
    });
    expect(JSON.stringify(line)).not.toMatch(/Canary|@/);
  });

  it('names the creator of an upload URL, and not the URL', async () => {
    const { json: patient } = await call(server, key, 'POST', '/v1/patients', {
      name: { family: 'Canary', given: ['A'] },
      birth_date: '1980-02-03',
      sex: 'female',
    });
    const announcement = { patient_id: patient.id, upload: announced(PDF) };
    const upload = await call(server, key, 'POST', '/v1/documents', announcement);
    const lines = await linesOf(() => put(addressOf(upload), PDF));
    expect(lines).toMatchObject([{ path: '/uploads', organization: ours(), credential: keyId }]);
  });
});
