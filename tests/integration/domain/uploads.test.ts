import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { claimFile, isClaimed } from '../../../server/domain/documents/storage-claims';
import { sweepDocuments } from '../../../server/domain/documents/sweep-documents';
import type { Context } from '../../../server/shared/context';
import { newId, readId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { updatePatientInput } from '../../../server/domain/patients/contract';
import { discardUpload } from '../../../server/domain/documents/discard-upload';
import { expireUnfiledUploads } from '../../../server/domain/documents/expire-unfiled-uploads';
import { openUpload } from '../../../server/domain/documents/open-upload';
import { fileUpload } from '../../../server/domain/documents/file-upload';
import { storeUpload } from '../../../server/domain/documents/store-upload';
import { listUploads } from '../../../server/domain/documents/list-uploads';
import { MOST_UPLOADS, UPLOAD_KEPT_MS } from '../../../server/domain/documents/upload-limits';
import { storage } from '../../../server/storage/index';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { filesOf, jane, NOTE, rowsOf, setting } from '../../support/documents';

async function store(ctx: Context, patientId: string, text = NOTE, sha256: string | null = null) {
  const staged = await storage().stage(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 });
  return storeUpload(ctx, staged, { patientId, fileName: 'note.txt', declaredType: null, sha256 });
}

async function desk() {
  const { org, patient } = await setting();
  return { org, patient, ctx: await personContext(org, 'clinician') };
}

const filing = (id: string, patient_id: string) => ({ id, patient_id, category: 'consent' as const });
const events = (orgId: string) =>
  asSuperuser<{ type: string }>("SELECT type FROM events WHERE org_id = $1 AND type LIKE 'document.%'", [
    orgId,
  ]);

