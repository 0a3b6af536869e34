import { describe, expect, it } from 'vitest';
import { createDocument } from '../../../server/domain/documents/create-document';
import { updateDocumentInput } from '../../../server/domain/documents/correction-contract';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { getDocument } from '../../../server/domain/documents/get-document';
import { listDocumentCorrections } from '../../../server/domain/documents/list-document-corrections';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { updateDocument } from '../../../server/domain/documents/update-document';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, keyContext, personContext } from '../../support/database';
import { input, jane, setting } from '../../support/documents';

/** One pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function desk() {
  const { org, patient } = await setting();
  const ctx = await personContext(org, 'clinician');
  const document = await createDocument(ctx, input(patient.id, { title: 'Scan 0012' }));
  return { org, patient, ctx, document };
}

const eventsOf = (id: string) =>
  asSuperuser<{ type: string; changed_fields: string[] | null }>(
    "SELECT type, body::jsonb->'data'->'changed_fields' AS changed_fields FROM events WHERE object_id = $1 ORDER BY sequence",
    [readId('document', id)],
  );

describe('details of a filed document', () => {
  it('are corrected with history, event and audit', async () => {
    const { patient, ctx, document } = await desk();
    const corrected = await updateDocument(ctx, {
      id: document.id,
      title: 'Letter of the ward',
      category: 'discharge_summary',
      document_date: '2026-10-02',
      reason: 'Filed in a hurry.',
    });
    expect(corrected).toMatchObject({
      title: 'Letter of the ward',
      category: 'discharge_summary',
      document_date: '2026-10-02',
      version: document.version + 1,
      content_url: expect.any(String) as string,
    });
    await updateDocument(ctx, { id: document.id, document_date: null });
    const by = 'Test clinician';
    const at = expect.any(String) as string;
    expect(await listDocumentCorrections(ctx, { id: document.id })).toEqual({
      filed_by: by,
      decided: null,
      lacks_end: false,
      held_version_id: null,
      data: [
        {
          act: 'details_changed',
          reason: 'Filed in a hurry.',
          changes: [
            { field: 'title', from: 'Scan 0012', to: 'Letter of the ward' },
            { field: 'category', from: 'other', to: 'discharge_summary' },
            { field: 'document_date', from: null, to: '2026-10-02' },
          ],
          by,
          at,
          other: null,
        },
        {
          act: 'details_changed',
          reason: null,
          changes: [{ field: 'document_date', from: '2026-10-02', to: null }],
          by,
          at,
          other: null,
        },
      ],
    });
    expect((await eventsOf(document.id)).slice(-2)).toEqual([
      { type: 'document.updated', changed_fields: ['title', 'category', 'document_date'] },
      { type: 'document.updated', changed_fields: ['document_date'] },
    ]);
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({
        action: 'update_document',
        patient_ids: [readId('patient', patient.id)],
        detail: { fields: ['title', 'category', 'document_date'] },
      }),
    );
  });

  it('rotate an image without a change of its bytes, and keep the rotation when it moves', async () => {
    const { org, patient, ctx } = await desk();
    const content = { data: PIXEL, file_name: 'page.png' };
    const image = await createDocument(ctx, input(patient.id, { content }));
    expect(image.rotation).toBe(0);
    const rotated = await updateDocument(ctx, { id: image.id, rotation: 270 });
    expect(rotated).toMatchObject({ rotation: 270, sha256: image.sha256, version: image.version + 1 });
    const { document, file } = await downloadDocument(ctx, { id: image.id });
    await file.close();
    expect(document.sha256).toBe(image.sha256);
    expect((await listDocumentCorrections(ctx, { id: image.id })).data[0]).toMatchObject({
      changes: [{ field: 'rotation', from: '0', to: '270' }],
    });
    expect((await eventsOf(image.id)).at(-1)).toEqual({
      type: 'document.updated',
      changed_fields: ['rotation'],
    });
    const other = await createPatient(org.ctx, { ...jane, birth_date: '1946-01-02' });
    const moved = await moveDocument(ctx, { id: image.id, patient_id: other.id, reason: 'Hers.' });
    expect(moved.rotation).toBe(270);
  });

  it('do not rotate a file that is not an image', async () => {
    const { ctx, document } = await desk();
    await expect(updateDocument(ctx, { id: document.id, rotation: 90 })).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/rotation', code: 'not_allowed' }] },
    });
  });

  it('stay as they are if nothing changes: no version, event or history', async () => {
    const { ctx, document } = await desk();
    const before = await eventsOf(document.id);
    const same = await updateDocument(ctx, { id: document.id, title: 'Scan 0012', reason: 'None.' });
    expect(same.version).toBe(document.version);
    expect(await eventsOf(document.id)).toEqual(before);
    expect((await listDocumentCorrections(ctx, { id: document.id })).data).toEqual([]);
  });

  it('are not overwritten by a change that is based on an older version', async () => {
    const { ctx, document } = await desk();
    const based = { ...ctx, ifMatch: document.version };
    const attempts = await Promise.allSettled([
      updateDocument(based, { id: document.id, title: 'One' }),
      updateDocument(based, { id: document.id, title: 'Two' }),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = attempts.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(lost.reason).toMatchObject({ code: 'version_mismatch' });
    expect((await listDocumentCorrections(ctx, { id: document.id })).data).toHaveLength(1);
  });

  it('can be corrected only by users of its organization who may file documents', async () => {
    const { org, document } = await desk();
    const stranger = await desk();
    const change = { id: document.id, title: 'Mine' };
    await expect(updateDocument(stranger.ctx, change)).rejects.toMatchObject({ code: 'not_found' });
    await expect(updateDocument(await personContext(org, 'viewer'), change)).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(updateDocument(keyContext(org.orgId), change)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getDocument(org.ctx, { id: document.id })).title).toBe('Scan 0012');
  });

  it('cannot be corrected once it is entered in error or its patient is deleted', async () => {
    const { org, patient, ctx, document } = await desk();
    const other = await createDocument(ctx, input(patient.id, { title: 'Other' }));
    await markDocumentInError(ctx, { id: document.id, reason: 'Twice.' });
    await expect(updateDocument(ctx, { id: document.id, title: 'New' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await deletePatient(org.ctx, { id: patient.id });
    await expect(updateDocument(ctx, { id: other.id, title: 'New' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([
    ['an empty title', { title: '  ' }],
    ['no title', { title: null }],
    ['a title that changes the reading direction', { title: 'a\u202Eb' }],
    ['an unknown category', { category: 'letter' }],
    ['an impossible date', { document_date: '2026-02-31' }],
    ['a date in the future', { document_date: '2999-12-31' }],
    ['a rotation of 45 degrees', { rotation: 45 }],
    ['an empty reason', { reason: '' }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
    ['another field', { patient_id: 'pat_01k00000000000000000000000' }],
  ])('reject %s', (_name, change) => {
    expect(updateDocumentInput.safeParse({ id: 'doc_1', ...change }).success).toBe(false);
  });
});
