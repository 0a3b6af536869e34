import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { readBucket, s3Client, s3Code, s3Status } from './s3-client';
import { putFile } from './s3-put';

/** Files by name in a bucket, written once. */
export interface Archive {
  put(name: string, file: { path: string; sha256: string }): Promise<void>;
  /** Of the bytes in the bucket, which are read. Null if there is no such file. */
  sha256(name: string): Promise<string | null>;
}

/** @param url `s3://bucket/prefix` */
export function s3Archive(url: string): Archive {
  const { name: Bucket, prefix } = readBucket(url);
  const client = s3Client();
  return {
    async put(name, { path, sha256 }) {
      const { size } = await stat(path);
      await putFile(client, { Bucket, Key: prefix + name }, { path, size, sha256 });
    },

    async sha256(name) {
      const got = await client
        .send(new GetObjectCommand({ Bucket, Key: prefix + name }))
        .catch((error: unknown) => {
          if (s3Status(error) === 404 && s3Code(error) === 'NoSuchKey') return null;
          throw error;
        });
      if (!got) return null;
      const hash = createHash('sha256');
      for await (const chunk of got.Body as Readable as AsyncIterable<Buffer>) hash.update(chunk);
      return hash.digest('hex');
    },
  };
}
