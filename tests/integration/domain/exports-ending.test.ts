import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cancelExport } from '../../../server/domain/exports/cancel-export';
import { downloadExportFile } from '../../../server/domain/exports/download-export-file';
import { getExport } from '../../../server/domain/exports/get-export';
import { expireExports } from '../../../server/domain/exports/remove-files';
import { exportNext } from '../../../server/domain/exports/run-export';
import { verifyDocuments } from '../../../server/domain/documents/verify-documents';
import { claimFile } from '../../../server/domain/documents/storage-claims';
import { sweepDocuments } from '../../../server/domain/documents/sweep-documents';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { erasePatientInput } from '../../../server/domain/erasures/contract';
import type { Context } from '../../../server/shared/context';
import { readId } from '../../../server/shared/ids';
import { storage } from '../../../server/storage/index';
import { readStorageKey } from '../../../server/storage/storage';
import { asSuperuser } from '../../support/database';
import { exported, runExport, workOn } from '../../support/exports';
import { exportClinic, filesOf, isStored, type ExportClinic } from '../../support/export-clinic';
import { call, startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/** Exports: what ends them, and the worker that writes them. */

let server: TestServer;
let clinic: ExportClinic;
let ctx: Context;
beforeAll(async () => {
  server = await startServer();
  clinic = await exportClinic('export-ends');
  ({ ctx } = clinic);
});
afterAll(() => server.close());

const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string }>('SELECT type FROM events WHERE object_id = $1 ORDER BY id', [
      readId('export', id),
    ])
  ).map(({ type }) => type);

