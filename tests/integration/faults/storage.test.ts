import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { startS3, type S3Server } from '../../support/s3-server';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { nightly } from '../../support/test-size';
import { failedStart, launch } from './processes';

/** Two web processes without a common folder: documents are in a bucket. */

let home: string;
let postgres: EmbeddedPostgres;
let s3: S3Server;
let key: string;
const web: Service[] = [];

const settings = (name: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(s3.settings).map(([setting, value]) => [setting, String(value)])),
  DATABASE_URL: postgres.appUrl,
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  DATA_DIR: path.join(home, name),
  DRAIN_SECONDS: '0',
});
const admin = async <T>(words: string): Promise<T> => {
  const { ended, stdout, stderr } = launch(
    ['dist/admin.mjs', ...words.split(' '), '--json'],
    settings('one'),
  );
  if ((await ended) !== 0) throw new Error(stderr());
  return JSON.parse(stdout()) as T;
};
const ask = (at: number, address: string, init: RequestInit = {}) =>
  fetch(address.startsWith('http') ? address : web[at]!.url + address, {
    ...init,
    headers: { Authorization: `Bearer ${key}`, ...init.headers },
  });

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-faults-'));
  // When the tests run as root, Postgres uses this folder as another user.
  await chmod(home, 0o711);
  s3 = await startS3();
  postgres = await startEmbeddedPostgres({ dataDir: path.join(home, 'database'), log: () => undefined });
  // Serving processes do not know the owner of the tables.
  const migrated = launch(['dist/admin.mjs', 'database', 'migrate'], {
    ...settings('one'),
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
  });
  if ((await migrated.ended) !== 0) throw new Error(migrated.stderr());
  for (const name of ['one', 'two'])
    web.push(await startService({ ...settings(name), CLINICAL_ROLES: 'web' }));
  await admin('org create --name Disks --slug disks');
  const scopes = 'patients:write,patients:read,documents:write,documents:read';
  ({ key } = await admin<{ key: string }>(`api-key create --org disks --name test --scopes ${scopes}`));
});
afterAll(async () => {
  for (const service of web) await service.stop();
  await postgres?.stop();
  await s3?.stop();
  await rm(home, { recursive: true, force: true });
});

it(
  'each returns what the other received: whole, in part, conditionally and by a signed URL',
  nightly,
  async () => {
    const patient = (await (
      await ask(0, '/v1/patients', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          name: { family: 'Disk', given: ['Two'] },
          birth_date: '1971-03-09',
          sex: 'female',
        }),
      })
    ).json()) as { id: string };
    const pdf = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(9 * 1024 * 1024),
      Buffer.from('\n%%EOF\n'),
    ]);
    const form = new FormData();
    form.set(
      'metadata',
      new Blob([JSON.stringify({ patient_id: patient.id, category: 'other' })], { type: 'application/json' }),
    );
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'scan.pdf');
    const made = await ask(0, '/v1/documents', { method: 'POST', body: form });
    expect(made.status).toBe(201);
    const document = (await made.json()) as { id: string; content_url: string };

    const content = `/v1/documents/${document.id}/content`;
    const whole = await ask(1, content);
    expect(Buffer.from(await whole.arrayBuffer()).equals(pdf)).toBe(true);
    const tag = `"${createHash('sha256').update(pdf).digest('hex')}"`;
    expect(whole.headers.get('etag')).toBe(tag);
    const part = await ask(1, content, { headers: { Range: 'bytes=5-104' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-104/${pdf.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(pdf.subarray(5, 105))).toBe(true);
    expect((await ask(1, content, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    expect((await ask(1, content, { headers: { Range: `bytes=${pdf.length}-` } })).status).toBe(416);
    const signed = new URL(document.content_url);
    const bySignature = await fetch(web[1]!.url + signed.pathname);
    expect(Buffer.from(await bySignature.arrayBuffer()).equals(pdf)).toBe(true);
    for (const name of ['one', 'two'])
      expect(await readdir(path.join(home, name, 'documents'), { recursive: true })).toEqual(['staged']);
  },
);

it(
  'rejects uploads with 503 while S3 fails, stays ready, and continues without a restart',
  nightly,
  async () => {
    const [patient] = ((await (await ask(0, '/v1/patients')).json()) as { data: { id: string }[] }).data;
    const upload = () =>
      ask(0, '/v1/documents', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          patient_id: patient!.id,
          category: 'other',
          content: { data: Buffer.from('A note.').toString('base64'), file_name: 'note.txt' },
        }),
      });
    s3.intercept = (req, res) => (req.resume(), res.writeHead(503).end(), true);
    const failed = await upload();
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await fetch(`${web[0]!.url}/readyz`)).status).toBe(200);
    s3.intercept = null;
    expect((await upload()).status).toBe(201);
    expect((await admin<{ checked: number; counts: object }>('storage verify')).counts).toEqual({
      missing: 0,
      unreadable: 0,
      altered: 0,
      orphaned: 0,
    });
  },
);

it('do not start without the bucket', nightly, async () => {
  const { code, stderr } = await failedStart({
    ...settings('three'),
    STORAGE_URL: 's3://absent',
    PORT: String(await freePort()),
  });
  expect([code, stderr]).toEqual([1, 'The bucket "absent" of STORAGE_URL does not exist.\n']);
});
