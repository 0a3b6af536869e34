import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cancelExport } from '../../../server/domain/exports/cancel-export';
import { createExportInput, type Export } from '../../../server/domain/exports/contract';
import { createExport, mostExports } from '../../../server/domain/exports/create-export';
import { downloadExportFile } from '../../../server/domain/exports/download-export-file';
import { getExport } from '../../../server/domain/exports/get-export';
import { pageSizes } from '../../../server/domain/exports/read-records';
import { expireExports } from '../../../server/domain/exports/remove-files';
import { exportNext } from '../../../server/domain/exports/run-export';
import { fileLimits } from '../../../server/domain/exports/write-file';
import { verifyDocuments } from '../../../server/domain/documents/verify-documents';
import { sweepDocuments } from '../../../server/domain/documents/sweep-documents';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { erasePatientInput } from '../../../server/domain/erasures/contract';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId } from '../../../server/shared/ids';
import type { Scope } from '../../../server/shared/scopes';
import { storage } from '../../../server/storage/index';
import { asSuperuser, personContext } from '../../support/database';
import { exported, runExports } from '../../support/exports';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type TestServer } from '../../support/server';

/** Exports: what is in the files, and what ends them. */

let server: TestServer;
let things: Furnished;
let key: string;
let keyId: string;
let ctx: Context;

beforeAll(async () => {
  server = await startServer();
  things = await furnish('exports');
  const made = await createApiKey(things.org.ctx, {
    name: 'exports',
    scopes: ['patients:read', 'labs:read', 'documents:read'],
    rate_limit: 1_000_000,
  });
  [key, keyId] = [made.key!, readId('api_key', made.id)!];
  ctx = keyOf(keyId, made.scopes as Scope[]);
});
afterAll(() => server.close());

const keyOf = (id: string, scopes: readonly Scope[]): Context => ({
  actor: { kind: 'api_key', id, orgId: things.org.orgId, scopes: new Set(scopes), role: null },
  transport: 'v1',
  requestId: newRequestId(),
  ip: null,
});
const request = (input: object, of: Context = ctx) => createExport(of, createExportInput.parse(input));
const patient = (family: string) =>
  createPatient(
    things.org.ctx,
    createPatientInput.parse({ name: { family, given: ['A'] }, birth_date: '1970-01-01', sex: 'other' }),
  );
const get = (path: string, headers: Record<string, string> = {}, credential = key) =>
  fetch(server.url + path, { headers: { Authorization: `Bearer ${credential}`, ...headers } });
const bytesOf = async (href: string) => Buffer.from(await (await get(href)).arrayBuffer());
const recordsIn = (bytes: Buffer) =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; patient_id?: string; content_url?: null });
const filesOf = (id: string) =>
  asSuperuser<{ storage_key: string }>('SELECT storage_key FROM export_files WHERE export_id = $1', [
    readId('export', id),
  ]);
