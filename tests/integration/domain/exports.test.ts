import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelExport } from '../../../server/domain/exports/cancel-export';
import { type Export } from '../../../server/domain/exports/contract';
import { mostExports } from '../../../server/domain/exports/create-export';
import { getExport } from '../../../server/domain/exports/get-export';
import { pageSizes } from '../../../server/domain/exports/read-records';
import { expireExports } from '../../../server/domain/exports/remove-files';
import { fileLimits } from '../../../server/domain/exports/write-file';
import { verifyDocuments } from '../../../server/domain/documents/verify-documents';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import type { Context } from '../../../server/shared/context';
import { readId } from '../../../server/shared/ids';
import { storage } from '../../../server/storage/index';
import { asSuperuser, personContext } from '../../support/database';
import { exported, runExport, workOn } from '../../support/exports';
import { exportClinic, filesOf, type ExportClinic } from '../../support/export-clinic';
import { call, startServer, type TestServer } from '../../support/server';

/** Exports: what is in the files, and who may read them. */

let server: TestServer;
let clinic: ExportClinic;
let ctx: Context;
beforeAll(async () => {
  server = await startServer();
  clinic = await exportClinic('exports');
  ({ ctx } = clinic);
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, credential = clinic.key) =>
  fetch(server.url + path, { headers: { Authorization: `Bearer ${credential}`, ...headers } });
const bytesOf = async (href: string) => Buffer.from(await (await get(href)).arrayBuffer());
const recordsIn = (bytes: Buffer) =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; patient_id?: string; content_url?: null });
describe('an export', () => {
  it('has every record as the lists return it, with checksums and one set of files per resource', async () => {
    const made = await exported(ctx, { resources: ['documents', 'lab_results', 'lab_orders', 'patients'] });
    expect(made.status).toBe('completed');
    expect(made.files.map(({ name }) => name)).toEqual([
      'patients-1',
      'lab_orders-1',
      'lab_results-1',
      'documents-1',
    ]);
    const lists = ['/v1/patients', '/v1/labs/orders', '/v1/labs/results', '/v1/documents'];
    for (const [at, file] of made.files.entries()) {
      const bytes = await bytesOf(file.href);
      expect(bytes.length).toBe(file.size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      const records = recordsIn(bytes);
      expect(records).toHaveLength(file.row_count);
      const { data } = (await (await get(`${lists[at]}?sort=created_at&limit=100`)).json()) as {
        data: object[];
      };
      expect(records).toEqual(
        data.map((record) => ('content_url' in record ? { ...record, content_url: null } : record)),
      );
    }
    expect(made.row_count).toBe(made.files.reduce((sum, { row_count }) => sum + row_count, 0));
    expect(Date.parse(made.expires_at!) - Date.parse(made.completed_at!)).toBe(72 * 3_600_000);
  });

  it('is split into files, which together have each record once whatever changes meanwhile', async () => {
    const made = [];
    for (let nth = 0; nth < 6; nth++) made.push(await clinic.patient(`Split${nth}`));
    Object.assign(fileLimits, { rows: 2 });
    Object.assign(pageSizes, { rows: 2 });
    try {
      const { id } = await clinic.request({ resources: ['patients'] });
      await workOn(id);
      // Records that the export has read, and some that it has not.
      for (const { id: changed } of made)
        await updatePatient(clinic.things.org.ctx, { id: changed, language: 'de' });
      await deletePatient(clinic.things.admin, { id: made[5]!.id });
      const { files, row_count } = await runExport(ctx, id);
      expect(files.map(({ name }) => name)).toEqual(files.map((_, at) => `patients-${at + 1}`));
      expect(files.length).toBeGreaterThan(3);
      const records = (await Promise.all(files.map(({ href }) => bytesOf(href)))).flatMap(recordsIn);
      expect(records).toHaveLength(row_count);
      const ids = records.map((record) => record.id);
      expect(ids).toEqual([...new Set(ids)].sort());
      expect(ids).toEqual(expect.arrayContaining(made.slice(0, 5).map((one) => one.id)));
      expect(ids).not.toContain(made[5]!.id);
    } finally {
      Object.assign(fileLimits, { rows: 100_000 });
      Object.assign(pageSizes, { rows: 500 });
    }
  });

  it('contains what has changed since a time', async () => {
    const since = new Date().toISOString();
    const { id } = await clinic.patient('Late');
    const made = await exported(ctx, { resources: ['patients', 'documents'], updated_since: since });
    expect(made.files.map(({ row_count }) => row_count)).toEqual([1, 0]);
    expect(recordsIn(await bytesOf(made.files[0]!.href)).map((record) => record.id)).toEqual([id]);
    expect(recordsIn(await bytesOf(made.files[1]!.href))).toEqual([]);
  });

  it('leads to the events that follow it', async () => {
    await clinic.patient('Before');
    const { id } = await clinic.request({ resources: ['patients'] });
    expect((await getExport(ctx, { id })).events_cursor).toBeNull();
    await runExport(ctx, id);
    const after = await clinic.patient('After');
    const { events_cursor: cursor } = await getExport(ctx, { id });
    const query = new URLSearchParams({ sort: 'position', limit: '100', cursor: cursor! });
    type Page = { data: { type: string; data: { object: { id: string } } }[] };
    let page: Page = { data: [] };
    // Open transactions of other tests in this Postgres hide events, so poll until they have ended.
    while (page.data.length === 0) page = (await (await get(`/v1/events?${String(query)}`)).json()) as Page;
    expect(page.data.map(({ type, data }) => [type, data.object.id])).toEqual([
      ['export.completed', id],
      ['patient.created', after.id],
    ]);
  });
});

describe('the audit', () => {
  it('names every patient in a file, the request, and each download', async () => {
    const made = await exported(ctx, { resources: ['lab_results'] });
    const [file] = made.files;
    const response = await get(file!.href);
    await response.arrayBuffer();
    const rows = await asSuperuser<{ action: string; actor: string; patient_ids: string[]; detail: object }>(
      'SELECT action, actor, patient_ids, detail FROM audit_events WHERE org_id = $1 AND object_id = $2 AND action <> $3 ORDER BY id',
      [clinic.things.org.orgId, readId('export', made.id), 'get_export'],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'create_export',
      'write_export_file',
      'download_export_file',
    ]);
    const written = rows[1]!;
    const patients = recordsIn(await bytesOf(file!.href)).map((record) =>
      readId('patient', record.patient_id!),
    );
    expect([...written.patient_ids].sort()).toEqual([...new Set(patients)].sort());
    expect(written.actor).toBe(made.created_by);
    expect(written.detail).toEqual({ file: file!.name, count: file!.row_count });
    expect(rows[2]).toMatchObject({ patient_ids: [], detail: { file: file!.name } });
  });
});

