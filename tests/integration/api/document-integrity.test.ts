import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { asSuperuser } from '../../support/database';
import { announced, addressOf, hash, put, stagedBytes, uploadSetting } from '../../support/document-uploads';
import { filesOf, rowsOf } from '../../support/documents';
import { call } from '../../support/server';

/** D-09: stored bytes equal sent bytes in all three forms, and aborted uploads leave nothing. */

const at = uploadSetting();
const SEED = 20261121;
/** A busy machine. */
const WAIT = { timeout: 10_000 };
const LIMIT = 3 * 1024 * 1024;
const INLINE_LIMIT = 10 * 1024 * 1024;

/** mulberry32: the same numbers in each run. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Starts like a PDF; all other bytes are random. */
function bytesOf(size: number, next: () => number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let place = 0; place + 4 <= size; place += 4) bytes.writeUInt32LE((next() * 2 ** 32) >>> 0, place);
  bytes.write('%PDF-', 0, 'latin1');
  return bytes;
}

const bearer = () => ({ Authorization: `Bearer ${at.key}` });
const metadata = () => JSON.stringify({ patient_id: at.patientId });

const FORMS: Record<string, (bytes: Buffer) => Promise<string>> = {
  inline: async (bytes) => {
    const content = { data: bytes.toString('base64'), file_name: 'a.pdf', sha256: hash(bytes) };
    return answered(
      await call(at.server, at.key, 'POST', '/v1/documents', { patient_id: at.patientId, content }),
    );
  },
  multipart: async (bytes) => {
    const body = new FormData();
    body.append('metadata', metadata());
    body.append('file', new Blob([bytes as BlobPart]), 'a.pdf');
    const answer = await fetch(`${at.server.url}/v1/documents`, { method: 'POST', body, headers: bearer() });
    return answered({ status: answer.status, json: (await answer.json()) as { id: string } });
  },
  put: async (bytes) => {
    const made = await at.announce(announced(bytes));
    const id = answered(made);
    expect((await put(addressOf(made), bytes)).status).toBe(204);
    return id;
  },
};

function answered({ status, json }: { status: number; json: { id: string } }): string {
  expect(status, JSON.stringify(json)).toBe(201);
  return json.id;
}

/** Raises the upload limit of this key. */
const unlimited = () =>
  asSuperuser('UPDATE api_keys SET rate_limit = 1000000 WHERE org_id = $1', [at.org.orgId]);

it('keeps client, row, storage and download equal for twenty concurrent uploads of all sizes', async () => {
  await unlimited();
  const before = env.MAX_UPLOAD_BYTES;
  env.MAX_UPLOAD_BYTES = LIMIT;
  try {
    const next = random(SEED);
    const sizes = [5, 6, 63, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 256 * 1024, LIMIT - 1, LIMIT];
    while (sizes.length < 60) sizes.push(5 + Math.floor(next() ** 4 * (LIMIT - 5)));
    const work = sizes.map((size, place) => ({
      bytes: bytesOf(size, next),
      form: Object.keys(FORMS)[place % 3]!,
    }));
    const one = async ({ bytes, form }: (typeof work)[number]) => {
      const id = await FORMS[form]!(bytes);
      const shown = await at.read(id);
      expect([shown.size, shown.sha256, shown.status], form).toEqual([
        bytes.length,
        hash(bytes),
        'available',
      ]);
      const [row] = await asSuperuser<{ storage_key: string; sha256: string }>(
        'SELECT * FROM documents WHERE org_id = $1 AND id = $2',
        [at.org.orgId, readId('document', id)],
      );
      const stored = await readFile(path.join(env.DATA_DIR, 'documents', row!.storage_key));
      const sent = Buffer.from(await (await at.content(id)).arrayBuffer());
      expect([row!.sha256, hash(stored), hash(sent)], form).toEqual(Array(3).fill(hash(bytes)));
    };
    const runners = Array.from({ length: 20 }, async () => {
      for (let job = work.shift(); job; job = work.shift()) await one(job);
    });
    await Promise.all(runners);
    expect([(await rowsOf(at.org)).length, (await filesOf(at.org)).length]).toEqual([60, 60]);
    for (const size of [LIMIT + 1, 0]) {
      const bytes = bytesOf(Math.max(size, 5), next).subarray(0, size);
      const body = new FormData();
      body.append('metadata', metadata());
      body.append('file', new Blob([bytes as BlobPart]), 'a.pdf');
      const answer = await fetch(`${at.server.url}/v1/documents`, {
        method: 'POST',
        body,
        headers: bearer(),
      });
      const problem = (await answer.json()) as { code: string; max_bytes?: number };
      expect([answer.status, problem.code, problem.max_bytes]).toEqual(
        size === 0 ? [422, 'file_empty', undefined] : [413, 'payload_too_large', LIMIT],
      );
    }
    expect((await filesOf(at.org)).length).toBe(60);
  } finally {
    env.MAX_UPLOAD_BYTES = before;
  }
}, 60_000);

