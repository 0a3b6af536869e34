import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimFile } from '../../../server/domain/documents/storage-claims';
import { sweepDocuments } from '../../../server/domain/documents/sweep-documents';
import { readId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { storage } from '../../../server/storage/index';
import { asSuperuser, auditRows, realKey } from '../../support/database';
import { addressOf, announced, hash, PDF, put, uploadSetting } from '../../support/document-uploads';
import { filesOf, rowsOf } from '../../support/documents';
import { call } from '../../support/server';
import { nightly } from '../../support/test-size';

/** Upload URL: a document is announced, then its bytes are sent by PUT to the returned URL. */

const at = uploadSetting();

it('accepts the bytes of an announced upload once', async () => {
  const made = await at.announce();
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    status: 'pending_upload',
    scan_status: 'pending',
    size: PDF.length,
    sha256: hash(PDF),
    content_type: 'application/pdf',
    title: 'letter.pdf',
    content_url: null,
    upload: { method: 'PUT', headers: { 'Content-Type': 'application/pdf' } },
  });
  const { id } = made.json;
  expect(addressOf(made)).toMatch(new RegExp(`^${at.server.url}/uploads/[A-Za-z0-9_-]{43}$`));
  expect(Date.parse(made.json.upload.expires_at) - Date.parse(made.json.created_at)).toBe(15 * 60_000);
  const [token] = await asSuperuser<Record<string, unknown>>(
    'SELECT * FROM upload_tokens WHERE org_id = $1',
    [at.org.orgId],
  );
  expect(JSON.stringify(token)).not.toContain(addressOf(made).slice(-43));

  const waiting = await at.read(id);
  expect(waiting).toMatchObject({ status: 'pending_upload', upload: { ...made.json.upload, url: null } });
  const early = await at.content(id);
  expect([early.status, (await early.json()).code]).toEqual([409, 'invalid_state']);

  const sent = await put(addressOf(made), PDF, made.json.upload.headers);
  expect([sent.status, sent.json]).toEqual([204, {}]);
  expect(await at.read(id)).toMatchObject({
    status: 'available',
    scan_status: 'skipped',
    version: 2,
    upload: null,
  });
  expect(Buffer.from(await (await at.content(id)).arrayBuffer()).equals(PDF)).toBe(true);

  const again = await put(addressOf(made), PDF);
  expect([again.status, again.json.code]).toEqual([404, 'not_found']);
  expect((await at.eventsOf(id)).map(({ type, sequence }) => [type, sequence])).toEqual([
    ['document.created', 1],
    ['document.available', 2],
  ]);
  expect(await auditRows(made.headers.get('x-request-id')!)).toMatchObject([
    { action: 'create_document', outcome: 'allowed', actor: made.json.created_by },
  ]);
  expect(await auditRows(sent.headers.get('x-request-id')!)).toMatchObject([
    {
      action: 'upload_document',
      kind: 'write',
      outcome: 'allowed',
      actor: made.json.created_by,
      object_id: readId('document', id),
      patient_ids: [readId('patient', at.patientId)],
    },
  ]);
  const [row] = await rowsOf(at.org);
  expect((await readFile(path.join(env.DATA_DIR, 'documents', row!.storage_key))).equals(PDF)).toBe(true);
  expect(await filesOf(at.org)).toHaveLength(1);
});

