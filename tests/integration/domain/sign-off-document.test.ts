import { describe, expect, it } from 'vitest';
import { createDocument } from '../../../server/domain/documents/create-document';
import { getDocument } from '../../../server/domain/documents/get-document';
import { getDocumentNeighbors } from '../../../server/domain/documents/get-document-neighbors';
import { listDocumentCorrections } from '../../../server/domain/documents/list-document-corrections';
import { listDocuments } from '../../../server/domain/documents/list-documents';
import { listDocumentsInput } from '../../../server/domain/documents/contract';
import { listPatientDocuments } from '../../../server/domain/documents/list-patient-documents';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { withdrawDocumentSignOff } from '../../../server/domain/documents/withdraw-document-sign-off';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, keyContext, personContext } from '../../support/database';
import { input, jane, setting } from '../../support/documents';

async function desk() {
  const { org, patient } = await setting();
  const ctx = await personContext(org, 'clinician');
  const document = await createDocument(org.ctx, input(patient.id, { title: 'Letter' }));
  return { org, patient, ctx, document };
}

const eventsOf = (id: string) =>
  asSuperuser<{ type: string; changed_fields: string[] | null }>(
    "SELECT type, body::jsonb->'data'->'changed_fields' AS changed_fields FROM events WHERE object_id = $1 ORDER BY sequence",
    [readId('document', id)],
  );

describe('sign-off of a document', () => {
  it('records who and when, with history, event and audit', async () => {
    const { patient, ctx, document } = await desk();
    expect(document).toMatchObject({ signed_off_by: null, signed_off_at: null });
    const signed = await signOffDocument(ctx, { id: document.id });
    expect(signed).toMatchObject({
      signed_off_by: showId('user', ctx.actor.id!),
      signed_off_at: expect.any(String) as string,
      version: document.version + 1,
    });
    expect((await listDocumentCorrections(ctx, { id: document.id })).data).toEqual([
      {
        act: 'signed_off',
        reason: null,
        changes: [],
        by: 'Test clinician',
        at: expect.any(String) as string,
        other: null,
      },
    ]);
    expect((await eventsOf(document.id)).at(-1)).toEqual({
      type: 'document.updated',
      changed_fields: ['signed_off_by', 'signed_off_at'],
    });
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({
        action: 'sign_off_document',
        patient_ids: [readId('patient', patient.id)],
      }),
    );
  });

  it('happens once: a second user learns who was first, and a repeated call changes nothing', async () => {
    const { org, ctx, document } = await desk();
    const colleague = await personContext(org, 'clinician');
    const both = await Promise.allSettled([
      signOffDocument(ctx, { id: document.id }),
      signOffDocument(colleague, { id: document.id }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const first = both[0].status === 'fulfilled' ? ctx : colleague;
    const lost = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(lost.reason).toMatchObject({
      code: 'invalid_state',
      extras: {
        reviewed: { act: 'signed', by: showId('user', first.actor.id!), by_name: 'Test clinician' },
      },
    });
    const again = await signOffDocument(first, { id: document.id });
    expect(again.version).toBe(document.version + 1);
    expect((await listDocumentCorrections(ctx, { id: document.id })).data).toHaveLength(1);
  });

  it('is withdrawn by its signer only, and after a minute only with a reason', async () => {
    const { org, ctx, document } = await desk();
    const { id } = document;
    await signOffDocument(ctx, { id });
    await expect(
      withdrawDocumentSignOff(await personContext(org, 'clinician'), { id, reason: 'Not mine.' }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await withdrawDocumentSignOff(ctx, { id })).toMatchObject({ signed_off_by: null });
    await expect(withdrawDocumentSignOff(ctx, { id })).rejects.toMatchObject({ code: 'invalid_state' });

    await signOffDocument(ctx, { id });
    await asSuperuser("UPDATE documents SET signed_off_at = now() - interval '61 seconds' WHERE id = $1", [
      readId('document', id),
    ]);
    await expect(withdrawDocumentSignOff(ctx, { id })).rejects.toMatchObject({ code: 'validation_failed' });
    await withdrawDocumentSignOff(ctx, { id, reason: 'Wrong letter.' });
    expect((await listDocumentCorrections(ctx, { id })).data.map(({ act, reason }) => [act, reason])).toEqual(
      [
        ['signed_off', null],
        ['sign_off_withdrawn', null],
        ['signed_off', null],
        ['sign_off_withdrawn', 'Wrong letter.'],
      ],
    );
    expect((await eventsOf(id)).slice(-4).map(({ type }) => type)).toEqual(
      Array.from({ length: 4 }, () => 'document.updated'),
    );
  });

  it('is for clinicians of its organization', async () => {
    const { org, document } = await desk();
    const { id } = document;
    await expect(signOffDocument((await desk()).ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(signOffDocument(await personContext(org, 'viewer'), { id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(signOffDocument(await personContext(org, 'front_desk'), { id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(signOffDocument(keyContext(org.orgId), { id })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getDocument(org.ctx, { id })).signed_off_at).toBe(null);
  });

  it('needs a file that can be opened', async () => {
    const { ctx, document } = await desk();
    await asSuperuser("UPDATE documents SET status = 'processing' WHERE id = $1", [
      readId('document', document.id),
    ]);
    await expect(signOffDocument(ctx, { id: document.id })).rejects.toMatchObject({ code: 'invalid_state' });
    await markDocumentInError(ctx, { id: document.id, reason: 'Twice.' });
    await expect(signOffDocument(ctx, { id: document.id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('does not follow the document to another patient', async () => {
    const { org, ctx, document } = await desk();
    await signOffDocument(ctx, { id: document.id });
    const other = await createPatient(org.ctx, { ...jane, birth_date: '1946-01-02' });
    const moved = await moveDocument(ctx, { id: document.id, patient_id: other.id, reason: 'Hers.' });
    expect(moved).toMatchObject({ signed_off_by: null, signed_off_at: null });
  });

  it('is a filter of the lists', async () => {
    const { org, patient, ctx, document } = await desk();
    const open = await createDocument(org.ctx, input(patient.id, { title: 'Open' }));
    const pending = await createDocument(org.ctx, input(patient.id, { title: 'Pending' }));
    await asSuperuser("UPDATE documents SET status = 'processing' WHERE id = $1", [
      readId('document', pending.id),
    ]);
    await signOffDocument(ctx, { id: document.id });
    const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);
    for (const [sign_off, found] of [
      ['unsigned', [open.id]],
      ['signed', [document.id]],
    ] as const) {
      expect(ids(await listDocuments(ctx, listDocumentsInput.parse({ sign_off })))).toEqual(found);
      expect(ids(await listPatientDocuments(ctx, { patient_id: patient.id, limit: 25, sign_off }))).toEqual(
        found,
      );
    }
    expect(ids(await listPatientDocuments(ctx, { patient_id: patient.id, limit: 25, q: 'OPE' }))).toEqual([
      open.id,
    ]);
    expect(await getDocumentNeighbors(ctx, { id: document.id, sign_off: 'unsigned' })).toEqual({
      newer: { id: open.id, patient_id: patient.id, title: 'Open' },
      older: null,
    });
  });
});
