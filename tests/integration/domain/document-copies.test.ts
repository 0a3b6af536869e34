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

it('finds the first document with the same bytes, in the chart of this patient or in another that is not closed', async () => {
  const { org, patient } = await setting();
  const ctx = await personContext(org, 'viewer');
  const ask = (patient_id = patient.id) =>
    findDocumentCopies(ctx, { patient_id, sha256: [sha256, 'f'.repeat(64)] });
  expect(await ask()).toEqual({ data: [] });
  const first = await createDocument(org.ctx, input(patient.id));
  await createDocument(org.ctx, input(patient.id));
  const other = await createPatient(org.ctx, jane);
  const { id, title, created_at } = first;
  const copy = { sha256, id, title, created_at };
  expect(await ask()).toEqual({ data: [{ ...copy, patient: null }] });
  expect(await ask(other.id)).toMatchObject({
    data: [{ ...copy, patient: { id: patient.id, mrn: patient.mrn } }],
  });
  expect((await auditRows(ctx.requestId)).at(-1)).toMatchObject({
    action: 'find_document_copies',
    kind: 'list',
    patient_ids: [readId('patient', other.id), readId('patient', patient.id)],
    detail: { count: 1 },
  });
  const restrict = (to: 'vip' | null) =>
    asSuperuser('UPDATE patients SET restriction = $2 WHERE org_id = $1 AND mrn = $3', [
      org.orgId,
      to,
      patient.mrn,
    ]);
  await restrict('vip');
  expect(await ask(other.id)).toEqual({ data: [] });
  await restrict(null);
  await asSuperuser("UPDATE documents SET status = 'failed' WHERE org_id = $1", [org.orgId]);
  expect(await ask()).toEqual({ data: [] });
  await deletePatient(org.ctx, { id: patient.id });
  await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  const foreign = await setting();
  await expect(ask(foreign.patient.id)).rejects.toMatchObject({ code: 'not_found' });
});