const isStored = async (storageKey: string) =>
  storage()
    .size(storageKey)
    .then(() => true)
    .catch(() => false);

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
    for (let nth = 0; nth < 6; nth++) made.push(await patient(`Split${nth}`));
    Object.assign(fileLimits, { rows: 2 });
    Object.assign(pageSizes, { rows: 2 });
    try {
      const { id } = await request({ resources: ['patients'] });
      await exportNext(new AbortController().signal);
      // Records that the export has read, and some that it has not.
      for (const { id: changed } of made)
        await updatePatient(things.org.ctx, { id: changed, language: 'de' });
      await deletePatient(things.admin, { id: made[5]!.id });
      await runExports();
      const { files, row_count } = await getExport(ctx, { id });
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
    const { id } = await patient('Late');
    const made = await exported(ctx, { resources: ['patients', 'documents'], updated_since: since });
    expect(made.files.map(({ row_count }) => row_count)).toEqual([1, 0]);
    expect(recordsIn(await bytesOf(made.files[0]!.href)).map((record) => record.id)).toEqual([id]);
    expect(recordsIn(await bytesOf(made.files[1]!.href))).toEqual([]);
  });

  it('leads to the events that follow it', async () => {
    await patient('Before');
    const { id } = await request({ resources: ['patients'] });
    expect((await getExport(ctx, { id })).events_cursor).toBeNull();
    await runExports();
    const after = await patient('After');
    const { events_cursor: cursor } = await getExport(ctx, { id });
    const query = new URLSearchParams({ sort: 'position', limit: '100', cursor: cursor! });
    type Page = { data: { type: string; data: { object: { id: string } } }[] };
    let page: Page = { data: [] };
    // Open transactions of other tests in this Postgres hide events, so poll until they have ended.
    while (page.data.length === 0) page = (await (await get(`/v1/events?${String(query)}`)).json()) as Page;
    expect(page.data.map(({ type, data }) => [type, data.object.id])).toEqual([
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
      'SELECT action, actor, patient_ids, detail FROM audit_events WHERE org_id = $1 AND object_id = $2 ORDER BY id',
      [things.org.orgId, readId('export', made.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'create_export',
      'write_export_file',
      'get_export',
      'download_export_file',
    ]);
    const written = rows[1]!;
    const patients = recordsIn(await bytesOf(file!.href)).map((record) =>
      readId('patient', record.patient_id!),
    );
    expect([...written.patient_ids].sort()).toEqual([...new Set(patients)].sort());
    expect(written.actor).toBe(made.created_by);
    expect(written.detail).toEqual({ file: file!.name, count: file!.row_count });
    expect(rows[3]).toMatchObject({ patient_ids: [], detail: { file: file!.name } });
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
    const codeOf = async (path: string, credential = key) => {
      const { status, json } = await call(server, credential, 'GET', path);
      return [status, json.code, json.required_scopes];
    };
    const { key: labs } = await createApiKey(things.org.ctx, { name: 'labs', scopes: ['labs:read'] });
    expect(await codeOf(file.href, labs!)).toEqual([403, 'insufficient_scope', ['patients:read']]);
    expect(await codeOf(file.href.replace('-1', '-2'))).toEqual([404, 'not_found', undefined]);
    expect(await codeOf(`${file.href}?download=1`)).toEqual([400, 'unknown_parameter', undefined]);
  });

  it('fails and is reported when the bytes are gone', async () => {
    const made = await exported(ctx, { resources: ['documents'] });
    const [{ storage_key }] = (await filesOf(made.id)) as [{ storage_key: string }];
    await storage().remove(storage_key);
    const answer = await call(server, key, 'GET', made.files[0]!.href);
    expect(answer.json).toMatchObject({ status: 500, code: 'content_unavailable' });
    const found: (string | null)[] = [];
    await verifyDocuments(things.org.orgId, ({ id }) => found.push(id));
    expect(found).toEqual([made.id]);
    await cancelExport(ctx, { id: made.id });
    await expireExports();
  });
});

