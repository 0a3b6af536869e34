import { describe, expect, it } from 'vitest';
import { createDocument } from '../../../server/domain/documents/create-document';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { getDocument } from '../../../server/domain/documents/get-document';
import { listPatientDocuments } from '../../../server/domain/documents/list-patient-documents';
import { listDocumentCorrections } from '../../../server/domain/documents/list-document-corrections';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { newRequestId, readId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { asSuperuser, auditRows, keyContext, personContext } from '../../support/database';
import { filesOf, input, jane, NOTE, rowsOf, setting } from '../../support/documents';

async function desk() {
  const { org, patient } = await setting();
  const ctx = await personContext(org, 'clinician');
  const document = await createDocument(org.ctx, input(patient.id, { title: 'Letter' }));
  return { org, patient, ctx, document };
}

const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string }>('SELECT type FROM events WHERE object_id = $1 ORDER BY sequence', [
      readId('document', id),
    ])
  ).map(({ type }) => type);

describe('document entered in error', () => {
  it('is marked with a reason, emits an event and can no longer be read', async () => {
    const { patient, ctx, document } = await desk();
    const marked = await markDocumentInError(ctx, { id: document.id, reason: 'Scanned twice.' });
    expect(marked).toMatchObject({ id: document.id, status: 'entered_in_error', content_url: null });
    await expect(downloadDocument(ctx, { id: document.id })).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await listDocumentCorrections(ctx, { id: document.id })).toEqual({
      // Filed by a system.
      filed_by: null,
      decided: null,
      lacks_end: false,
      held_version_id: null,
      data: [
        {
          act: 'entered_in_error',
          reason: 'Scanned twice.',
          changes: [],
          by: 'Test clinician',
          other: null,
          at: expect.any(String) as string,
        },
      ],
    });
    expect((await eventsOf(document.id)).at(-1)).toBe('document.removed');
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({
        action: 'mark_document_in_error',
        patient_ids: [readId('patient', patient.id)],
      }),
    );
    await expect(markDocumentInError(ctx, { id: document.id, reason: 'Again.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('is valid again, with its sign-off, if the same user undoes it at once', async () => {
    const { org, ctx, document } = await desk();
    const { id } = document;
    await signOffDocument(ctx, { id });
    const undo = (by = ctx) =>
      markDocumentInError(by, { id, reason: 'Undone right after it was marked.', undo: true });
    const rejected = { code: 'invalid_state', message: expect.stringMatching(/You did not mark/) };
    await expect(undo()).rejects.toMatchObject(rejected);
    await markDocumentInError(ctx, { id, reason: 'Scanned twice.' });
    await expect(undo(await personContext(org, 'clinician'))).rejects.toMatchObject(rejected);
    const again = { ...ctx, requestId: newRequestId() };
    expect(await undo(again)).toMatchObject({
      id,
      status: 'available',
      signed_off_by: expect.stringMatching(/^usr_/),
      content_url: expect.any(String),
    });
    await downloadDocument(ctx, { id });
    expect((await listDocumentCorrections(ctx, { id })).data.map(({ act }) => act)).toEqual([
      'signed_off',
      'entered_in_error',
      'error_undone',
    ]);
    expect((await eventsOf(id)).slice(-2)).toEqual(['document.removed', 'document.available']);
    expect((await auditRows(again.requestId))[0]).toMatchObject({
      action: 'mark_document_in_error',
      detail: { undone: true },
    });
    await expect(undo()).rejects.toMatchObject(rejected);
    await markDocumentInError(ctx, { id, reason: 'Scanned twice.' });
    await asSuperuser(
      `UPDATE document_corrections SET at = at - interval '2 minutes' WHERE document_id = $1`,
      [readId('document', id)],
    );
    await expect(undo()).rejects.toMatchObject(rejected);
  });

  it('can be marked only by users of its organization who may file documents', async () => {
    const { org, document } = await desk();
    const stranger = await desk();
    const viewer = await personContext(org, 'viewer');
    const mark = { id: document.id, reason: 'Wrong.' };
    await expect(markDocumentInError(viewer, mark)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(markDocumentInError(stranger.ctx, mark)).rejects.toMatchObject({ code: 'not_found' });
    const key = keyContext(org.orgId);
    await expect(markDocumentInError(key, mark)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getDocument(org.ctx, { id: document.id })).status).toBe('available');
  });
});

describe('document of the wrong patient', () => {
  it('is refiled with its bytes and marked in error at the first patient; both access logs record it', async () => {
    const { org, patient, ctx, document } = await desk();
    const right = await createPatient(org.ctx, jane);
    const moved = await moveDocument(ctx, { id: document.id, patient_id: right.id, reason: 'Her letter.' });
    expect(moved).toMatchObject({
      patient_id: right.id,
      title: 'Letter',
      status: 'available',
      sha256: document.sha256,
      version: 1,
      moved_count: 1,
    });
    expect(moved.id).not.toBe(document.id);
    const { file } = await downloadDocument(ctx, { id: moved.id });
    expect(Buffer.concat(await file.stream().toArray()).toString()).toBe(NOTE);
    await expect(downloadDocument(ctx, { id: document.id })).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await filesOf(org)).toHaveLength(1);
    expect(await eventsOf(moved.id)).toEqual(['document.created', 'document.available']);
    expect((await eventsOf(document.id)).at(-1)).toBe('document.removed');
    const act = (await auditRows(ctx.requestId)).find(({ action }) => action === 'move_document');
    expect(act!.patient_ids).toEqual([patient.id, right.id].map((id) => readId('patient', id)));
    const at = async (id: string) => (await listDocumentCorrections(ctx, { id })).data[0];
    expect(await at(document.id)).toMatchObject({
      act: 'moved_away',
      reason: 'Her letter.',
      other: { id: moved.id, patient_id: right.id },
    });
    expect(await at(moved.id)).toMatchObject({
      act: 'moved_here',
      reason: 'Her letter.',
      other: { id: document.id, patient_id: patient.id },
    });
    await deletePatient(org.ctx, { id: right.id });
    expect(await at(document.id)).toMatchObject({ act: 'moved_away', other: null });
  });

  it('is moved back at once by the user who moved it, and not after it was signed off', async () => {
    const { org, patient, ctx, document } = await desk();
    await signOffDocument(ctx, { id: document.id });
    const right = await createPatient(org.ctx, jane);
    const moved = await moveDocument(ctx, { id: document.id, patient_id: right.id, reason: 'Her letter.' });
    const movedOf = async () =>
      (await listPatientDocuments(ctx, { patient_id: patient.id, limit: 25 })).moved;
    expect(await movedOf()).toEqual([document.id]);
    const undo = (id: string, patient_id = patient.id, by = ctx) =>
      moveDocument(by, { id, patient_id, reason: 'Undone right after the move.', undo: true });
    const other = await createPatient(org.ctx, jane);
    const rejected = {
      code: 'invalid_state',
      message: expect.stringMatching(/You did not move the document/),
    };
    await expect(undo(moved.id, other.id)).rejects.toMatchObject(rejected);
    const colleague = await personContext(org, 'clinician');
    await expect(undo(moved.id, patient.id, colleague)).rejects.toMatchObject(rejected);
    const again = { ...ctx, requestId: newRequestId() };
    const back = await undo(moved.id, patient.id, again);
    expect(back).toMatchObject({
      id: document.id,
      patient_id: patient.id,
      status: 'available',
      signed_off_by: expect.stringMatching(/^usr_/),
    });
    expect(await movedOf()).toEqual([]);
    const trailOf = async (id: string) =>
      (await listDocumentCorrections(ctx, { id })).data.map(({ act, other }) => [act, other?.id]);
    expect(await trailOf(document.id)).toEqual([
      ['signed_off', undefined],
      ['moved_away', moved.id],
      ['move_undone', moved.id],
    ]);
    expect(await trailOf(moved.id)).toEqual([
      ['moved_here', document.id],
      ['move_undone', document.id],
    ]);
    expect((await eventsOf(document.id)).slice(-2)).toEqual(['document.removed', 'document.available']);
    expect(await rowsOf(org)).toHaveLength(2);
    expect(await getDocument(ctx, { id: moved.id })).toMatchObject({ status: 'entered_in_error' });
    expect((await auditRows(again.requestId))[0]).toMatchObject({
      patient_ids: [right.id, patient.id].map((id) => readId('patient', id)),
      detail: { undone: true },
    });
    const forth = await moveDocument(ctx, { id: back.id, patient_id: right.id, reason: 'Hers after all.' });
    await signOffDocument(ctx, { id: forth.id });
    await expect(undo(forth.id)).rejects.toMatchObject({
      message: 'This cannot be undone. A document was signed off or changed since.',
    });
  });

  it('is moved once, also by two concurrent requests', async () => {
    const { org, ctx, document } = await desk();
    const [one, two] = [await createPatient(org.ctx, jane), await createPatient(org.ctx, jane)];
    const tries = await Promise.allSettled(
      [one, two].map(({ id }) => moveDocument(ctx, { id: document.id, patient_id: id, reason: 'Theirs.' })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowsOf(org)).toHaveLength(2);
  });

  it('is not moved to the same patient, an unknown patient, another organization, or with its report', async () => {
    const { org, patient, ctx, document } = await desk();
    const foreign = await setting();
    const move = (patient_id: string) => moveDocument(ctx, { id: document.id, patient_id, reason: 'x' });
    await expect(move(patient.id)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(move(foreign.patient.id)).rejects.toMatchObject({ code: 'patient_not_found' });
    const other = await createPatient(org.ctx, jane);
    await asSuperuser("UPDATE documents SET status = 'quarantined' WHERE org_id = $1", [org.orgId]);
    await expect(move(other.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await asSuperuser(
      "UPDATE documents SET status = 'available', result_id = gen_random_uuid() WHERE org_id = $1",
      [org.orgId],
    );
    await expect(move(other.id)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await rowsOf(org)).toHaveLength(1);
  });
});

describe('a PDF file', () => {
  it.each([
    ['%PDF-1.7\n1 0 obj', true],
    ['%PDF-1.7\n1 0 obj\n%%EOF\n', false],
  ])('%j: lacks its end: %s', async (text, lacks_end) => {
    const { org, patient } = await setting();
    const content = { data: Buffer.from(text).toString('base64'), file_name: 'scan.pdf' };
    const { id, ...document } = await createDocument(org.ctx, input(patient.id, { content }));
    expect(document).toMatchObject({ lacks_end });
    expect(await listDocumentCorrections(org.ctx, { id })).toMatchObject({ lacks_end });
  });
});
