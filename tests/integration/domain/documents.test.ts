import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createDocument } from '../../../server/domain/documents/create-document';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { storeDocument } from '../../../server/domain/documents/store-document';
import { claimFile } from '../../../server/domain/documents/storage-claims';
import { sweepDocuments } from '../../../server/domain/documents/sweep-documents';
import { newId, readId, showId } from '../../../server/shared/ids';
import { updatePatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { env } from '../../../server/env';
import { storage } from '../../../server/storage/index';
import { asSuperuser, auditRows, keyContext, personContext } from '../../support/database';
import { jane, NOTE, input, setting, filesOf, rowsOf } from '../../support/documents';
import { nightly } from '../../support/test-size';

describe('createDocument', () => {
  it('stores a row, the bytes, one audit row and two events', async () => {
    const { org, patient, ctx } = await setting();
    const made = await createDocument(
      ctx,
      input(patient.id, {
        category: 'clinical_note',
        document_date: '2026-11-01',
        metadata: { source: 'test' },
      }),
    );
    expect(made).toMatchObject({
      object: 'document',
      version: 1,
      patient_id: patient.id,
      title: 'note.txt',
      file_name: 'note.txt',
      content_type: 'text/plain',
      size: NOTE.length,
      status: 'available',
      scan_status: 'skipped',
      encrypted: false,
      lacks_end: false,
      rotation: 0,
      duplicate_of: null,
      upload: null,
      metadata: { source: 'test' },
    });
    expect(made.content_url).toMatch(/\/content\/[\w-]{138}$/);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'create_document',
        kind: 'write',
        outcome: 'allowed',
        object_id: readId('document', made.id),
        patient_ids: [readId('patient', patient.id)],
      },
    ]);
    const events = await asSuperuser<{ type: string; sequence: number; body: string }>(
      "SELECT * FROM events WHERE org_id = $1 AND object_kind = 'document' ORDER BY sequence",
      [org.orgId],
    );
    expect(events).toMatchObject([
      { type: 'document.created', sequence: 1 },
      { type: 'document.available', sequence: 2 },
    ]);
    expect(events[0]!.body + events[1]!.body).not.toMatch(/note|Canary/);
    const [row] = await rowsOf(org);
    expect(row!.storage_key).toBe(`${org.orgId}/${row!.id.slice(-2)}/${row!.id}`);
    expect(await readFile(path.join(env.DATA_DIR, 'documents', row!.storage_key), 'utf8')).toBe(NOTE);
    expect(await filesOf(org)).toEqual([row!.id]);
  });

  const rejected: [string, { content?: object; [name: string]: unknown }, string, string?][] = [
    ['not base64', { content: { data: 'ab!=' } }, 'validation_failed', '/content/data'],
    ['base64 without padding', { content: { data: 'YQ' } }, 'validation_failed', '/content/data'],
    ['base64 of the web alphabet', { content: { data: '-_-_' } }, 'validation_failed', '/content/data'],
    ['base64 with line breaks', { content: { data: 'YWFh\nYWFh' } }, 'validation_failed', '/content/data'],
    ['base64 with spare bits', { content: { data: 'YR==' } }, 'validation_failed', '/content/data'],
    ['padding in the middle', { content: { data: 'YQ==YQ==' } }, 'validation_failed', '/content/data'],
    ['nothing', { content: { data: '' } }, 'file_empty', '/content/data'],
    [
      'HTML',
      { content: { data: Buffer.from('<html><script>').toString('base64') } },
      'unsupported_file_type',
      '/content/data',
    ],
    [
      'another declared type',
      { content: { content_type: 'application/pdf' } },
      'unsupported_file_type',
      '/content/data',
    ],
    ['no media type', { content: { content_type: 'pdf' } }, 'validation_failed', '/content/content_type'],
    ['another checksum', { content: { sha256: 'a'.repeat(64) } }, 'checksum_mismatch'],
    ['an unknown order', { order_id: 'ord_01jcxyz0000000000000000000' }, 'validation_failed', '/order_id'],
    ['an unknown result', { result_id: 'res_01jcxyz0000000000000000000' }, 'validation_failed', '/result_id'],
  ];
  it.each(rejected)('rejects %s and leaves neither row nor file', async (_name, extra, code, pointer) => {
    const { org, patient, ctx } = await setting();
    const attempt = createDocument(ctx, input(patient.id, extra));
    await expect(attempt).rejects.toMatchObject({
      code,
      ...(pointer ? { extras: { errors: [{ pointer }] } } : {}),
    });
    expect([await rowsOf(org), await filesOf(org)]).toEqual([[], []]);
  });

  it('accepts exactly 10 MB decoded and rejects more', nightly, async () => {
    const { org, patient, ctx } = await setting();
    const data = (bytes: number) => Buffer.alloc(bytes, 'x').toString('base64');
    await expect(
      createDocument(ctx, input(patient.id, { content: { data: data(10_485_761) } })),
    ).rejects.toMatchObject({ code: 'payload_too_large', extras: { max_bytes: 10_485_760 } });
    expect((await createDocument(ctx, input(patient.id, { content: { data: data(10_485_760) } }))).size).toBe(
      10_485_760,
    );
    expect(await rowsOf(org)).toHaveLength(1);
  });

  it('checks the patient before the bytes', async () => {
    const { org, patient, ctx } = await setting();
    const foreign = await setting();
    const broken = { content: { data: '!' } };
    await expect(createDocument(ctx, input(foreign.patient.id, broken))).rejects.toMatchObject({
      code: 'patient_not_found',
      extras: { errors: [{ pointer: '/patient_id' }] },
    });
    await updatePatient(org.ctx, updatePatientInput.parse({ id: patient.id, status: 'inactive' }));
    await expect(createDocument(ctx, input(patient.id, broken))).rejects.toMatchObject({
      code: 'patient_not_active',
    });
    await deletePatient(org.ctx, { id: patient.id });
    await expect(createDocument(ctx, input(patient.id, broken))).rejects.toMatchObject({
      code: 'patient_not_found',
    });
  });

  it('accepts only orders of the same patient', async () => {
    const { org, patient, ctx } = await setting();
    const other = await createPatient(org.ctx, jane);
    const order = showId('lab_order', newId());
    await asSuperuser(
      `INSERT INTO lab_orders (org_id, id, created_at, updated_at, created_by, order_number, patient_id, status_history) VALUES ($1, $2, now(), now(), 'system', '12345678901', $3, '[]')`,
      [org.orgId, readId('lab_order', order), readId('patient', patient.id)],
    );
    await expect(createDocument(ctx, input(other.id, { order_id: order }))).rejects.toMatchObject({
      extras: { errors: [{ pointer: '/order_id' }] },
    });
    expect(await createDocument(ctx, input(patient.id, { order_id: order }))).toMatchObject({
      order_id: order,
    });
  });

  it('reports an earlier document with the same bytes, of the same patient only, also for eight concurrent requests', async () => {
    const { org, patient, ctx } = await setting();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => createDocument(keyContext(org.orgId), input(patient.id))),
    );
    const ids = made.map(({ id }) => id);
    expect(made.filter(({ duplicate_of }) => duplicate_of === null)).toHaveLength(1);
    expect(made.every((one) => one.duplicate_of === null || ids.includes(one.duplicate_of))).toBe(true);
    expect((await createDocument(ctx, input(patient.id))).duplicate_of).toBe(ids.sort()[0]);
    const other = await createPatient(org.ctx, jane);
    expect((await createDocument(ctx, input(other.id))).duplicate_of).toBeNull();
  });

  it('requires documents:write and, for users, the clinician role', async () => {
    const { org, patient } = await setting();
    await expect(
      createDocument(keyContext(org.orgId, ['documents:read', 'patients:write']), input(patient.id)),
    ).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(createDocument(await personContext(org, 'viewer'), input(patient.id))).rejects.toMatchObject(
      { code: 'insufficient_scope' },
    );
    await expect(
      createDocument(await personContext(org, 'clinician'), input(patient.id)),
    ).resolves.toMatchObject({ status: 'available' });
    // A credential with write access only gets no URL for reading.
    expect(await createDocument(keyContext(org.orgId, ['documents:write']), input(patient.id))).toMatchObject(
      { content_url: null },
    );
  });

  it('returns the first document for a repeated Idempotency-Key and stores no second file', async () => {
    const { org, patient, ctx } = await setting();
    const idempotency = () => ({ key: 'k', path: '/v1/documents', fingerprint: Buffer.alloc(32, 1) });
    const first = await createDocument({ ...ctx, idempotency: idempotency() }, input(patient.id));
    const again = { ...ctx, idempotency: idempotency() };
    expect(await createDocument(again, input(patient.id))).toMatchObject({
      id: first.id,
      content_url: expect.stringContaining('/content/'),
    });
    expect(again.idempotency).toMatchObject({ replayed: true });
    expect([(await rowsOf(org)).length, (await filesOf(org)).length]).toEqual([1, 1]);
  });
});

