import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clinicalClient, verifyWebhook } from '../../../docs/client/main';
import type { ApiError, ClinicalClient } from '../../../docs/client/main';
import type { Loose } from '../../../scripts/contract/json';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import { problemExamples } from '../../../server/http/openapi/error-responses';
import { compileCheck } from '../../support/contract';
import { asSuperuser, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type TestServer } from '../../support/server';

/** The client of docs/client against the real listener. */

let server: TestServer;
let things: Furnished;
let key: string;
let client: ClinicalClient;

beforeAll(async () => {
  server = await startServer();
  things = await furnish('client');
  key = await realKey(things.org);
  client = clinicalClient({ baseUrl: `${server.url}/`, credential: () => Promise.resolve(key) });
});
afterAll(() => server.close());

const harrowgill = {
  name: { family: 'Harrowgill', given: ['Edmund'] },
  birth_date: '1980-02-29',
  sex: 'male' as const,
};

/** A client whose requests pass `before` first. */
const through = (before: (request: Request) => Promise<Response | undefined>, waited: number[] = []) =>
  clinicalClient({
    baseUrl: server.url,
    credential: key,
    fetch: async (request) => (await before(request.clone())) ?? (await fetch(request)),
    wait: async (milliseconds) => void waited.push(milliseconds),
  });

function problem(code: 'rate_limited' | 'unavailable'): Response {
  const { value } = problemExamples()[code] as { value: { status: number; retry_after: number } };
  return new Response(JSON.stringify(value), {
    status: value.status,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': String(value.retry_after) },
  });
}

const errorOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (error: ApiError) => error,
  );

describe('client', () => {
  it('has a method for each operation', async () => {
    const { paths } = (await call(server, null, 'GET', '/v1/openapi.json')).json as Loose;
    const ids = Object.values<Loose>(paths).flatMap((methods) =>
      Object.values<Loose>(methods).map(({ operationId }) => operationId as string),
    );
    expect(Object.keys(client).sort()).toEqual([...ids, 'uploadDocument'].sort());
  });

  it('reads lists page by page, with filters and comma-separated values', async () => {
    const ids: string[] = [];
    for await (const { id } of client.listPatients.all({ limit: 1 })) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining([things.ids.patient, things.ids.spare]));
    expect(new Set(ids).size).toBe(ids.length);
    const [result] = (await client.listLabResults({ patient_id: things.ids.patient })).data;
    expect(result?.panels[0]?.observations[0]?.value_text).toBe('<6.90');
    const found = [];
    for await (const patient of client.searchPatients.all({
      family: 'unknown',
      status: ['active', 'inactive'],
    }))
      found.push(patient);
    expect(found).toEqual([]);
    const open = await client.listLabOrders({ status: ['requested', 'completed'] });
    expect(open.data.length).toBeGreaterThan(0);
  });

  it('creates once with one Idempotency-Key, and each call has its own', async () => {
    const intent = { idempotencyKey: 'c0ffee00-0000-4000-8000-000000000001' };
    const first = await client.createPatient(harrowgill, intent);
    expect(await client.createPatient(harrowgill, intent)).toEqual(first);
    expect((await client.createPatient(harrowgill)).id).not.toBe(first.id);
  });

  it('updates a version, and has typed errors', async () => {
    const { id, version } = await client.createPatient(harrowgill);
    const changed = await client.updatePatient({ id, language: 'fr' }, { ifMatch: version });
    expect(changed.language).toBe('fr');
    const outdated = await errorOf(client.updatePatient({ id, language: 'it' }, { ifMatch: version }));
    expect(outdated).toMatchObject({ code: 'version_mismatch', status: 412, name: 'ApiError' });
    expect(outdated.problem?.current_version).toBe(changed.version);
    expect(outdated.message).toContain(outdated.requestId);
    const invalid = await errorOf(client.createPatient({ ...harrowgill, birth_date: 'soon' }));
    expect(invalid.problem?.errors?.[0]?.pointer).toBe('/birth_date');
    expect(await client.deletePatient({ id })).toBeUndefined();
    expect((await errorOf(client.getPatient({ id }))).code).toBe('not_found');
    await expect(client.getPatient({ id: '' })).rejects.toThrow('getPatient: id is required');
    const proxy = through(async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    expect(await errorOf(proxy.getMe())).toMatchObject({
      status: 502,
      code: null,
      message: '502 Bad Gateway',
    });
  });

  it('uploads a document and gets the same bytes back', async () => {
    const bytes = new Uint8Array(Buffer.from('A letter.\n'));
    const document = await client.uploadDocument(
      { patient_id: things.ids.patient, category: 'correspondence' },
      { name: 'letter.txt', bytes },
    );
    expect(document).toMatchObject({
      status: 'available',
      file_name: 'letter.txt',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const downloaded = await client.downloadDocument({ id: document.id });
    expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(Buffer.from(bytes));
  });

  it('waits as long as requested, retries lost connections, and does nothing twice', async () => {
    const waited: number[] = [];
    const keys = new Set<string | null>();
    const faults = [() => problem('rate_limited'), () => problem('unavailable')];
    const limited = through(async ({ headers }) => {
      keys.add(headers.get('Idempotency-Key'));
      return faults.shift()?.();
    }, waited);
    expect((await limited.createPatient(harrowgill)).object).toBe('patient');
    expect(waited).toEqual([17_000, 2_000]);
    expect(keys.size).toBe(1);
    let created = '';
    const lost = through(async (request) => {
      if (created) return undefined;
      created = ((await (await fetch(request)).json()) as { id: string }).id;
      throw new TypeError('fetch failed');
    });
    expect((await lost.createPatient(harrowgill)).id).toBe(created);
    const gone = through(() => Promise.reject(new TypeError('fetch failed')), waited);
    await expect(gone.deletePatient({ id: created })).rejects.toThrow('fetch failed');
    expect(waited).toHaveLength(2);
  });

  it('gives up after four attempts', async () => {
    let tried = 0;
    const down = through(async () => (tried++, problem('unavailable')));
    expect((await errorOf(down.createPatient(harrowgill))).code).toBe('unavailable');
    expect(tried).toBe(4);
  });

  it('verifies real event payloads, which fit the document', async () => {
    const rows = await asSuperuser<{ type: string; body: string }>(
      "SELECT type, body FROM events WHERE org_id = $1 AND type NOT LIKE 'portal.%'",
      [things.org.orgId],
    );
    const document = (await call(server, null, 'GET', '/v1/openapi.json')).json as Loose;
    const check = compileCheck(document);
    const [secret, next] = [newSigningSecret(), newSigningSecret()];
    expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThan(4);
    for (const { type, body } of rows) {
      const headers = { ...signatureHeaders([next, secret], 'evt_1', new Date(), body) };
      const event = verifyWebhook(secret, headers, Buffer.from(body));
      expect(verifyWebhook(next, new Headers(headers), body)).toEqual(event);
      expect(event.type).toBe(type);
      const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
      expect(check(schema, event), type).toBeNull();
      expect(() => verifyWebhook(secret, headers, body.replace('"v1"', '"v2"'))).toThrow('signature');
      expect(() => verifyWebhook(newSigningSecret(), headers, body)).toThrow('signature');
    }
    const old = { ...signatureHeaders([secret], 'evt_1', new Date(Date.now() - 301_000), '{}') };
    expect(() => verifyWebhook(secret, old, '{}')).toThrow('too old');
    expect(() => verifyWebhook(secret, {}, '{}')).toThrow('too old');
  });
});
