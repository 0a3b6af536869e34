import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { env } from '../../../server/env';
import { s3Storage } from '../../../server/storage/s3-storage';
import type { Storage } from '../../../server/storage/storage';
import { startS3, type S3Server } from '../../support/s3-server';

/** Requests to S3, and what happens when it fails. */

const org = randomUUID();
let s3: S3Server;
let folder: string;
let store: Storage;
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(env, s3.settings);
});
afterAll(async () => {
  for (const name of Object.keys(s3.settings)) Reflect.deleteProperty(env, name);
  await s3.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'staged-'));
  store = s3Storage(env.STORAGE_URL!, folder);
  s3.requests.length = 0;
});
afterEach(async () => {
  s3.intercept = null;
  await rm(folder, { recursive: true });
});

const stage = (bytes: Buffer) => store.stage(Readable.from([bytes]), { maxBytes: 30_000_000 });
const sent = (method: string) => s3.requests.filter((one) => one.method === method);
const listed = async () => {
  const keys: string[] = [];
  for await (const key of store.files(org)) keys.push(key);
  return keys;
};
const fail =
  (status: number, code: string, when: (req: IncomingMessage) => boolean = () => true) =>
  (req: IncomingMessage, res: ServerResponse) => {
    if (!when(req)) return false;
    req.resume();
    res.writeHead(status, { 'Content-Type': 'application/xml' });
    res.end(req.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>no</Message></Error>`);
    return true;
  };

it('sends the SHA-256 of the file and the encryption, below the prefix and the organization', async () => {
  const bytes = randomBytes(1_000);
  const key = await store.commit(await stage(bytes), org, randomUUID());
  const [put] = sent('PUT');
  expect(put!.url.split('?')[0]).toBe(`/documents/clinic/${key}`);
  expect(key.startsWith(`${org}/`)).toBe(true);
  expect(put!.headers).toMatchObject({
    'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64'),
    'x-amz-server-side-encryption': 'AES256',
    'x-amz-meta-sha256': createHash('sha256').update(bytes).digest('hex'),
  });
});

it('sends a large file in parts, each with its SHA-256', async () => {
  const bytes = randomBytes(17 * 1024 * 1024);
  await store.commit(await stage(bytes), org, randomUUID());
  const parts = sent('PUT').map(({ headers }) => headers['x-amz-checksum-sha256']);
  const part = 8 * 1024 * 1024;
  expect(parts).toEqual(
    [0, 1, 2].map((at) =>
      createHash('sha256')
        .update(bytes.subarray(at * part, (at + 1) * part))
        .digest('base64'),
    ),
  );
  expect(sent('POST')[0]!.headers).toMatchObject({ 'x-amz-server-side-encryption': 'AES256' });
});

it('stores nothing of a large file whose staged bytes have changed', async () => {
  const staged = await stage(randomBytes(9 * 1024 * 1024));
  await writeFile(staged.path, randomBytes(9 * 1024 * 1024));
  const before = await listed();
  await expect(store.commit(staged, org, randomUUID())).rejects.toMatchObject({ code: 'unavailable' });
  expect(await listed()).toEqual(before);
  expect(sent('DELETE').some(({ url }) => url.includes('uploadId='))).toBe(true);
});

it.each([
  ['is down', 503, 'SlowDown', 'unavailable'],
  ['denies access', 403, 'AccessDenied', 'unavailable'],
  ['finds other bytes than announced', 400, 'BadDigest', 'unavailable'],
  ['is full', 507, 'QuotaExceeded', 'storage_full'],
])('stores nothing when S3 %s, and keeps the staged bytes', async (_, status, code, expected) => {
  const before = await listed();
  s3.intercept = fail(status, code);
  const staged = await stage(randomBytes(100));
  await expect(store.commit(staged, org, randomUUID())).rejects.toMatchObject({ code: expected });
  expect(await readdir(folder)).toEqual([path.basename(staged.path)]);
  s3.intercept = null;
  expect(await listed()).toEqual(before);
});

it('retries a request that fails once', async () => {
  let failed = 0;
  s3.intercept = fail(500, 'InternalError', () => failed++ === 0);
  await store.commit(await stage(randomBytes(100)), org, randomUUID());
  expect(sent('PUT')).toHaveLength(2);
});

it('does not report a file as missing while S3 cannot be asked', async () => {
  const key = await store.commit(await stage(randomBytes(100)), org, randomUUID());
  s3.intercept = fail(500, 'InternalError');
  await expect(store.open(key)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.remove(key)).rejects.toMatchObject({ code: 'unavailable' });
  s3.intercept = (req) => (req.socket.destroy(), true);
  await expect(store.open(key)).rejects.toMatchObject({ code: 'unavailable' });
});

it('fails a download that S3 cuts off', async () => {
  const key = await store.commit(await stage(randomBytes(100_000)), org, randomUUID());
  const file = await store.open(key);
  s3.intercept = (req, res) => {
    res.writeHead(200, { 'Content-Length': 100_000 });
    res.write(randomBytes(10));
    setImmediate(() => req.socket.destroy());
    return true;
  };
  await expect(file.stream().toArray()).rejects.toThrow();
});

it('removes all versions, delete markers and parts of an object, and no other', async () => {
  const key = await store.commit(await stage(randomBytes(100)), org, randomUUID());
  const object = `clinic/${key}`;
  const version = (tag: string, Key: string, id: string) =>
    `<${tag}><Key>${Key}</Key><VersionId>${id}</VersionId></${tag}>`;
  const page = (more: boolean, ...parts: string[]) =>
    `<ListVersionsResult><IsTruncated>${more}</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextVersionIdMarker>v</NextVersionIdMarker>${parts.join('')}</ListVersionsResult>`;
  s3.intercept = (req, res) => {
    const { searchParams } = new URL(req.url!, 'http://s3');
    if (searchParams.has('versions'))
      res.end(
        searchParams.has('key-marker')
          ? page(false, version('DeleteMarker', object, 'marker'))
          : page(
              true,
              version('Version', object, 'new'),
              version('Version', `${object}0`, 'other'),
              version('Version', object, 'null'),
            ),
      );
    else if (searchParams.has('uploads'))
      res.end(
        `<ListMultipartUploadsResult><Upload><Key>${object}</Key><UploadId>left</UploadId></Upload></ListMultipartUploadsResult>`,
      );
    else res.writeHead(204).end();
    return true;
  };
  await store.remove(key);
  expect(sent('DELETE').map(({ url }) => url.split('?')[1]!.replace(/&?x-id=\w+&?/, ''))).toEqual([
    'uploadId=left',
    'versionId=new',
    'versionId=null',
    'versionId=marker',
  ]);
  expect(new Set(sent('DELETE').map(({ url }) => url.split('?')[0]))).toEqual(
    new Set([`/documents/${object}`]),
  );
});

it.each([
  [404, 'NoSuchBucket', 'GET', 'The bucket "documents" of STORAGE_URL does not exist.'],
  [403, 'AccessDenied', 'GET', 'The credentials of S3 may not use the bucket "documents" of STORAGE_URL.'],
  [301, 'PermanentRedirect', 'GET', 'is in another region; set S3_REGION.'],
  [403, 'AccessDenied', 'PUT', 'A document cannot be stored in and removed from the bucket "documents"'],
  [400, 'InvalidRequest', 'PUT', 'with S3_ENCRYPTION=AES256 (InvalidRequest).'],
  [403, 'AccessDenied', 'DELETE', 'stored in and removed from'],
])('is not usable after %d %s to a %s, with one sentence', async (status, code, method, sentence) => {
  s3.intercept = fail(status, code, (req) => req.method === method);
  await expect(store.assertUsable()).rejects.toMatchObject({
    isStartError: true,
    message: expect.stringContaining(sentence) as string,
  });
});

it('is not usable while S3 cannot be reached', async () => {
  s3.intercept = (req) => (req.socket.destroy(), true);
  await expect(store.assertUsable()).rejects.toThrow(
    /^The bucket "documents" of STORAGE_URL cannot be reached at http:\/\/127\.0\.0\.1:\d+ \(\w+\)\.$/,
  );
});
