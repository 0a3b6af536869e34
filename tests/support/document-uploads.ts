import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readId } from '../../server/shared/ids';
import { createPatient } from '../../server/domain/patients/create-patient';
import { env } from '../../server/env';
import { asSuperuser, realKey, testOrg, type TestOrg } from './database';
import { jane } from './documents';
import { call, startServer, type Answer, type TestServer } from './server';

/** Shared by the tests of form C: a server, an organization with a patient and a key per test, and both steps. */

export const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);

export const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export const announced = (bytes: Buffer, extra: object = {}) => ({
  size: bytes.length,
  sha256: hash(bytes),
  content_type: 'application/pdf',
  file_name: 'letter.pdf',
  ...extra,
});

export const addressOf = (answer: Answer): string => answer.json.upload.url;

export async function put(url: string, body: Buffer | string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'PUT', body: body as BodyInit, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: (text ? JSON.parse(text) : {}) as { code?: string; max_bytes?: number; detail?: string },
  };
}

export function uploadSetting() {
  const base = {
    server: undefined as unknown as TestServer,
    org: undefined as unknown as TestOrg,
    key: '',
    patientId: '',
  };
  const it = Object.assign(base, {
    announce: (
      upload: object = announced(PDF),
      headers: Record<string, string> = {},
      credential = base.key,
    ) =>
      call(base.server, credential, 'POST', '/v1/documents', { patient_id: base.patientId, upload }, headers),
    read: async (id: string) => (await call(base.server, base.key, 'GET', `/v1/documents/${id}`)).json,
    content: (id: string) =>
      fetch(`${base.server.url}/v1/documents/${id}/content`, {
        headers: { Authorization: `Bearer ${base.key}` },
      }),
    eventsOf: (id: string) =>
      asSuperuser<{ type: string; sequence: number; body: string }>(
        'SELECT type, sequence, body FROM events WHERE org_id = $1 AND object_id = $2 ORDER BY sequence',
        [base.org.orgId, readId('document', id)],
      ),
  });
  beforeAll(async () => {
    it.server = await startServer();
  });
  afterAll(() => it.server.close());
  beforeEach(async () => {
    it.org = await testOrg();
    it.key = await realKey(it.org);
    it.patientId = (await createPatient(it.org.ctx, jane)).id;
  });
  return it;
}

/** Total size of staged uploads. */
export async function stagedBytes(): Promise<number> {
  const folder = path.join(env.DATA_DIR, 'documents', 'staged');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.part'));
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