describe('an export ends', () => {
  it('when it is canceled, in progress or completed', async () => {
    const queued = await clinic.request({ resources: ['patients'] });
    expect(await cancelExport(ctx, { id: queued.id })).toMatchObject({ status: 'cancelled', files: [] });
    await workOn(queued.id);
    expect([await filesOf(queued.id), await eventsOf(queued.id)]).toEqual([[], []]);
    const done = await exported(ctx, { resources: ['patients'] });
    const [file] = await filesOf(done.id);
    await cancelExport(ctx, { id: done.id });
    expect((await call(server, clinic.key, 'GET', done.files[0]!.href)).json.code).toBe('invalid_state');
    await expireExports();
    expect([await filesOf(done.id), await isStored(file!)]).toEqual([[], false]);
    expect(await cancelExport(ctx, { id: done.id })).toMatchObject({ status: 'cancelled' });
  });

  it('72 hours after it was completed', async () => {
    const made = await exported(ctx, { resources: ['patients'] });
    const [file] = await filesOf(made.id);
    // Exports of other tests have not expired at that time.
    const late = new Date('2000-01-04T00:00:00Z');
    await asSuperuser('UPDATE exports SET expires_at = $2 WHERE id = $1', [readId('export', made.id), late]);
    // Before the sweep.
    expect(await getExport(ctx, { id: made.id })).toMatchObject({ status: 'expired', files: [] });
    const download = downloadExportFile(ctx, { id: made.id, name: made.files[0]!.name });
    await expect(download).rejects.toMatchObject({ code: 'invalid_state' });
    await expireExports(new Date(late.getTime() - 1));
    expect(await isStored(file!)).toBe(true);
    await expireExports(late);
    expect(await getExport(ctx, { id: made.id })).toMatchObject({ status: 'expired', files: [] });
    expect([await filesOf(made.id), await isStored(file!)]).toEqual([[], false]);
    await expect(cancelExport(ctx, { id: made.id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('when a patient is erased, together with the bytes', async () => {
    const { id: patientId, mrn } = await clinic.patient('Erasable');
    const done = await exported(ctx, { resources: ['patients'] });
    const queued = await clinic.request({ resources: ['patients'] });
    const [file] = await filesOf(done.id);
    await erasePatient(
      clinic.things.admin,
      erasePatientInput.parse({
        id: patientId,
        mrn,
        ground: 'patient_request',
        reason: 'Requested by the patient.',
        reference: 'REQ 2',
      }),
    );
    expect(await isStored(file!)).toBe(false);
    expect(await getExport(ctx, { id: done.id })).toMatchObject({ status: 'expired', files: [] });
    expect(await getExport(ctx, { id: queued.id })).toMatchObject({
      status: 'failed',
      failure_reason: 'patient_erased',
    });
    expect(await eventsOf(done.id)).toEqual(['export.completed']);
    expect(await eventsOf(queued.id)).toEqual(['export.failed']);
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
  it('that crashed loses one file, and another one continues after the lease', async () => {
    const { id } = await clinic.request({ resources: ['patients', 'documents'] });
    await workOn(id);
    expect(await filesOf(id)).toHaveLength(1);
    expect(await getExport(ctx, { id })).toMatchObject({ status: 'running', files: [] });
    // Claimed in the past, and never written.
    await asSuperuser("UPDATE exports SET due_at = '2000-06-01T00:02:00Z' WHERE id = $1", [
      readId('export', id),
    ]);
    const { signal } = new AbortController();
    await exportNext(signal, new Date('2000-06-01T00:01:59Z'));
    expect(await filesOf(id)).toHaveLength(1);
    await exportNext(signal, new Date('2000-06-01T00:02:00Z'));
    expect(await getExport(ctx, { id })).toMatchObject({ status: 'completed', files: [{}, {}] });
  });

  it('that stops returns the export to the queue and leaves no file', async () => {
    const { id } = await clinic.request({ resources: ['patients'] });
    const abort = new AbortController();
    abort.abort();
    await workOn(id, abort.signal);
    expect(await due(id)).toMatchObject({ status: 'running', attempts: 0 });
    expect((await due(id)).due_at!.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await runExport(ctx, id)).status).toBe('completed');
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
    await verifyDocuments(clinic.things.org.orgId, (finding) => found.push(finding));
    expect(found).toEqual([]);
  };

  it('writes a file once when two write it at the same time', async () => {
    const { id } = await clinic.request({ resources: ['patients', 'documents'] });
    beforeCommit(() => workOn(id));
    await workOn(id);
    expect(await filesOf(id)).toHaveLength(1);
    const { row_count, files } = await runExport(ctx, id);
    expect(files.map(({ name }) => name)).toEqual(['patients-1', 'documents-1']);
    expect(row_count).toBe(files[0]!.row_count + files[1]!.row_count);
    await isClean();
  });

  it.each([
    ['canceled', (id: string) => cancelExport(ctx, { id })],
    [
      'ended by an erasure',
      async () => {
        const { id, mrn } = await clinic.patient('Meanwhile');
        const why = { ground: 'patient_request', reason: 'Requested by the patient.', reference: 'REQ 3' };
        return erasePatient(clinic.things.admin, erasePatientInput.parse({ id, mrn, ...why }));
      },
    ],
  ])('leaves no file when the export is %s while it is written', async (_, end) => {
    const { id } = await clinic.request({ resources: ['patients'] });
    beforeCommit(() => end(id));
    await workOn(id);
    expect((await getExport(ctx, { id })).status).toMatch(/^(cancelled|failed)$/);
    expect(await filesOf(id)).toEqual([]);
    await isClean();
  });

  it('that crashed after the commit leaves a file that the sweep keeps', async () => {
    const made = await exported(ctx, { resources: ['patients'] });
    await claimFile(readStorageKey((await filesOf(made.id))[0]!));
    await sweepDocuments(-1_000);
    expect(await isStored((await filesOf(made.id))[0]!)).toBe(true);
  });

  it('retries after failures, and gives up after eight', nightly, async () => {
    const { id } = await clinic.request({ resources: ['patients'] });
    const row = readId('export', id);
    await asSuperuser(`
      CREATE FUNCTION reject_file() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER reject_file BEFORE INSERT ON export_files FOR EACH ROW
        WHEN (NEW.export_id = '${row}') EXECUTE FUNCTION reject_file()`);
    try {
      for (let attempt = 1; attempt <= 8; attempt++) {
        await workOn(id);
        expect((await due(id)).attempts).toBe(attempt);
      }
    } finally {
      await asSuperuser('DROP TRIGGER reject_file ON export_files; DROP FUNCTION reject_file()');
    }
    expect(await getExport(ctx, { id })).toMatchObject({
      status: 'failed',
      failure_reason: 'internal_error',
    });
    expect(await eventsOf(id)).toEqual(['export.failed']);
    await isClean();
  });
});
