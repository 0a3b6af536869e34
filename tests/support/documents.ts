import path from 'node:path';
import { readdir } from 'node:fs/promises';
import { createDocumentInput } from '../../server/domain/documents/contract';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { env } from '../../server/env';
import { asSuperuser, keyContext, testOrg, type TestOrg } from './database';

/** Shared by the document tests: a patient, a small note, and the files of an organization. */

export const jane = createPatientInput.parse({
  name: { family: 'Canary', given: ['Jane'] },
  birth_date: '1945-07-14',
  sex: 'female',
});
export const NOTE = 'A note of our own.\n';

export const input = (patientId: string, extra: { content?: object; [name: string]: unknown } = {}) =>
  createDocumentInput.parse({
    patient_id: patientId,
    ...extra,
    content: { data: Buffer.from(NOTE).toString('base64'), file_name: 'note.txt', ...extra.content },
  });

export async function setting() {
  const org = await testOrg();
  const patient = await createPatient(org.ctx, jane);
  return { org, patient, ctx: keyContext(org.orgId) };
}

/** Files of one organization, placed or claimed, and all staged files. */
export async function filesOf(org: TestOrg): Promise<string[]> {
  const root = path.join(env.DATA_DIR, 'documents');
  const placed = await readdir(path.join(root, org.orgId), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const staged = await readdir(path.join(root, 'staged')).catch(() => []);
  return [
    ...placed.filter((entry) => entry.isFile()).map((entry) => entry.name),
    ...staged.filter((name) => name.startsWith(org.orgId)),
  ];
}

export const rowsOf = (org: TestOrg) =>
  asSuperuser<{ id: string; storage_key: string }>('SELECT * FROM documents WHERE org_id = $1', [org.orgId]);