describe('uploaded file', () => {
  it('is in no chart and emits no event until its owner files the uploaded bytes', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    expect(await rowsOf(org)).toEqual([]);
    expect(await events(org.orgId)).toEqual([]);
    expect((await listUploads(ctx, {})).data).toEqual([upload]);
    const document = await fileUpload(ctx, { ...filing(upload.id, patient.id), title: 'Consent' });
    expect(document).toMatchObject({
      patient_id: patient.id,
      title: 'Consent',
      category: 'consent',
      file_name: 'note.txt',
      status: 'available',
      sha256: upload.sha256,
    });
    const { file } = await downloadDocument(ctx, { id: document.id });
    expect(Buffer.concat(await file.stream().toArray()).toString()).toBe(NOTE);
    expect((await listUploads(ctx, {})).data).toEqual([]);
    expect((await events(org.orgId)).map(({ type }) => type).sort()).toEqual([
      'document.available',
      'document.created',
    ]);
    const acts = await auditRows(ctx.requestId);
    expect(acts.filter(({ action }) => ['hold_upload', 'file_upload'].includes(action as string))).toEqual([
      expect.objectContaining({ action: 'hold_upload', patient_ids: [readId('patient', patient.id)] }),
      expect.objectContaining({ action: 'file_upload', patient_ids: [readId('patient', patient.id)] }),
    ]);
  });

  it('is marked if it is a PDF file that is cut off', async () => {
    const { patient, ctx } = await desk();
    const upload = await store(ctx, patient.id, '%PDF-1.7\n1 0 obj');
    expect(await fileUpload(ctx, filing(upload.id, patient.id))).toMatchObject({ lacks_end: true });
  });

  it('is listed by the start of its upload, not by its end', async () => {
    const { patient, ctx } = await desk();
    const started = [newId(), newId()];
    for (const id of started.toReversed()) {
      const staged = await storage().stage(Readable.from([Buffer.from(id)]), { maxBytes: 1_000 });
      const facts = { patientId: patient.id, fileName: 'note.txt', declaredType: null, sha256: null };
      await storeUpload(ctx, staged, { ...facts, id });
    }
    const { data } = await listUploads(ctx, {});
    expect(data.map(({ id }) => readId('upload', id))).toEqual(started);
  });

  it('is accepted only with the checksum computed when it was chosen', async () => {
    const { org, patient, ctx } = await desk();
    const chosen = createHash('sha256').update(NOTE).digest('hex');
    await expect(store(ctx, patient.id, `${NOTE.slice(0, -1)}!`, chosen)).rejects.toMatchObject({
      code: 'checksum_mismatch',
    });
    expect((await listUploads(ctx, {})).data).toEqual([]);
    expect(await filesOf(org)).toEqual([]);
    expect(await store(ctx, patient.id, NOTE, chosen)).toMatchObject({ sha256: chosen });
  });

  it('is filed once, however often requested, also concurrently', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    const answers = await Promise.all([1, 2, 3].map(() => fileUpload(ctx, filing(upload.id, patient.id))));
    const again = await fileUpload(ctx, filing(upload.id, patient.id));
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(org)).toHaveLength(1);
    expect(await events(org.orgId)).toHaveLength(2);
  });

  it('is filed only at the patient it was uploaded for', async () => {
    const { org, patient, ctx } = await desk();
    const other = await createPatient(org.ctx, jane);
    const upload = await store(ctx, patient.id);
    await expect(fileUpload(ctx, filing(upload.id, other.id))).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/patient_id' }] },
    });
    expect(await rowsOf(org)).toEqual([]);
    expect((await listUploads(ctx, { patient_id: other.id })).data).toEqual([]);
    expect((await listUploads(ctx, { patient_id: patient.id })).data).toHaveLength(1);
  });

  it('is seen, opened, filed and removed by its owner only', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    const stranger = await desk();
    for (const other of [await personContext(org, 'admin'), stranger.ctx]) {
      expect((await listUploads(other, {})).data).toEqual([]);
      await expect(openUpload(other, { id: upload.id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(fileUpload(other, filing(upload.id, patient.id))).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(discardUpload(other, { id: upload.id })).rejects.toMatchObject({ code: 'not_found' });
    }
    const viewer = await personContext(org, 'viewer');
    await expect(store(viewer, patient.id)).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(await filesOf(org)).toHaveLength(1);
  });

  it('is opened before it is filed, and not once it is filed or hidden with its patient', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    const { file, document } = await openUpload(ctx, { id: upload.id });
    expect(Buffer.concat(await file.stream().toArray()).toString()).toBe(NOTE);
    expect(document).toMatchObject({ fileName: 'note.txt', contentType: upload.content_type });
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({
        action: 'open_upload',
        kind: 'download',
        object_id: readId('upload', upload.id),
        patient_ids: [readId('patient', patient.id)],
      }),
    );
    await fileUpload(ctx, filing(upload.id, patient.id));
    const gone = { code: 'not_found' };
    await expect(openUpload(ctx, { id: upload.id })).rejects.toMatchObject(gone);
    const other = await store(ctx, patient.id, 'Another note.');
    await deletePatient(org.ctx, { id: patient.id });
    await expect(openUpload(ctx, { id: other.id })).rejects.toMatchObject(gone);
  });

  it('is deleted with its bytes when removed', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    await discardUpload(ctx, { id: upload.id });
    expect(await filesOf(org)).toEqual([]);
    await expect(fileUpload(ctx, filing(upload.id, patient.id))).rejects.toMatchObject({ code: 'not_found' });
    const kept = await store(ctx, patient.id);
    await fileUpload(ctx, filing(kept.id, patient.id));
    await expect(discardUpload(ctx, { id: kept.id })).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await filesOf(org)).toHaveLength(1);
  });

  it('is removed after a day, while filed ones keep their bytes', async () => {
    const { org, patient, ctx } = await desk();
    const filed = await store(ctx, patient.id);
    const document = await fileUpload(ctx, filing(filed.id, patient.id));
    const left = await store(ctx, patient.id, 'Another note.');
    await expireUnfiledUploads(new Date(Date.now() + UPLOAD_KEPT_MS));
    expect((await listUploads(ctx, {})).data).toHaveLength(1);
    await expireUnfiledUploads(new Date(Date.now() + UPLOAD_KEPT_MS + 120_000));
    expect((await listUploads(ctx, {})).data).toEqual([]);
    await expect(fileUpload(ctx, filing(left.id, patient.id))).rejects.toMatchObject({ code: 'not_found' });
    expect(await filesOf(org)).toHaveLength(1);
    const { file } = await downloadDocument(ctx, { id: document.id });
    expect(Buffer.concat(await file.stream().toArray()).toString()).toBe(NOTE);
    expect(await asSuperuser('SELECT 1 FROM uploads WHERE org_id = $1', [org.orgId])).toEqual([]);
    expect(
      await asSuperuser(
        "SELECT detail FROM audit_events WHERE org_id = $1 AND action = 'expire_held_upload' ORDER BY detail->>'filed'",
        [org.orgId],
      ),
    ).toEqual([{ detail: { filed: false } }, { detail: { filed: true } }]);
  });

  it('cannot be opened or filed after it expired, though its bytes still exist', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    await asSuperuser('UPDATE uploads SET expires_at = now() WHERE org_id = $1', [org.orgId]);
    await expect(openUpload(ctx, { id: upload.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(fileUpload(ctx, filing(upload.id, patient.id))).rejects.toMatchObject({ code: 'not_found' });
    expect(await rowsOf(org)).toEqual([]);
  });

  it('is kept by the cleanup when the process ended between its row and its claim', async () => {
    const { org, patient, ctx } = await desk();
    await store(ctx, patient.id);
    const [name] = await filesOf(org);
    const claim = { orgId: org.orgId, fileId: name! };
    await claimFile(claim);
    await sweepDocuments(-1_000);
    expect([await isClaimed(claim), await filesOf(org)]).toEqual([false, [name]]);
  });

  it('is stored and filed for active patients only, and hidden with a deleted one', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    const inactive = updatePatientInput.parse({ id: patient.id, status: 'inactive' });
    await updatePatient(org.ctx, inactive);
    await expect(store(ctx, patient.id)).rejects.toMatchObject({ code: 'patient_not_active' });
    await expect(fileUpload(ctx, filing(upload.id, patient.id))).rejects.toMatchObject({
      code: 'patient_not_active',
    });
    await deletePatient(org.ctx, { id: patient.id });
    expect((await listUploads(ctx, {})).data).toEqual([]);
    await expect(fileUpload(ctx, filing(upload.id, patient.id))).rejects.toMatchObject({ code: 'not_found' });
    expect(await rowsOf(org)).toEqual([]);
  });

  it('counts toward the limit of its user', async () => {
    const { org, patient, ctx } = await desk();
    const upload = await store(ctx, patient.id);
    await asSuperuser(
      `INSERT INTO uploads SELECT (u).* FROM (
         SELECT jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'storage_key', null)) AS u
         FROM uploads u, generate_series(2, $2) WHERE u.org_id = $1) AS more`,
      [org.orgId, MOST_UPLOADS],
    );
    await expect(store(ctx, patient.id)).rejects.toMatchObject({ code: 'limit_reached' });
    await discardUpload(ctx, { id: upload.id });
    await store(ctx, patient.id);
  });
});
