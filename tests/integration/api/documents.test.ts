import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../server/shared/ids';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { env } from '../../../server/env';
import {
  asSuperuser,
  auditRows,
  personContext,
  realKey,
  testOrg,
  type TestOrg,
} from '../../support/database';
import { call, startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';

let server: TestServer;
let org: TestOrg;
let key: string;
let patientId: string;
const jane = createPatientInput.parse({
  name: { family: 'Canary', given: ['Jane'] },
  birth_date: '1945-07-14',
  sex: 'female',
});
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000)]);
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d494844520000000100000001080600000 01f15c4890000000a49444154789c6300010000050001'
    .replaceAll(' ', '')
    .padEnd(120, '0'),
  'hex',
);

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  key = await realKey(org);
  patientId = (await createPatient(org.ctx, jane)).id;
});
afterAll(() => server.close());

function form(file: Buffer | string, facts: object = {}, name = 'scan.pdf', type = ''): FormData {
  const body = new FormData();
  body.append('metadata', JSON.stringify({ patient_id: patientId, ...facts }));
  body.append('file', new Blob([file as BlobPart], { type }), name);
  return body;
}

async function post(body: FormData, headers: Record<string, string> = {}, url = '/v1/documents') {
  const response = await fetch(server.url + url, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: JSON.parse(text) };
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url.startsWith('http') ? url : server.url + url, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const bearer = () => ({ Authorization: `Bearer ${key}` });
const requestOf = (headers: Headers) => headers.get('x-request-id')!;
const filesOf = async (orgId: string) =>
  (
    await readdir(path.join(env.DATA_DIR, 'documents', orgId), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
  )
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const staged = () => readdir(path.join(env.DATA_DIR, 'documents', 'staged')).catch(() => []);

describe('POST /v1/documents as multipart', () => {
  it('stores the uploaded file and metadata the same in three ways', async () => {
    const { status, headers, json } = await post(
      form(
        PDF,
        { category: 'referral', sha256: createHash('sha256').update(PDF).digest('hex') },
        'Größe.pdf',
        'application/pdf',
      ),
    );
    expect(status).toBe(201);
    expect(json).toMatchObject({
      object: 'document',
      content_type: 'application/pdf',
      declared_content_type: 'application/pdf',
      file_name: 'Größe.pdf',
      title: 'Größe.pdf',
      category: 'referral',
      size: PDF.length,
    });
    expect(headers.get('location')).toBe(`${server.url}/v1/documents/${json.id}`);
    const content = await get(`/v1/documents/${json.id}/content`, bearer());
    expect(content.bytes.equals(PDF)).toBe(true);
    expect(json.sha256).toBe(createHash('sha256').update(content.bytes).digest('hex'));
    expect(await auditRows(requestOf(headers))).toMatchObject([
      { action: 'create_document', kind: 'write', outcome: 'allowed' },
    ]);
  });

  it.each([
    ['HTML', () => form('<html>', {}, 'a.pdf'), 415, 'unsupported_file_type'],
    ['a lie about the type', () => form(PDF, {}, 'a.png', 'image/png'), 415, 'unsupported_file_type'],
    ['nothing', () => form(''), 422, 'file_empty'],
    ['another checksum', () => form(PDF, { sha256: '0'.repeat(64) }), 422, 'checksum_mismatch'],
    [
      'an unknown patient',
      () => form(PDF, { patient_id: 'pat_01jcxyz0000000000000000000' }),
      422,
      'patient_not_found',
    ],
    ['an unknown field', () => form(PDF, { color: 'red' }), 422, 'validation_failed'],
    ['a field of answers', () => form(PDF, { content_type: 'text/html' }), 422, 'validation_failed'],
    ['keys twice', () => raw(`{"patient_id":"${patientId}","patient_id":"x"}`), 400, 'invalid_json'],
    ['no JSON', () => raw('patient=1'), 400, 'invalid_json'],
  ])('rejects %s with one audit row and no file', async (_name, body, status, code) => {
    const before = (await filesOf(org.orgId)).length;
    const answer = await post(body());
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(await auditRows(requestOf(answer.headers))).toMatchObject([
      { action: 'create_document', kind: 'write', outcome: 'refused', code },
    ]);
    expect([(await filesOf(org.orgId)).length, await staged()]).toEqual([before, []]);
  });

  function raw(metadata: string): FormData {
    const body = new FormData();
    body.append('metadata', metadata);
    body.append('file', new Blob([PDF as BlobPart]), 'a.pdf');
    return body;
  }

  it('returns the first document for a repeated key, and rejects another file with it', async () => {
    const headers = { 'Idempotency-Key': 'upload-1' };
    const first = await post(form(PDF), headers);
    const again = await post(form(PDF), headers);
    expect([again.status, again.json.id, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.json.id,
      'true',
    ]);
    // The response is identical except for the new signature of the content URL.
    const bytes = ({ json }: typeof first) => JSON.stringify({ ...json, content_url: '' });
    expect(bytes(again)).toBe(bytes(first));
    expect((await post(form(PNG, {}, 'a.png'), headers)).json.code).toBe('idempotency_key_reused');
    expect((await post(form(PDF, { title: 'other' }), headers)).json.code).toBe('idempotency_key_reused');
    expect(await staged()).toEqual([]);
  });

  it('rejects a declared length over the limit before the body, and a missing scope before either', async () => {
    const answer = (authorization: string, length: number) =>
      new Promise<string>((resolve) => {
        const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () =>
          socket.write(
            `POST /v1/documents HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`,
          ),
        );
        socket.once('data', (data) => {
          socket.destroy();
          resolve(data.toString());
        });
      });
    expect(await answer(key, 10_000_000_000)).toMatch(/^HTTP\/1.1 413 [\s\S]*"max_bytes":52428800/);
    const reader = await realKey(org, ['documents:read']);
    expect(await answer(reader, 1000)).toMatch(/^HTTP\/1.1 403 [\s\S]*insufficient_scope/);
  });

  it('keeps neither row nor file when the sender disconnects', async () => {
    const before = await filesOf(org.orgId);
    for (const share of [0.2, 0.6, 0.95]) {
      const body = Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{"patient_id":"${patientId}"}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-${'x'.repeat(2_000_000)}\r\n--x--\r\n`,
      );
      const request = http.request(`${server.url}/v1/documents`, {
        method: 'POST',
        headers: {
          ...bearer(),
          'Content-Type': 'multipart/form-data; boundary=x',
          'Content-Length': body.length,
        },
      });
      request.on('error', () => undefined);
      request.write(body.subarray(0, Math.floor(body.length * share)), () =>
        setTimeout(() => request.destroy(), 50),
      );
      await new Promise((resolve) => request.once('close', resolve));
    }
    await expect.poll(staged).toEqual([]);
    expect(await filesOf(org.orgId)).toEqual(before);
  });
});

describe('POST /v1/documents as JSON', () => {
  it('returns the same document', async () => {
    const answer = await call(server, key, 'POST', '/v1/documents', {
      patient_id: patientId,
      content: { data: PDF.toString('base64'), file_name: '../x/scan.pdf' },
    });
    expect([
      answer.status,
      answer.json.file_name,
      answer.json.size,
      answer.json.declared_content_type,
    ]).toEqual([201, 'scan.pdf', PDF.length, null]);
  });
});

describe('document content', () => {
  async function made(file: Buffer | string, name: string) {
    return (await post(form(file, {}, name))).json as { id: string; content_url: string; sha256: string };
  }

  it.each([
    ['PDF', PDF, 'a.pdf', 'application/pdf', 'inline', false],
    ['PNG', PNG, 'a.png', 'image/png', 'inline', true],
    ['text', 'Größe', 'a.txt', 'text/plain; charset=utf-8', 'inline', true],
    ['old text', Buffer.from('Größe', 'latin1'), 'a.txt', 'text/plain; charset=windows-1252', 'inline', true],
    ['RTF', '{\\rtf1 }', 'a.rtf', 'application/rtf', 'attachment', true],
    ['CDA', '<ClinicalDocument xmlns="urn:hl7-org:v3"/>', 'a.xml', 'application/xml', 'attachment', true],
  ])(
    '%s is served with its own type and policy by both URLs',
    async (_name, file, name, type, disposition, sandbox) => {
      const document = await made(file, name);
      for (const [url, headers] of [
        [`/v1/documents/${document.id}/content`, bearer()],
        [document.content_url, {}],
      ] as [string, Record<string, string>][]) {
        const answer = await get(url, headers);
        expect(answer.status).toBe(200);
        expect(answer.bytes.equals(Buffer.from(file))).toBe(true);
        const { headers: got } = answer;
        expect(got.get('content-type')).toBe(type);
        expect(got.get('content-disposition')).toBe(
          `${disposition}; filename="${name}"; filename*=UTF-8''${name}`,
        );
        expect(got.get('content-security-policy')).toMatch(
          sandbox
            ? /^sandbox; .*frame-ancestors 'self'/
            : /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
        );
        expect(got.get('x-frame-options')).toBe('SAMEORIGIN');
        expect([
          got.get('x-content-type-options'),
          got.get('cache-control'),
          got.get('accept-ranges'),
          got.get('etag'),
        ]).toEqual(['nosniff', 'private, no-store', 'bytes', `"${document.sha256}"`]);
        expect((await get(`${url}?download=1`, headers)).headers.get('content-disposition')).toMatch(
          /^attachment;/,
        );
        expect((await get(`${url}?download=yes`, headers)).status).toBe(400);
        expect((await get(`${url}?x=1`, headers)).status).toBe(400);
        expect(await auditRows(requestOf(got))).toMatchObject([
          { action: 'download_document', kind: 'download', outcome: 'allowed' },
        ]);
      }
    },
  );

  it('supports ranges and conditions, each with one audit row', async () => {
    const document = await made(PDF, 'a.pdf');
    const url = `/v1/documents/${document.id}/content`;
    const etag = `"${document.sha256}"`;
    const part = await get(url, { ...bearer(), Range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes 10-19/${PDF.length}`,
      '10',
    ]);
    expect(part.bytes.equals(PDF.subarray(10, 20))).toBe(true);
    expect((await get(url, { ...bearer(), Range: 'bytes=-5' })).bytes.equals(PDF.subarray(-5))).toBe(true);
    expect((await get(url, { ...bearer(), Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get(url, { ...bearer(), Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
    const beyond = await get(url, { ...bearer(), Range: 'bytes=99999-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${PDF.length}`]);
    const same = await get(url, { ...bearer(), 'If-None-Match': etag });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    for (const answer of [part, beyond, same])
      expect(await auditRows(requestOf(answer.headers))).toMatchObject([
        { action: 'download_document', outcome: 'allowed' },
      ]);
  });

  it('records the actor of the signed URL in the audit and follows its revocation', async () => {
    const other = await realKey(org, ['documents:read']);
    const document = await made(PDF, 'a.pdf');
    const { content_url } = (await call(server, other, 'GET', `/v1/documents/${document.id}`)).json;
    const [row] = await auditRows(requestOf((await get(content_url)).headers));
    const [made2] = await asSuperuser<{ id: string }>(
      'SELECT id FROM api_keys WHERE org_id = $1 ORDER BY id DESC LIMIT 1',
      [org.orgId],
    );
    expect(row!.actor).toMatch(/^key_/);
    await asSuperuser('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [made2!.id]);
    const rejected = await get(content_url);
    expect([rejected.status, rejected.bytes.includes('%PDF')]).toEqual([401, false]);
    expect(await auditRows(requestOf(rejected.headers))).toMatchObject([
      { outcome: 'refused', code: 'invalid_credentials', actor: row!.actor },
    ]);
    await asSuperuser('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [made2!.id]);
  });

  it('rejects forged URLs, other methods and paths, and documents of deleted patients', async () => {
    const document = await made(PDF, 'a.pdf');
    const forged = document.content_url.slice(0, -3) + (document.content_url.endsWith('AAA') ? 'BBB' : 'AAA');
    for (const url of [
      forged,
      '/content/',
      '/content/x',
      `${document.content_url}/x`,
      `/content/${document.id}`,
    ])
      expect((await get(url)).status, url).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get(document.content_url, {}, method)).status).toBe(405);
    const other = await createPatient(org.ctx, jane);
    const theirs = (await post(form(PDF, { patient_id: other.id }))).json;
    await deletePatient(org.ctx, { id: other.id });
    const gone = await get(theirs.content_url);
    expect(gone.status).toBe(404);
    expect(await auditRows(requestOf(gone.headers))).toMatchObject([
      { action: 'download_document', outcome: 'refused', code: 'not_found' },
    ]);
  });

  it('keeps the entity tag of the metadata while nothing changes', async () => {
    const document = await made(PDF, 'a.pdf');
    const first = await call(server, key, 'GET', `/v1/documents/${document.id}`);
    const again = await call(server, key, 'GET', `/v1/documents/${document.id}`, undefined, {
      'If-None-Match': first.headers.get('etag')!,
    });
    // The signed URL changes once a minute, and the entity tag with it.
    expect([200, 304]).toContain(again.status);
  });
});

describe('POST /api/portal/documents/uploads', () => {
  const url = '/api/portal/documents/uploads';
  it.each([
    ['without a session', { 'Sec-Fetch-Site': 'same-origin' }, 401, 'missing_credentials'],
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'forbidden'],
    ['from another origin', { Origin: 'https://evil.example' }, 403, 'forbidden'],
    ['without any word of the origin', {}, 403, 'forbidden'],
  ])('rejects %s, API keys included', async (_name, headers, status, code) => {
    const answer = await post(form(PDF), headers as Record<string, string>, url);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(await staged()).toEqual([]);
  });

  it('stores a file for the signed-in user; after filing, its signed URL works without the cookie', async () => {
    const person = await personContext(org, 'clinician');
    const { cookie } = await signInAs(person);
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const actor = showId('user', person.actor.id!);
    const upload = await post(form(PDF), headers, url);
    expect([upload.status, upload.json.patient_id]).toEqual([201, patientId]);
    expect(await auditRows(requestOf(upload.headers))).toMatchObject([
      { action: 'hold_upload', actor, outcome: 'allowed' },
    ]);
    const filing = { id: upload.json.id, patient_id: patientId, category: 'other' };
    const filed = await call(server, null, 'POST', '/api/trpc/uploads.fileUpload', filing, headers);
    const json = filed.json.result.data;
    expect([filed.status, json.created_by]).toEqual([200, actor]);
    const content = await get(json.content_url);
    expect(content.bytes.equals(PDF)).toBe(true);
    expect(await auditRows(requestOf(content.headers))).toMatchObject([
      { action: 'download_document', actor },
    ]);
    const rejected = await post(form('<html>'), headers, url);
    expect([rejected.status, rejected.json.code]).toEqual([415, 'unsupported_file_type']);
    expect(await auditRows(requestOf(rejected.headers))).toMatchObject([
      { action: 'hold_upload', outcome: 'refused', actor },
    ]);
    expect((await post(form(PDF), { ...headers, 'Sec-Fetch-Site': 'cross-site' }, url)).status).toBe(403);
  });

  it('accepts no other method', async () => {
    expect((await get(url)).status).toBe(405);
    expect((await get(`${url}/x`)).status).toBe(404);
  });

  it('returns the content of an unfiled upload to its user only, with the headers of a document', async () => {
    const headersOf = async (person: Awaited<ReturnType<typeof personContext>>) => ({
      Cookie: (await signInAs(person)).cookie,
      'Sec-Fetch-Site': 'same-origin',
    });
    const person = await personContext(org, 'clinician');
    const own = await headersOf(person);
    const upload = (await post(form(PDF), own, url)).json;
    const address = `${url}/${upload.id}/content`;
    const opened = await get(address, own);
    const document = await get((await post(form(PDF))).json.content_url);
    expect([opened.status, opened.bytes.equals(PDF)]).toEqual([200, true]);
    for (const name of [
      'cache-control',
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ])
      expect([name, opened.headers.get(name)]).toEqual([name, document.headers.get(name)]);
    expect(opened.headers.get('content-disposition')).toMatch(/^inline;/);
    const actor = showId('user', person.actor.id!);
    expect(await auditRows(requestOf(opened.headers))).toMatchObject([
      { action: 'open_upload', kind: 'download', actor, outcome: 'allowed' },
    ]);
    for (const other of [
      await personContext(org, 'clinician'),
      await personContext(await testOrg(), 'clinician'),
    ]) {
      const denied = await get(address, await headersOf(other));
      expect([denied.status, denied.bytes.includes('%PDF')]).toEqual([404, false]);
      expect(await auditRows(requestOf(denied.headers))).toMatchObject([
        { action: 'open_upload', outcome: 'refused', code: 'not_found' },
      ]);
    }
    expect((await get(address, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(401);
    expect((await get(address, { ...own, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await get(address, own, 'POST')).status).toBe(405);
    expect((await get(`${address}?x=1`, own)).status).toBe(400);
  });
});
