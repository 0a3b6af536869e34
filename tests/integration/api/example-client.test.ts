import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clinicalClient, hasCode, ProblemError, type ClinicalClient } from '../../../docs/client/client';
import {
  allPatients,
  changePatient,
  createPatient,
  downloadDocument,
  eventsSince,
  findPatients,
  historyOf,
  orderTest,
  resultsOf,
  uploadDocument,
} from '../../../docs/client/tasks';
import { receiveEvent } from '../../../docs/client/webhook-receiver';
import { problemExamples } from '../../../server/http/openapi/error-responses';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import type { Loose } from '../../../scripts/contract/json';
import { compileCheck } from '../../support/contract';
import { asSuperuser, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type TestServer } from '../../support/server';

/** The example client of docs/client against the real listener. */

let server: TestServer;
let things: Furnished;
let key: string;
let client: ClinicalClient;

beforeAll(async () => {
  server = await startServer();
  things = await furnish('client');
  key = await realKey(things.org);
  client = clinicalClient({ baseUrl: server.url, key });
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
    key,
    fetch: async (request) => (await before(request)) ?? (await fetch(request)),
    wait: async (seconds) => void waited.push(seconds),
  });

function problem(code: 'rate_limited' | 'unavailable'): Response {
  const { value } = problemExamples()[code] as { value: { status: number; retry_after: number } };
  return new Response(JSON.stringify(value), {
    status: value.status,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': String(value.retry_after) },
  });
}

describe('example client', () => {
  it('lists all patients by cursor', async () => {
    const ids: string[] = [];
    for await (const patient of allPatients(client)) ids.push(patient.id);
    expect(ids).toEqual(expect.arrayContaining([things.ids.patient, things.ids.spare]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('creates a patient once, however often the request is repeated', async () => {
    const intent = 'c0ffee00-0000-4000-8000-000000000001';
    const first = await createPatient(client, harrowgill, intent);
    const again = await createPatient(client, harrowgill, intent);
    expect(again).toEqual(first);
    expect(await findPatients(client, 'Harrowgill', '1980-02-29')).toEqual([first]);
  });

  it('reads errors by code', async () => {
    const rejected = createPatient(client, { ...harrowgill, mrn: things.mrn });
    await expect(rejected).rejects.toBeInstanceOf(ProblemError);
    await expect(rejected).rejects.toSatisfy((error) => hasCode(error, 'duplicate_mrn'));
  });

  it('updates what it has read, and reads again after a conflict', async () => {
    let meddled = 0;
    const seen: number[] = [];
    const slow = through(async (request) => {
      if (request.method === 'PATCH' && meddled++ === 0)
        await call(server, key, 'PATCH', `/v1/patients/${things.ids.patient}`, { language: 'fr' });
      return undefined;
    });
    const changed = await changePatient(slow, things.ids.patient, (patient) => {
      seen.push(patient.version);
      return { metadata: { language_before: patient.language ?? 'none' } };
    });
    expect(seen).toHaveLength(2);
    expect(changed.metadata.language_before).toBe('fr');
  });

  it('orders a test and reads its results', async () => {
    const order = await orderTest(client, things.ids.patient, 'glucose');
    expect(order.status).toBe('requested');
    expect(await resultsOf(client, order.id)).toEqual([]);
    const [result] = await resultsOf(client, things.ids.order);
    expect(result?.panels[0]?.observations[0]?.value_text).toBe('<6.90');
    const history = [];
    for await (const report of historyOf(client, things.ids.patient)) history.push(report);
    expect(history).toEqual([result]);
  });

  it('uploads a document and gets the same bytes back', async () => {
    const bytes = new Uint8Array(Buffer.from('A letter.\n'));
    const document = await uploadDocument(
      client,
      { patient_id: things.ids.patient, category: 'correspondence' },
      { name: 'letter.txt', bytes },
    );
    expect(document).toMatchObject({
      status: 'available',
      file_name: 'letter.txt',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(Buffer.from(await downloadDocument(client, document.id))).toEqual(Buffer.from(bytes));
  });

  it('reads new events and continues where it stopped', async () => {
    const { events, cursor } = await eventsSince(client, null);
    expect(events.map(({ type }) => type)).toContain('lab_result.created');
    const patient = await createPatient(client, harrowgill);
    const next = await eventsSince(client, cursor);
    expect(next.events.map(({ type, data }) => [type, data.object.id])).toEqual([
      ['patient.created', patient.id],
    ]);
  });

  it('waits as long as requested, and retries only repeatable requests', async () => {
    const waited: number[] = [];
    const answers = [problem('rate_limited'), problem('unavailable')];
    const limited = through(async () => answers.shift(), waited);
    const patient = await createPatient(limited, harrowgill);
    expect(patient.object).toBe('patient');
    expect(waited).toEqual([17, 2]);
    answers.push(problem('rate_limited'));
    const { error, response } = await limited.POST('/v1/patients', { body: harrowgill });
    expect([response.status, error?.code]).toEqual([429, 'rate_limited']);
    expect(waited).toEqual([17, 2]);
  });

  it('gives up after four attempts', async () => {
    let tried = 0;
    const down = through(async () => (tried++, problem('unavailable')));
    await expect(createPatient(down, harrowgill)).rejects.toSatisfy((error) => hasCode(error, 'unavailable'));
    expect(tried).toBe(4);
  });

  it('verifies real event payloads, which fit the document', async () => {
    const rows = await asSuperuser<{ type: string; body: string }>(
      'SELECT type, body FROM events WHERE org_id = $1',
      [things.org.orgId],
    );
    const document = (await call(server, null, 'GET', '/v1/openapi.json')).json as Loose;
    const check = compileCheck(document);
    const secret = newSigningSecret();
    expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThan(4);
    for (const { type, body } of rows) {
      const headers = { ...signatureHeaders([secret], 'evt_1', new Date(), body) };
      const event = receiveEvent(secret, headers, body);
      expect(event.type).toBe(type);
      const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
      expect(check(schema, event), type).toBeNull();
      expect(() => receiveEvent(secret, headers, body.replace('"v1"', '"v2"'))).toThrow();
      expect(() => receiveEvent(newSigningSecret(), headers, body)).toThrow();
    }
  });
});