describe('access', () => {
  it('is checked for each resource, and users need the role of an administrator', async () => {
    const labs = keyOf(keyId, ['labs:read']);
    await expect(request({ resources: ['lab_orders', 'patients'] }, labs)).rejects.toMatchObject({
      code: 'insufficient_scope',
      extras: { required_scopes: ['patients:read'] },
    });
    const clinician = await personContext(things.org, 'clinician');
    await expect(request({ resources: ['patients'] }, clinician)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('ends the export when the credential has lost it', async () => {
    const made = await createApiKey(things.org.ctx, { name: 'gone', scopes: ['patients:read'] });
    const { id } = await request(
      { resources: ['patients'] },
      keyOf(readId('api_key', made.id)!, ['patients:read']),
    );
    await revokeApiKey(things.admin, { id: made.id });
    await runExports();
    expect(await getExport(ctx, { id })).toMatchObject({
      status: 'failed',
      failure_reason: 'access_ended',
      files: [],
    });
  });

  it('is limited to a few exports at a time', async () => {
    await runExports();
    Object.assign(mostExports, { inProgress: 2 });
    try {
      const results = await Promise.allSettled(
        Array.from({ length: 4 }, () => request({ resources: ['patients'] })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      await expect(request({ resources: ['patients'] })).rejects.toMatchObject({ code: 'limit_reached' });
    } finally {
      Object.assign(mostExports, { inProgress: 1_000 });
    }
    await runExports();
  });
});

describe('an export ends', () => {
  it('when it is canceled, in progress or completed', async () => {
    const queued = await request({ resources: ['patients'] });
    expect(await cancelExport(ctx, { id: queued.id })).toMatchObject({ status: 'cancelled', files: [] });
    await runExports();
    expect(await filesOf(queued.id)).toEqual([]);
    const done = await exported(ctx, { resources: ['patients'] });
    const [{ storage_key }] = (await filesOf(done.id)) as [{ storage_key: string }];
    await cancelExport(ctx, { id: done.id });
    expect((await call(server, key, 'GET', done.files[0]!.href)).json.code).toBe('invalid_state');
    await expireExports();
    expect([await filesOf(done.id), await isStored(storage_key)]).toEqual([[], false]);
    expect(await cancelExport(ctx, { id: done.id })).toMatchObject({ status: 'cancelled' });
  });

  it('72 hours after it was completed', async () => {
    const made = await exported(ctx, { resources: ['patients'] });
    const [{ storage_key }] = (await filesOf(made.id)) as [{ storage_key: string }];
    const late = new Date(Date.parse(made.expires_at!));
    await expireExports(new Date(late.getTime() - 1));
    expect(await isStored(storage_key)).toBe(true);
    await expireExports(late);
    expect(await getExport(ctx, { id: made.id })).toMatchObject({ status: 'expired', files: [] });
    expect([await filesOf(made.id), await isStored(storage_key)]).toEqual([[], false]);
    await expect(cancelExport(ctx, { id: made.id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('when a patient is erased, together with the bytes', async () => {
    const { id: patientId, mrn } = await patient('Erasable');
    const done = await exported(ctx, { resources: ['patients'] });
    const queued = await request({ resources: ['patients'] });
    const [{ storage_key }] = (await filesOf(done.id)) as [{ storage_key: string }];
    await erasePatient(
      things.admin,
      erasePatientInput.parse({
        id: patientId,
        mrn,
        ground: 'order',
        reason: 'Requested by the patient.',
        reference: 'REQ 2',
      }),
    );
    expect(await isStored(storage_key)).toBe(false);
    expect(await getExport(ctx, { id: done.id })).toMatchObject({ status: 'expired', files: [] });
    expect(await getExport(ctx, { id: queued.id })).toMatchObject({
      status: 'failed',
      failure_reason: 'patient_erased',
    });
    await expect(downloadExportFile(ctx, { id: done.id, name: 'patients-1' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});

describe('a worker', () => {
  const due = (id: string) =>
    asSuperuser<{ due_at: Date | null; status: string; attempts: number }>(
      'SELECT due_at, status, attempts FROM exports WHERE id = $1',
      [readId('export', id)],
    ).then(([row]) => row!);
  const makeDue = (id: string) =>
    asSuperuser('UPDATE exports SET due_at = now() WHERE id = $1', [readId('export', id)]);

  it('that crashed loses one file, and another one continues after the lease', async () => {
    const { id } = await request({ resources: ['patients', 'documents'] });
    const signal = new AbortController().signal;
    await exportNext(signal);
    expect(await filesOf(id)).toHaveLength(1);
    expect(await getExport(ctx, { id })).toMatchObject({ status: 'running', files: [] });
    // Claimed, and never written.
    await asSuperuser("UPDATE exports SET due_at = now() + interval '2 minutes' WHERE id = $1", [
      readId('export', id),
    ]);
    expect(await exportNext(signal)).toBe(false);
    expect(await exportNext(signal, new Date(Date.now() + 121_000))).toBe(true);
    expect(await getExport(ctx, { id })).toMatchObject({ status: 'completed', files: [{}, {}] });
  });

  it('that stops returns the export to the queue and leaves no file', async () => {
    const { id } = await request({ resources: ['patients'] });
    const abort = new AbortController();
    abort.abort();
    await exportNext(abort.signal);
    expect(await due(id)).toMatchObject({ status: 'running', attempts: 0 });
    expect((await due(id)).due_at!.getTime()).toBeLessThanOrEqual(Date.now());
    await runExports();
    expect((await getExport(ctx, { id })).status).toBe('completed');
  });

  /** Calls `meanwhile` once, after the bytes of the next file are written and before its row is. */
  function beforeCommit(meanwhile: () => Promise<unknown>): void {
    const store = storage();
    const stage = store.stage.bind(store);
    vi.spyOn(store, 'stage').mockImplementationOnce(async (...args) => {
      const staged = await stage(...args);
      await meanwhile();
      return staged;
    });
  }
  const isClean = async () => {
    const found: unknown[] = [];
    await verifyDocuments(things.org.orgId, (finding) => found.push(finding));
    expect(found).toEqual([]);
  };

  it('writes a file once when two write it at the same time', async () => {
    const { id } = await request({ resources: ['patients', 'documents'] });
    const { signal } = new AbortController();
    beforeCommit(() => exportNext(signal, new Date(Date.now() + 300_000)));
    await exportNext(signal);
    expect(await filesOf(id)).toHaveLength(1);
    await runExports();
    const { row_count, files } = await getExport(ctx, { id });
    expect(files.map(({ name }) => name)).toEqual(['patients-1', 'documents-1']);
    expect(row_count).toBe(files[0]!.row_count + files[1]!.row_count);
    await isClean();
  });

  it.each([
    ['canceled', (id: string) => cancelExport(ctx, { id })],
    [
      'ended by an erasure',
      async () => {
        const { id, mrn } = await patient('Meanwhile');
        const why = { ground: 'order', reason: 'Requested by the patient.', reference: 'REQ 3' };
        return erasePatient(things.admin, erasePatientInput.parse({ id, mrn, ...why }));
      },
    ],
  ])('leaves no file when the export is %s while it is written', async (_, end) => {
    const { id } = await request({ resources: ['patients'] });
    beforeCommit(() => end(id));
    await exportNext(new AbortController().signal);
    expect((await getExport(ctx, { id })).status).toMatch(/^(cancelled|failed)$/);
    expect(await filesOf(id)).toEqual([]);
    await isClean();
  });

  it('that crashed after the commit leaves a file that the sweep keeps', async () => {
    vi.spyOn(storage(), 'confirm').mockImplementationOnce(() => Promise.resolve());
    const made = await exported(ctx, { resources: ['patients'] });
    await sweepDocuments(-1_000);
    expect(await bytesOf(made.files[0]!.href)).toHaveLength(made.files[0]!.size);
  });

  it('retries after failures, and gives up after eight', async () => {
    const { id } = await request({ resources: ['patients'] });
    const row = readId('export', id);
    await asSuperuser(`
      CREATE FUNCTION reject_file() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER reject_file BEFORE INSERT ON export_files FOR EACH ROW
        WHEN (NEW.export_id = '${row}') EXECUTE FUNCTION reject_file()`);
    try {
      for (let attempt = 1; attempt <= 8; attempt++) {
        await makeDue(id);
        await exportNext(new AbortController().signal);
        expect((await due(id)).attempts).toBe(attempt);
      }
    } finally {
      await asSuperuser('DROP TRIGGER reject_file ON export_files; DROP FUNCTION reject_file()');
    }
    expect(await getExport(ctx, { id })).toMatchObject({
      status: 'failed',
      failure_reason: 'internal_error',
    });
    const found: unknown[] = [];
    await verifyDocuments(things.org.orgId, (finding) => found.push(finding));
    expect(found).toEqual([]);
  });
});
