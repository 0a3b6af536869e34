import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { encryptionHeaders } from './s3-client';

/** Larger files are sent in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024;

interface LocalFile {
  path: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** Sends a file with its SHA-256, which S3 checks for the whole or each part. The object appears when it is complete. */
export async function putFile(
  client: S3Client,
  at: { Bucket: string; Key: string },
  { path, size, sha256 }: LocalFile,
): Promise<void> {
  const input = {
    ...at,
    ContentType: 'application/octet-stream',
    // Of the whole file: S3 keeps only checksums of parts.
    Metadata: { sha256 },
    ...encryptionHeaders(),
  };
  if (size <= PART_BYTES) {
    const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
    await client.send(new PutObjectCommand({ ...input, Body: await readFile(path), ChecksumSHA256 }));
  } else
    await new Upload({
      client,
      params: { ...input, Body: Readable.from(checked(path, sha256)), ChecksumAlgorithm: 'SHA256' },
      partSize: PART_BYTES,
      queueSize: 1,
    }).done();
}

/** Fails before the last part is sent if the bytes have changed. */
async function* checked(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error('The staged bytes have changed');
}