describe('stored files that browsers do not display', () => {
  const fixture = (name: string) =>
    readFile(path.resolve(import.meta.dirname, '../../fixtures/documents', name));
  const page = Buffer.from('<!DOCTYPE html><html><body><script>top.seen=1</script></body></html>');
  const note = Buffer.from('\uFEFFBlutdruck 120/80 – stabil\r\n', 'utf16le');
  it.each<[string, () => Promise<Buffer> | Buffer, string, string, 'attachment' | 'inline']>([
    ['letter.doc', () => fixture('letter.doc'), 'application/msword', '', 'attachment'],
    ['letter.odt', () => fixture('letter.odt'), 'application/vnd.oasis.opendocument.text', '', 'attachment'],
    ['image.dcm', () => fixture('image.dcm'), 'application/dicom', '', 'attachment'],
    ['page.html', () => page, 'text/html', '; charset=utf-8', 'attachment'],
    ['note.txt', () => note, 'text/plain', '; charset=utf-16', 'inline'],
  ])('accept %s by all three forms, byte for byte', async (fileName, read, type, charset, disposition) => {
    const bytes = await read();
    const said = { content_type: type, file_name: fileName };
    const form = new FormData();
    form.append('metadata', JSON.stringify({ patient_id: at.patientId }));
    form.append('file', new Blob([bytes as BlobPart], { type }), fileName);
    const headers = { Authorization: `Bearer ${at.key}` };
    const parts = await fetch(`${at.server.url}/v1/documents`, { method: 'POST', body: form, headers });
    const inline = await call(at.server, at.key, 'POST', '/v1/documents', {
      patient_id: at.patientId,
      content: { data: bytes.toString('base64'), ...said },
    });
    const made = await at.announce(announced(bytes, said));
    const sent = await put(addressOf(made), bytes, made.json.upload.headers);
    expect([parts.status, inline.status, made.status, sent.status]).toEqual([201, 201, 201, 204]);
    const byParts = (await parts.json()) as { id: string };
    for (const { id } of [byParts, inline.json, made.json]) {
      expect(await at.read(id)).toMatchObject({
        status: 'available',
        content_type: type,
        file_name: fileName,
      });
      const content = await at.content(id);
      expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Object.fromEntries(content.headers)).toMatchObject({
        'content-type': `${type}${charset}`,
        'content-disposition': `${disposition}; filename="${fileName}"; filename*=UTF-8''${fileName}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      });
    }
  });

  it('accept HTML only when declared or named so', async () => {
    const made = await at.announce(announced(page, { content_type: 'text/plain', file_name: 'page.html' }));
    expect((await put(addressOf(made), page)).json.code).toBe('unsupported_file_type');
    const data = page.toString('base64');
    const unnamed = { patient_id: at.patientId, content: { data, file_name: 'page' } };
    const answer = await call(at.server, at.key, 'POST', '/v1/documents', unnamed);
    expect([answer.status, answer.json.errors]).toEqual([
      415,
      [{ pointer: '/content/data', code: 'not_allowed', message: expect.stringMatching(/named as HTML\.$/) }],
    ]);
    expect(await filesOf(at.org)).toEqual([]);
  });
});

describe('upload announcement', () => {
  const base = () => ({ patient_id: at.patientId });
  const inline = { data: 'YQ==', file_name: 'a.txt' };
  it.each<[string, () => object, number, string, unknown]>([
    ['neither way', () => base(), 422, 'validation_failed', [['/content', 'required']]],
    [
      'both ways',
      () => ({ ...base(), content: inline, upload: announced(PDF) }),
      422,
      'validation_failed',
      [['/upload', 'not_allowed']],
    ],
    [
      'neither way and other faults, all at once',
      () => ({ patient_id: 'x', color: 'red' }),
      422,
      'validation_failed',
      [
        ['/color', 'unknown_field'],
        ['/content', 'required'],
        ['/patient_id', 'invalid_format'],
      ],
    ],
    [
      'incomplete',
      () => ({ ...base(), upload: {} }),
      422,
      'validation_failed',
      [
        ['/upload/content_type', 'required'],
        ['/upload/file_name', 'required'],
        ['/upload/sha256', 'required'],
        ['/upload/size', 'required'],
      ],
    ],
    [
      'of nothing',
      () => ({ ...base(), upload: announced(PDF, { size: 0 }) }),
      422,
      'validation_failed',
      [['/upload/size', 'out_of_range']],
    ],
    [
      'too large',
      () => ({ ...base(), upload: announced(PDF, { size: env.MAX_UPLOAD_BYTES + 1 }) }),
      413,
      'payload_too_large',
      [['/upload/size', 'out_of_range']],
    ],
    [
      'of a type that is not taken',
      () => ({ ...base(), upload: announced(PDF, { content_type: 'image/svg+xml' }) }),
      415,
      'unsupported_file_type',
      [['/upload/content_type', 'not_allowed']],
    ],
    [
      'for an unknown patient',
      () => ({ patient_id: 'pat_01jcxyz0000000000000000000', upload: announced(PDF) }),
      422,
      'patient_not_found',
      [['/patient_id', 'not_allowed']],
    ],
  ])('%s is rejected', async (_name, body, status, code, errors) => {
    const answer = await call(at.server, at.key, 'POST', '/v1/documents', body());
    const found = (answer.json.errors as { pointer: string; code: string }[])
      .map((error) => [error.pointer, error.code])
      .sort();
    expect([answer.status, answer.json.code, found]).toEqual([status, code, errors]);
    if (status === 413) expect(answer.json.max_bytes).toBe(env.MAX_UPLOAD_BYTES);
    expect(await rowsOf(at.org)).toEqual([]);
  });

  it('is repeated with the same URL while it is valid, and without one afterwards', async () => {
    const headers = { 'Idempotency-Key': 'announce-1' };
    const first = await at.announce(announced(PDF), headers);
    const again = await at.announce(announced(PDF), headers);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    const [kept] = await asSuperuser<{ output: object }>(
      'SELECT output FROM idempotency_records WHERE org_id = $1',
      [at.org.orgId],
    );
    expect(JSON.stringify(kept)).not.toContain(addressOf(first).slice(-43));
    // Another credential with the same key creates a separate document.
    const other = await realKey(at.org);
    const theirs = await at.announce(announced(PDF), headers, other);
    expect(theirs.json.id).not.toBe(first.json.id);
    await asSuperuser(
      `UPDATE idempotency_records SET output = replace(output::text, $2, '2020-01-01T00:00:00.000Z')::jsonb WHERE org_id = $1`,
      [at.org.orgId, first.json.upload.expires_at],
    );
    expect((await at.announce(announced(PDF), headers)).json).toMatchObject({
      id: first.json.id,
      upload: { url: null },
    });
  });
});

describe('failed PUT keeps the upload URL valid', () => {
  const html = Buffer.from('<!doctype html><script>1</script>');
  it.each<[string, () => object, () => Buffer, number, string, RegExp]>([
    ['too few bytes', () => announced(PDF), () => PDF.subarray(1), 422, 'validation_failed', /50009 bytes/],
    ['no byte', () => announced(PDF), () => Buffer.alloc(0), 422, 'validation_failed', /50009 bytes/],
    [
      'too many bytes',
      () => announced(PDF),
      () => Buffer.concat([PDF, PDF]),
      413,
      'payload_too_large',
      /50009 bytes/,
    ],
    [
      'other bytes',
      () => announced(PDF),
      () => Buffer.from(PDF).fill(1, 9),
      422,
      'checksum_mismatch',
      /SHA-256/,
    ],
    ['HTML', () => announced(html), () => html, 415, 'unsupported_file_type', /not supported/],
    [
      'another type than announced',
      () => announced(PDF, { content_type: 'image/png' }),
      () => PDF,
      415,
      'unsupported_file_type',
      /application\/pdf/,
    ],
  ])('%s', async (_name, upload, body, status, code, detail) => {
    const made = await at.announce(upload());
    const sent = await put(addressOf(made), body());
    expect([sent.status, sent.json.code]).toEqual([status, code]);
    expect(sent.json.detail).toMatch(detail);
    if (status === 413) expect(sent.json.max_bytes).toBe(PDF.length);
    expect(await auditRows(sent.headers.get('x-request-id')!)).toMatchObject([
      { action: 'upload_document', outcome: 'refused', code, actor: made.json.created_by },
    ]);
    expect(await filesOf(at.org)).toEqual([]);
    expect(await at.read(made.json.id)).toMatchObject({ status: 'pending_upload' });
    if (code !== 'unsupported_file_type') expect((await put(addressOf(made), PDF)).status).toBe(204);
  });

  it('after too few bytes without a length', async () => {
    const made = await at.announce();
    const body = new Blob([PDF.subarray(1)]).stream();
    const sent = await fetch(addressOf(made), { method: 'PUT', body, duplex: 'half' } as RequestInit);
    const problem = (await sent.json()) as { code: string; detail: string };
    expect([sent.status, problem.code]).toEqual([422, 'validation_failed']);
    expect(problem.detail).toMatch(/50009 bytes; 50008 bytes/);
    expect(await filesOf(at.org)).toEqual([]);
  });

  it('after a sender that disconnects or announces a wrong length', async () => {
    const made = await at.announce();
    const half = (headers: Record<string, string>, bytes: Buffer, leave: boolean) =>
      new Promise<number>((resolve) => {
        const request = http.request(addressOf(made), { method: 'PUT', headers });
        request.on('response', (response) => (resolve(response.statusCode!), request.destroy()));
        request.on('error', () => resolve(0));
        request.write(bytes, () => leave && setImmediate(() => request.destroy()));
      });
    expect(await half({ 'Content-Length': '50009' }, PDF.subarray(0, 20_000), true)).toBe(0);
    expect(await half({ 'Transfer-Encoding': 'chunked' }, PDF.subarray(0, 20_000), true)).toBe(0);
    // Rejected before the body is complete, because of its headers or its first bytes.
    expect(await half({ 'Content-Length': '9000000000' }, PDF.subarray(0, 10), false)).toBe(413);
    expect(await half({ 'Content-Length': '3' }, PDF.subarray(0, 2), false)).toBe(422);
    expect(await half({ 'Transfer-Encoding': 'chunked' }, Buffer.concat([PDF, PDF]), false)).toBe(413);
    expect(
      await half({ 'Content-Length': '50009', 'Content-Encoding': 'gzip' }, PDF.subarray(0, 2), false),
    ).toBe(415);
    await expect.poll(() => filesOf(at.org)).toEqual([]);
    expect((await put(addressOf(made), PDF)).status).toBe(204);
  });
});

it('accepts one of eight parallel PUTs', nightly, async () => {
  const made = await at.announce();
  const sent = await Promise.all(Array.from({ length: 8 }, () => put(addressOf(made), PDF)));
  expect(sent.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(404)]);
  expect(await filesOf(at.org)).toHaveLength(1);
  expect(await at.eventsOf(made.json.id)).toHaveLength(2);
  expect(Buffer.from(await (await at.content(made.json.id)).arrayBuffer()).equals(PDF)).toBe(true);
});

it('reports an earlier document with the same bytes, but not a merely announced one', async () => {
  const [early, late] = [await at.announce(), await at.announce()];
  const first = await at.announce();
  await put(addressOf(first), PDF);
  expect(await at.read(first.json.id)).toMatchObject({ duplicate_of: null });
  await put(addressOf(late), PDF);
  expect(await at.read(late.json.id)).toMatchObject({ duplicate_of: first.json.id });
  expect(await at.read(early.json.id)).toMatchObject({ duplicate_of: null });
});

it('waits for the malware scan after the upload in forms B and C alike', nightly, async () => {
  env.MALWARE_COMMAND = '/nowhere/scanner';
  try {
    const made = await at.announce();
    expect((await put(addressOf(made), PDF)).status).toBe(204);
    const body = new FormData();
    body.append('metadata', JSON.stringify({ patient_id: at.patientId }));
    body.append('file', new Blob([PDF]), 'a.pdf');
    const headers = { Authorization: `Bearer ${at.key}` };
    const answer = await fetch(`${at.server.url}/v1/documents`, { method: 'POST', body, headers });
    for (const { id } of [made.json, (await answer.json()) as { id: string }]) {
      expect(await at.read(id)).toMatchObject({
        status: 'processing',
        scan_status: 'pending',
        content_url: null,
        upload: null,
      });
      expect((await at.content(id)).status).toBe(409);
    }
    expect((await at.eventsOf(made.json.id)).map(({ type }) => type)).toEqual([
      'document.created',
      'document.updated',
    ]);
    const metrics = await (await fetch(`${at.server.url}/metrics`)).text();
    expect(metrics).toMatch(/^clinical_documents_unchecked\{scan_status="pending"\} [1-9]/m);
    expect(metrics).toMatch(/^clinical_document_scans_total\{outcome="infected"\} \d/m);
  } finally {
    delete env.MALWARE_COMMAND;
    await asSuperuser('UPDATE documents SET scan_due_at = NULL WHERE org_id = $1', [at.org.orgId]);
  }
});

it('leaves a file without a row to the cleanup, although the document exists', async () => {
  const made = await at.announce();
  // The state after a crash between placing the file and COMMIT.
  const staged = await storage().stage([PDF] as unknown as AsyncIterable<Uint8Array>, { maxBytes: 1e6 });
  const claim = { orgId: at.org.orgId, fileId: readId('document', made.json.id)! };
  await claimFile(claim);
  await storage().commit(staged, claim.orgId, claim.fileId);
  await sweepDocuments(-1_000);
  expect(await filesOf(at.org)).toEqual([]);
  expect((await put(addressOf(made), PDF)).status).toBe(204);
});
