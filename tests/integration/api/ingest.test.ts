import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createIngestKey } from '../../../server/domain/lab-connections/create-ingest-key';
import { revokeIngestKey } from '../../../server/domain/lab-connections/revoke-ingest-key';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { suspendOrganization } from '../../../server/domain/organizations/suspend-organization';
import { newIngestKey } from '../../../server/auth/api-key-format';
import { asSuperuser, realKey, testOrg, type TestOrg } from '../../support/database';
import { OBR, er7 } from '../../support/hl7';
import { laboratory, messagesOf, mshWith, oru, statesOf, type Laboratory } from '../../support/laboratory';
import { startServer, type TestServer } from '../../support/server';

/** `POST /ingest/hl7v2`: errors of the request are problem documents, errors of the message are acknowledgments. */

const ER7 = 'application/hl7-v2+er7';
let server: TestServer;
let org: TestOrg;
let lab: Laboratory;
let key: string;
let keyId: string;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  lab = await laboratory(org.ctx);
  const made = await createIngestKey(org.ctx, { connection_id: lab.id });
  [key, keyId] = [made.key!, made.id];
}, 60_000);
afterAll(() => server.close());

interface Given {
  method?: string;
  path?: string;
  key?: string | null;
  type?: string;
  headers?: Record<string, string>;
}

async function post(body: Buffer | ReadableStream | null, given: Given = {}) {
  const credential = given.key === undefined ? key : given.key;
  const answer = await fetch(server.url + (given.path ?? '/ingest/hl7v2'), {
    method: given.method ?? 'POST',
    headers: {
      'Content-Type': given.type ?? ER7,
      ...(credential ? { Authorization: `Bearer ${credential}` } : {}),
      ...given.headers,
    },
    ...(body === null ? {} : { body: body as BodyInit, duplex: 'half' }),
  } as RequestInit);
  const text = await answer.text();
  const isProblem = answer.headers.get('content-type') === 'application/problem+json';
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    text,
    code: isProblem ? (JSON.parse(text) as { code: string }).code : null,
    requestId: answer.headers.get('x-request-id')!,
  };
}

describe('HL7 message by HTTPS', () => {
  it('is answered with its acknowledgment in its media type', async () => {
    for (const type of [
      ER7,
      'application/hl7-v2',
      'application/hl7-v2; charset=ISO-8859-1',
      'x-application/hl7-v2+er7',
      'text/plain',
      'text/plain; charset=utf-8',
    ]) {
      const answer = await post(oru({ 10: 'H1' }, `NTE|1||${type}`), { type });
      expect([answer.status, answer.type]).toEqual([200, type.split(';')[0]]);
      expect(answer.text).toMatch(/^MSH\|.*\rMSA\|AA\|H1\r$/);
    }
    const row = (await messagesOf(lab)).at(-1);
    expect(row).toMatchObject({ state: 'received', remote_address: '127.0.0.1' });
  });

  it('that is rejected is answered with 422 and the reason, and stored', async () => {
    for (const [bytes, code] of [
      [er7(mshWith({ 10: 'X' }), OBR), 'AE'],
      [oru({ 9: 'ADT^A01' }), 'AR'],
      [Buffer.from('no message'), 'AR'],
      [Buffer.alloc(0), 'AR'],
    ] as const) {
      const answer = await post(bytes);
      expect([answer.status, answer.type]).toEqual([422, ER7]);
      expect(answer.text).toMatch(new RegExp(`\\rMSA\\|${code}`));
      expect((await messagesOf(lab)).at(-1)!.bytes!.equals(bytes)).toBe(true);
    }
  });

  it('that requests no acknowledgment gets none, and the second of two otherwise', async () => {
    const silent = await post(oru({ 15: 'NE', 16: 'NE' }));
    expect([silent.status, silent.text]).toEqual([204, '']);
    expect((await post(oru({ 15: 'AL', 16: 'AL' }))).text).toContain('\rMSA|AA|');
    expect((await post(oru({ 15: 'AL', 16: 'NE' }))).text).toContain('\rMSA|CA|');
  });

  it('is one operation of the laboratory in the audit', async () => {
    const { requestId } = await post(oru());
    const rows = await asSuperuser(
      'SELECT actor, transport, action, outcome FROM audit_events WHERE request_id = $1',
      [requestId],
    );
    expect(rows).toEqual([
      { actor: lab.id, transport: 'intake', action: 'receive_message', outcome: 'allowed' },
    ]);
  });
});

