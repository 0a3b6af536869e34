import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { env } from '../../../server/env';
import { asSuperuser, realKey, testOrg, type TestOrg } from '../../support/database';
import { stagedBytes } from '../../support/document-uploads';
import { filesOf, jane, rowsOf } from '../../support/documents';
import { FILE_LIMIT, hostileBodies, requestOf } from '../../support/multipart-bodies';
import { exchange } from '../../support/raw';
import { call, startServer, type TestServer } from '../../support/server';

/**
 * D-07: each of a table of hostile multipart bodies gets the response of the table and leaves neither row nor file when
 * it is rejected.
 */

let server: TestServer;
let org: TestOrg;
let key = '';
let patientId = '';
let foreignId = '';
const before = env.MAX_UPLOAD_BYTES;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  server = await startServer();
  env.MAX_UPLOAD_BYTES = FILE_LIMIT;
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note);
  const other = await testOrg();
  foreignId = (await createPatient(other.ctx, jane)).id;
  org = await testOrg();
  key = await realKey(org);
  patientId = (await createPatient(org.ctx, jane)).id;
  await asSuperuser('UPDATE api_keys SET rate_limit = 1000000 WHERE org_id = $1', [org.orgId]);
});
afterAll(async () => {
  env.MAX_UPLOAD_BYTES = before;
  process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note);
  await server.close();
});

/** The expected number of documents, each with its file, and a working service. */
async function expectStored(count: number): Promise<void> {
  await expect.poll(stagedBytes, { timeout: 10_000 }).toBe(0);
  expect([(await rowsOf(org)).length, (await filesOf(org)).length]).toEqual([count, count]);
  expect((await call(server, key, 'GET', '/v1/documents')).status).toBe(200);
  expect(unhandled).toEqual([]);
}

it('gives each multipart body the expected answer, and stores accepted ones only', async () => {
  const table = hostileBodies(patientId, foreignId);
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  expect(table.length).toBeGreaterThanOrEqual(80);
  const wrong: string[] = [];
  let taken = 0;
  const one = async (entry: (typeof table)[number]) => {
    const { host } = new URL(server.url);
    const { answers, rest } = await exchange(server.url, [requestOf(entry, host, key)], { waitMs: 15_000 });
    const [first] = answers;
    const { code = null } = JSON.parse(first?.body || '{}') as { code?: string };
    const seen = `${answers.length} answers, ${first?.status} ${first?.status === 201 ? null : code}${rest && ' and more'}`;
    if (seen !== `1 answers, ${entry.status} ${entry.code}`)
      wrong.push(`${entry.name}: wanted ${entry.status} ${entry.code}, got ${seen}`);
    if (entry.status === 201) taken++;
  };
  const rest = [...table];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let entry = rest.shift(); entry; entry = rest.shift()) await one(entry);
    }),
  );
  expect(wrong).toEqual([]);
  await expectStored(taken);
}, 60_000);

it('tolerates sockets that stop anywhere, stay open, or end one or both sides', async () => {
  const stored = (await rowsOf(org)).length;
  const { host, port } = new URL(server.url);
  const good = hostileBodies(patientId, foreignId).find(({ name }) => name === 'behind a line end')!;
  const request = requestOf(good, host, key);
  const at = request.indexOf('\r\n\r\n');
  const ends = Array.from({ length: 40 }, (_, place) => 1 + Math.floor(((request.length - 2) * place) / 39));
  const sockets = await Promise.all(
    ends.map(async (end) => {
      const socket = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
      let heard = '';
      socket.on('data', (data) => (heard += data.toString('latin1'))).on('error', () => undefined);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      await new Promise<void>((resolve) => socket.write(request.subarray(0, end), () => resolve()));
      return { socket, closed, end, heard: () => heard };
    }),
  );
  const meanwhile = await exchange(server.url, [request], { waitMs: 10_000 });
  expect(meanwhile.answers.map(({ status }) => status)).toEqual([201]);
  for (const [place, { socket }] of sockets.entries())
    if (place % 2 === 0) socket.end();
    else socket.destroy();
  for (const { socket } of sockets) socket.on('end', () => socket.destroy());
  await Promise.all(sockets.map(({ closed }) => closed));
  // An end inside the headers is reported as unreadable; after an end inside the body no one is left to answer.
  for (const { end, heard } of sockets)
    expect(heard(), `${end} of ${request.length}, headers end at ${at}`).toMatch(/^(HTTP\/1\.1 400 [^]*)?$/);
  await expectStored(stored + 1);
}, 30_000);