describe('document file and row', () => {
  const stage = (text = NOTE) => storage().stage(Readable.from([Buffer.from(text)]), { maxBytes: 1000 });
  const upload = (patientId: string) => ({
    facts: { patient_id: patientId, category: 'other' as const },
    fileName: 'a.txt',
    declaredType: null,
    sha256: null,
    pointer: '/file',
  });

  it('are both absent when the transaction is rejected', async () => {
    const { org, patient, ctx } = await setting();
    await expect(
      storeDocument({ ...ctx, requestId: null as unknown as string }, await stage(), upload(patient.id)),
    ).rejects.toThrow();
    expect([await rowsOf(org), await filesOf(org)]).toEqual([[], []]);
  });

  it('are kept by the cleanup after a lost response to COMMIT, and removed when nothing was committed', async () => {
    const { org, patient, ctx } = await setting();
    // The state after a crash: placed with a claim, once with a row and once without.
    const made = await createDocument(ctx, input(patient.id));
    const id = readId('document', made.id)!;
    await storage().remove((await rowsOf(org))[0]!.storage_key);
    for (const fileId of [id, newId()]) {
      await claimFile({ orgId: org.orgId, fileId });
      await storage().commit(await stage(), org.orgId, fileId);
    }
    await sweepDocuments();
    expect(await filesOf(org)).toHaveLength(2);
    const claims = () => asSuperuser('SELECT file_id FROM storage_claims WHERE org_id = $1', [org.orgId]);
    await asSuperuser(
      "UPDATE storage_claims SET claimed_at = now() - interval '25 hours' WHERE org_id = $1",
      [org.orgId],
    );
    await Promise.all([sweepDocuments(), sweepDocuments()]);
    expect([await filesOf(org), await claims()]).toEqual([[id], []]);
    const { document, file } = await downloadDocument(ctx, { id: made.id });
    await file.close();
    expect(document.id).toBe(id);
  });
});