it('leaves neither row nor file for sixty uploads cut off at any byte', async () => {
  await unlimited();
  const next = random(SEED + 1);
  const bytes = bytesOf(400_000, next);
  const multipart = Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${metadata()}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const inline = Buffer.from(
    JSON.stringify({
      patient_id: at.patientId,
      content: { data: bytes.toString('base64'), file_name: 'a.pdf' },
    }),
  );
  const made = await at.announce(announced(bytes));
  const requests: [string, string, string, Buffer][] = [
    [`${at.server.url}/v1/documents`, 'POST', 'multipart/form-data; boundary=x', multipart],
    [`${at.server.url}/v1/documents`, 'POST', 'application/json', inline],
    [addressOf(made), 'PUT', 'application/pdf', bytes],
  ];
  const begin = ([url, method, type, body]: (typeof requests)[number], until: number, chunked: boolean) => {
    const request = http.request(url, {
      method,
      headers: {
        ...bearer(),
        'Content-Type': type,
        ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }),
      },
    });
    request.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => request.once('close', () => resolve()));
    const sent = new Promise<void>((resolve) => request.write(body.subarray(0, until), () => resolve()));
    return { request, closed, sent };
  };
  for (let round = 0; round < 3; round++) {
    const begun = Array.from({ length: 20 }, (_, n) => {
      const request = requests[n % 3]!;
      return begin(request, 1 + Math.floor(next() * (request[3].length - 1)), n % 2 === 0);
    });
    await Promise.all(begun.map(({ sent }) => sent));
    // Once before the checks of the endpoint are done, otherwise while bytes are on disk.
    if (round > 0) await expect.poll(stagedBytes, WAIT).toBeGreaterThan(500_000);
    for (const { request } of begun) request.destroy();
    await Promise.all(begun.map(({ closed }) => closed));
  }
  await expect.poll(() => filesOf(at.org), WAIT).toEqual([]);
  await expect.poll(stagedBytes, WAIT).toBe(0);
  expect((await rowsOf(at.org)).map(({ id }) => id)).toEqual([readId('document', made.json.id)]);
  expect((await put(addressOf(made), bytes)).status).toBe(204);
});

it('states the limit in every 413 response', async () => {
  const before = env.MAX_UPLOAD_BYTES;
  env.MAX_UPLOAD_BYTES = 1000;
  try {
    const inline = await call(at.server, at.key, 'POST', '/v1/documents', {
      patient_id: at.patientId,
      content: { data: Buffer.alloc(INLINE_LIMIT + 1).toString('base64'), file_name: 'a' },
    });
    const body = await call(
      at.server,
      at.key,
      'POST',
      '/v1/documents',
      `{"a":"${'x'.repeat(16 * 1024 * 1024)}"}`,
    );
    const announcement = await at.announce(announced(Buffer.alloc(1001)));
    const made = await at.announce(announced(Buffer.alloc(900, 'x'), { content_type: 'text/plain' }));
    const bytes = await put(addressOf(made), Buffer.alloc(901, 'x'));
    for (const [answer, limit] of [
      [inline, INLINE_LIMIT],
      [body, 15 * 1024 * 1024],
      [announcement, 1000],
      [bytes, 900],
    ] as const)
      expect([answer.status, answer.json.code, answer.json.max_bytes]).toEqual([
        413,
        'payload_too_large',
        limit,
      ]);
  } finally {
    env.MAX_UPLOAD_BYTES = before;
  }
});
