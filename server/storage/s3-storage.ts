import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { env } from '../env';
import { StartError } from '../errors/start-error';
import { isUnsupported, readBucket, s3Client, s3Code, s3Error, s3Status } from './s3-client';
import { putFile } from './s3-put';
import { localStaging } from './staging';
import {
  isStorageKey,
  readStorageKey,
  storageKey,
  type ByteRange,
  type Staged,
  type Storage,
} from './storage';

/** Files or parts in memory at once. */
const LANES = 8;

/**
 * Stores documents as objects of a bucket: `<prefix><organization>/<xx>/<file>`. S3 checks the SHA-256 of each object or
 * part before it stores it, and shows no object before it is complete.
 * @param url `STORAGE_URL`
 * @param stagedFolder on the local disk
 */
export function s3Storage(url: string, stagedFolder: string): Storage {
  const { name: Bucket, prefix } = readBucket(url);
  const client = s3Client();
  const staging = localStaging(stagedFolder);
  const inTurn = lanes(LANES);

  const objectKey = (key: string): string => {
    readStorageKey(key);
    return prefix + key;
  };

  const put = (Key: string, file: Pick<Staged, 'path' | 'size' | 'sha256'>) =>
    putFile(client, { Bucket, Key }, file);

  /** With a versioned bucket, a plain deletion would keep the bytes as an older version. */
  async function removeObject(Key: string): Promise<void> {
    const versions = await versionsOf(Key);
    if (versions.length === 0) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    for (const VersionId of versions) await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
  }

  async function versionsOf(Key: string): Promise<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    let next: { KeyMarker?: string; VersionIdMarker?: string } | null = {};
    while (next) {
      const page: ListObjectVersionsCommandOutput | null = await client
        .send(new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...next }))
        .catch(unlessUnsupported);
      for (const one of [...(page?.Versions ?? []), ...(page?.DeleteMarkers ?? [])])
        if (one.Key === Key) found.push(one.VersionId);
      next = page?.IsTruncated
        ? { KeyMarker: page.NextKeyMarker!, VersionIdMarker: page.NextVersionIdMarker! }
        : null;
    }
    return found;
  }

  /** Parts of an upload that a crash interrupted. */
  async function abortParts(Key: string): Promise<void> {
    const page = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
      .catch(unlessUnsupported);
    for (const { Key: found, UploadId } of page?.Uploads ?? [])
      if (found === Key) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }

  async function* read(Key: string, tag: string | undefined, range?: ByteRange): AsyncGenerator<Buffer> {
    try {
      const got = await client.send(
        new GetObjectCommand({
          Bucket,
          Key,
          ...(tag === undefined ? {} : { IfMatch: tag }),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        }),
      );
      yield* got.Body as Readable as AsyncIterable<Buffer>;
    } catch (error) {
      throw s3Error(error);
    }
  }

  const head = (key: string) =>
    client.send(new HeadObjectCommand({ Bucket, Key: objectKey(key) })).catch((error: unknown) => {
      throw s3Error(error);
    });

  return {
    ...staging,

    async commit(staged, orgId, fileId) {
      const key = storageKey(orgId, fileId);
      try {
        await inTurn(() => put(objectKey(key), staged));
      } catch (error) {
        throw s3Error(error);
      }
      await staging.discard(staged);
      return key;
    },

    async open(key) {
      const { ContentLength: size = 0, ETag: tag } = await head(key);
      return {
        size,
        stream: (range) => Readable.from(read(objectKey(key), tag, range), { objectMode: false }),
        close: () => Promise.resolve(),
      };
    },

    async size(key) {
      return (await head(key)).ContentLength ?? 0;
    },

    async withLocalFile(key, use) {
      const file = await this.open(key);
      const staged = await staging.stage(file.stream() as AsyncIterable<Buffer>, { maxBytes: file.size });
      try {
        return await use(staged.path);
      } finally {
        await staging.discard(staged);
      }
    },

    async remove(key) {
      const Key = objectKey(key);
      try {
        await abortParts(Key);
        await removeObject(Key);
      } catch (error) {
        throw s3Error(error);
      }
    },

    async assertUsable() {
      const problem = await staging.problem();
      if (problem) throw new StartError(`The folder for incoming documents below DATA_DIR ${problem}.`);
      await client
        .send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}writable/` }))
        .catch((error: unknown) => {
          throw new StartError(accessProblem(Bucket, error), { cause: error });
        });
      const file = await staging.stage(Readable.from([Buffer.from('a')]), { maxBytes: 1 });
      try {
        const Key = `${prefix}writable/${randomUUID()}`;
        await put(Key, file);
        await removeObject(Key);
      } catch (error) {
        throw new StartError(writeProblem(Bucket, error), { cause: error });
      } finally {
        await staging.discard(file);
      }
    },

    async *files(orgId) {
      const Prefix = prefix + (orgId === undefined ? '' : `${orgId}/`);
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
          for (const { Key } of page.Contents ?? []) {
            const key = Key?.slice(prefix.length) ?? '';
            if (isStorageKey(key)) yield key;
          }
      } catch (error) {
        throw s3Error(error);
      }
    },
  };
}

function unlessUnsupported(error: unknown): null {
  if (isUnsupported(error)) return null;
  throw error;
}

/** Work in each lane waits for the one before it. */
function lanes(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const last: Promise<unknown>[] = Array.from({ length: most }, () => Promise.resolve());
  let turn = 0;
  return (work) => {
    const lane = turn++ % most;
    const done = last[lane]!.then(work);
    last[lane] = done.catch(() => undefined);
    return done;
  };
}

function accessProblem(bucket: string, error: unknown): string {
  const status = s3Status(error);
  if (status === 404) return `The bucket "${bucket}" of STORAGE_URL does not exist.`;
  if (status === 403 || status === 401)
    return `The credentials of S3 may not use the bucket "${bucket}" of STORAGE_URL.`;
  if (status === 301) return `The bucket "${bucket}" of STORAGE_URL is in another region; set S3_REGION.`;
  return `The bucket "${bucket}" of STORAGE_URL cannot be reached at ${env.S3_ENDPOINT ?? env.S3_REGION} (${s3Code(error)}).`;
}

const writeProblem = (bucket: string, error: unknown): string =>
  `A document cannot be stored in and removed from the bucket "${bucket}" of STORAGE_URL with S3_ENCRYPTION=${env.S3_ENCRYPTION} (${s3Code(error)}).`;