describe('HL7 batch by HTTPS', () => {
  const file = (...messages: Buffer[]) =>
    Buffer.concat([
      Buffer.from('FHS|^~\\&|LIS|LAB|CDS|CLINIC|2026||||F-1\rBHS|^~\\&|LIS|LAB|CDS|CLINIC|2026||||B-1\r'),
      ...messages,
      Buffer.from('BTS|2\rFTS|1\r'),
    ]);

  it('is answered with a batch of acknowledgments, and each message is stored', async () => {
    const before = (await statesOf(lab)).length;
    const sent = file(oru({ 10: 'BA-1' }), oru({ 10: 'BA-2' }));
    const answer = await post(sent, { type: 'application/hl7-v2' });
    expect([answer.status, answer.type]).toEqual([200, 'application/hl7-v2']);
    const lines = answer.text.split('\r');
    expect(lines.map((line) => line.slice(0, 3))).toEqual([
      'FHS',
      'BHS',
      'MSH',
      'MSA',
      'MSH',
      'MSA',
      'BTS',
      'FTS',
      '',
    ]);
    expect(lines[0]).toMatch(/^FHS\|\^~\\&\|CDS\|CLINIC\|LIS\|LAB\|\d{14}\S*\|{4}\w+\|F-1$/);
    expect(lines[1]).toMatch(/^BHS\|\^~\\&\|CDS\|CLINIC\|LIS\|LAB\|\d{14}\S*\|{4}\w+\|B-1$/);
    expect(lines.filter((line) => /^(MSA|BTS|FTS)/.test(line))).toEqual([
      'MSA|AA|BA-1',
      'MSA|AA|BA-2',
      'BTS|2',
      'FTS|1',
    ]);
    expect((await statesOf(lab)).slice(before)).toEqual(['received', 'received']);
    // Sent again as a whole: nothing is processed twice.
    expect((await post(sent)).status).toBe(200);
    expect((await statesOf(lab)).slice(before + 2)).toEqual(['duplicate', 'duplicate']);
  });

  it('reports rejected messages and irregularities', async () => {
    const bad = er7(mshWith({ 10: 'BB-2' }), OBR);
    const mixed = await post(file(oru({ 10: 'BB-1' }), bad));
    expect(mixed.status).toBe(422);
    expect(mixed.text.match(/MSA\|\w\w\|BB-\d/g)).toEqual(['MSA|AA|BB-1', 'MSA|AE|BB-2']);
    const short = await post(file(oru({ 10: 'BC-1' })));
    expect(short.status).toBe(200);
    expect(short.text).toMatch(/\rBTS\|1\|The number of messages in BTS differs/);
    expect((await messagesOf(lab)).at(-1)!.warnings.map(({ code }) => code)).toContain('batch_count');
    const silent = await post(file(oru({ 15: 'NE', 16: 'NE' })));
    expect([silent.status, silent.text]).toEqual([204, '']);
    const empty = await post(file());
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('does not start with MSH')]);
  });
});

it('answers 60 MB with 413 even if the sender writes everything before reading', async () => {
  const size = 60 * 1024 * 1024;
  const { port } = new URL(server.url);
  const socket = net.connect({ port: Number(port), host: '127.0.0.1' });
  socket.pause();
  await once(socket, 'connect');
  socket.write(
    `POST /ingest/hl7v2 HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${ER7}\r\nContent-Length: ${size}\r\n\r\n`,
  );
  const piece = Buffer.alloc(1024 * 1024, 0x20);
  for (let written = 0; written < size; written += piece.length)
    await new Promise<void>((resolve, reject) =>
      socket.write(piece, (error) => (error ? reject(error) : resolve())),
    );
  socket.resume();
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
});