describe('a download', () => {
  let file: Export['files'][number];
  beforeAll(async () => {
    file = (await exported(ctx, { resources: ['patients'] })).files[0]!;
  });

  it('resumes with Range, unless the file is another one', async () => {
    const whole = await bytesOf(file.href);
    const rest = await get(file.href, { Range: 'bytes=10-', 'If-Range': `"${file.sha256}"` });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-${file.size - 1}/${file.size}`,
    ]);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(10));
    const other = await get(file.href, { Range: 'bytes=10-', 'If-Range': '"another"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, file.size]);
    expect((await get(file.href, { 'If-None-Match': `"${file.sha256}"` })).status).toBe(304);
    expect((await get(file.href, { Range: `bytes=${file.size}-` })).status).toBe(416);
    const { headers } = other;
    expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual([
      'application/gzip',
      null,
    ]);
    expect(headers.get('content-disposition')).toContain('attachment; filename="patients-1.ndjson.gz"');
  });

  it('requires the scope of the resource, an existing name, and no parameters', async () => {
    const codeOf = async (path: string, credential = clinic.key) => {
      const { status, json } = await call(server, credential, 'GET', path);
      return [status, json.code, json.required_scopes];
    };
    const { key: labs } = await createApiKey(clinic.things.org.ctx, { name: 'labs', scopes: ['labs:read'] });
    expect(await codeOf(file.href, labs!)).toEqual([403, 'insufficient_scope', ['patients:read']]);
    expect(await codeOf(file.href.replace('-1', '-2'))).toEqual([404, 'not_found', undefined]);
    expect(await codeOf(`${file.href}?download=1`)).toEqual([400, 'unknown_parameter', undefined]);
  });

  it('fails and is reported when the bytes are gone', async () => {
    const made = await exported(ctx, { resources: ['documents'] });
    const [file] = await filesOf(made.id);
    await storage().remove(file!);
    const answer = await call(server, clinic.key, 'GET', made.files[0]!.href);
    expect(answer.json).toMatchObject({ status: 500, code: 'content_unavailable' });
    const found: (string | null)[] = [];
    await verifyDocuments(clinic.things.org.orgId, ({ id }) => found.push(id));
    expect(found).toEqual([made.id]);
    await cancelExport(ctx, { id: made.id });
    await expireExports();
  });
});

describe('access', () => {
  it('is checked for each resource, and users need the role of an administrator', async () => {
    const labs = clinic.keyOf(clinic.keyId, ['labs:read']);
    await expect(clinic.request({ resources: ['lab_orders', 'patients'] }, labs)).rejects.toMatchObject({
      code: 'insufficient_scope',
      extras: { required_scopes: ['patients:read'] },
    });
    const clinician = await personContext(clinic.things.org, 'clinician');
    await expect(clinic.request({ resources: ['patients'] }, clinician)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('ends the export when the credential has lost a scope', async () => {
    const made = await createApiKey(clinic.things.org.ctx, { name: 'narrowed', scopes: ['patients:read'] });
    const id = readId('api_key', made.id)!;
    const queued = await clinic.request({ resources: ['patients'] }, clinic.keyOf(id, ['patients:read']));
    await asSuperuser("UPDATE api_keys SET scopes = '{labs:read}' WHERE id = $1", [id]);
    expect(await runExport(ctx, queued.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'access_ended',
    });
  });

  it('ends the export when the credential has lost it', async () => {
    const made = await createApiKey(clinic.things.org.ctx, { name: 'gone', scopes: ['patients:read'] });
    const { id } = await clinic.request(
      { resources: ['patients'] },
      clinic.keyOf(readId('api_key', made.id)!, ['patients:read']),
    );
    await revokeApiKey(clinic.things.admin, { id: made.id });
    expect(await runExport(ctx, id)).toMatchObject({
      status: 'failed',
      failure_reason: 'access_ended',
      files: [],
    });
  });

  it('is limited to a few exports at a time', async () => {
    Object.assign(mostExports, { inProgress: 2 });
    try {
      const results = await Promise.allSettled(
        Array.from({ length: 4 }, () => clinic.request({ resources: ['patients'] })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      await expect(clinic.request({ resources: ['patients'] })).rejects.toMatchObject({
        code: 'limit_reached',
      });
    } finally {
      Object.assign(mostExports, { inProgress: 1_000 });
    }
  });
});
