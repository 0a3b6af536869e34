import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDocument } from '../../../server/domain/documents/create-document';
import { findDocumentCopies } from '../../../server/domain/documents/find-document-copies';
import { readId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { input, jane, NOTE, setting } from '../../support/documents';

const sha256 = createHash('sha256').update(NOTE).digest('hex');

it('finds the first document with the same bytes in the chart of this patient only', async () => {
  const { org, patient } = await setting();
  const ctx = await personContext(org, 'viewer');
  const ask = (patient_id = patient.id) =>
    findDocumentCopies(ctx, { patient_id, sha256: [sha256, 'f'.repeat(64)] });
  expect(await ask()).toEqual({ data: [] });
  const first = await createDocument(org.ctx, input(patient.id));
  await createDocument(org.ctx, input(patient.id));
  const other = await createPatient(org.ctx, jane);
  const { id, title, created_at } = first;
  expect(await ask()).toEqual({ data: [{ sha256, id, title, created_at }] });
  expect(await ask(other.id)).toEqual({ data: [] });
  expect((await auditRows(ctx.requestId)).at(-1)).toMatchObject({
    action: 'find_document_copies',
    kind: 'list',
    patient_ids: [readId('patient', other.id)],
    detail: { count: 0 },
  });
  await asSuperuser("UPDATE documents SET status = 'failed' WHERE org_id = $1", [org.orgId]);
  expect(await ask()).toEqual({ data: [] });
  await deletePatient(org.ctx, { id: patient.id });
  await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  const foreign = await setting();
  await expect(ask(foreign.patient.id)).rejects.toMatchObject({ code: 'not_found' });
});