describe('rejected ingest request', () => {
  const cases: [string, Given & { body?: Buffer }, status: number, code: string][] = [
    ['another path', { path: '/ingest/x' }, 404, 'not_found'],
    ['no path', { path: '/ingest' }, 404, 'not_found'],
    ['another method', { method: 'PUT' }, 405, 'method_not_allowed'],
    ['a parameter', { path: '/ingest/hl7v2?a=1' }, 400, 'unknown_parameter'],
    ['another type', { type: 'application/json' }, 415, 'unsupported_media_type'],
    ['another charset of HL7', { type: 'application/hl7-v2; charset=koi8-r' }, 415, 'unsupported_media_type'],
    ['another charset', { type: 'text/plain; charset=koi8-r' }, 415, 'unsupported_media_type'],
    ['an encoding', { headers: { 'Content-Encoding': 'gzip' } }, 415, 'unsupported_media_type'],
    ['too large', { body: Buffer.alloc(20 * 1024 * 1024 + 1, 0x20) }, 413, 'payload_too_large'],
  ];
  it.each(cases)('%s', async (_name, { body, ...given }, status, code) => {
    const before = (await statesOf(lab)).length;
    const answer = await post(body ?? oru(), given);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect((await statesOf(lab)).length).toBe(before);
    const rows = await asSuperuser(
      'SELECT actor, action, outcome, code FROM audit_events WHERE request_id = $1',
      [answer.requestId],
    );
    expect(rows).toEqual([{ actor: lab.id, action: 'receive_message', outcome: 'refused', code }]);
  });

  it('for its credential reveals nothing, and the key opens no other endpoint', async () => {
    const apiKey = await realKey(org);
    for (const [name, given] of Object.entries({
      none: null,
      'of another user': newIngestKey(),
      misspelled: key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
      'an API key': apiKey,
    })) {
      const answer = await post(oru(), { key: given, path: '/ingest/x' });
      expect([answer.status, answer.code], name).toEqual([
        401,
        given ? 'invalid_credentials' : 'missing_credentials',
      ]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    const elsewhere = await fetch(`${server.url}/v1/patients`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(elsewhere.status).toBe(401);
  });
});

describe('laboratory key', () => {
  const own = async () => {
    const place = await testOrg();
    const at = await laboratory(place.ctx);
    const made = await createIngestKey(place.ctx, { connection_id: at.id });
    return { place, at, key: made.key!, id: made.id };
  };

  it('is stored as a hash only, and its use is recorded', async () => {
    await post(oru());
    const rows = await asSuperuser<Record<string, unknown>>('SELECT * FROM ingest_keys WHERE org_id = $1', [
      org.orgId,
    ]);
    expect(rows).toMatchObject([{ last_used_ip: '127.0.0.1' }]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(14, 40));
    expect(keyId).toMatch(/^ing_/);
  });

  it('ends at once when it is revoked, expires, or its connection is paused', async () => {
    const { place, at, key: mine, id } = await own();
    expect((await post(oru(), { key: mine })).status).toBe(200);
    await updateLabConnection(place.ctx, { id: at.id, enabled: false });
    const off = await post(oru(), { key: mine });
    expect([off.status, off.code]).toEqual([403, 'forbidden']);
    await updateLabConnection(place.ctx, { id: at.id, enabled: true });
    expect((await post(oru(), { key: mine })).status).toBe(200);
    await revokeIngestKey(place.ctx, { id });
    const gone = await post(oru(), { key: mine });
    expect([gone.status, gone.code]).toEqual([401, 'invalid_credentials']);
    const made = await createIngestKey(place.ctx, {
      connection_id: at.id,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    expect((await post(oru(), { key: made.key! })).status).toBe(200);
    await asSuperuser("UPDATE ingest_keys SET expires_at = now() - interval '1 second' WHERE org_id = $1", [
      place.orgId,
    ]);
    expect((await post(oru(), { key: made.key! })).code).toBe('invalid_credentials');
    expect(await statesOf(at)).toEqual(Array(3).fill('received'));
  });

  it('is valid from allowed addresses only, and never while its organization is suspended', async () => {
    const { place, at, key: mine } = await own();
    await updateLabConnection(place.ctx, { id: at.id, allowed_addresses: ['192.0.2.0/24'] });
    const outside = await post(oru(), { key: mine });
    expect([outside.status, outside.code]).toEqual([403, 'ip_not_allowed']);
    await updateLabConnection(place.ctx, { id: at.id, allowed_addresses: ['127.0.0.1'] });
    expect((await post(oru(), { key: mine })).status).toBe(200);
    await suspendOrganization(place.ctx, { reason: 'test' });
    expect((await post(oru(), { key: mine })).code).toBe('invalid_credentials');
  });

  it('is checked again after a slow body', async () => {
    const { place, at, key: mine, id } = await own();
    const bytes = oru();
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(bytes.subarray(0, 50));
        const began = performance.now();
        // The first check has accepted the key.
        const uses = () =>
          asSuperuser('SELECT 1 FROM ingest_keys WHERE org_id = $1 AND last_used_at IS NOT NULL', [
            place.orgId,
          ]);
        await vi.waitFor(async () => expect(await uses()).toHaveLength(1), { timeout: 5_000 });
        await revokeIngestKey(place.ctx, { id });
        await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(700), { timeout: 5_000 });
        stream.enqueue(bytes.subarray(50));
        stream.close();
      },
    });
    const answer = await post(body, { key: mine });
    expect([answer.status, answer.code]).toEqual([401, 'invalid_credentials']);
    expect(await statesOf(at)).toEqual([]);
  });
});
