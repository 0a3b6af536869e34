import { S3Client, type ServerSideEncryption } from '@aws-sdk/client-s3';
import { count } from '../counts';
import { env } from '../env';
import { isDomainError } from '../errors/domain-error';
import { logThrottled } from '../log-throttled';
import { traced } from '../tracing';
import { storageFull, unavailable } from './local-errors';

/** The bucket of `STORAGE_URL`, the client for it, and its errors as errors of the service. */

export interface Bucket {
  name: string;
  /** Of all keys: empty, or ends with a slash. */
  prefix: string;
}

/** @param url as validated by `env.ts`: `s3://bucket/prefix` */
export function readBucket(url: string): Bucket {
  const { hostname, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  return { name: hostname, prefix: prefix === '' ? '' : `${prefix}/` };
}

export const encryptionHeaders = (): { ServerSideEncryption?: ServerSideEncryption; SSEKMSKeyId?: string } =>
  env.S3_ENCRYPTION === 'none'
    ? {}
    : {
        ServerSideEncryption: env.S3_ENCRYPTION,
        ...(env.S3_KMS_KEY_ID === undefined ? {} : { SSEKMSKeyId: env.S3_KMS_KEY_ID }),
      };

export function s3Client(): S3Client {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const client = new S3Client({
    region: env.S3_REGION,
    forcePathStyle: env.S3_PATH_STYLE,
    ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
    // Otherwise those of the machine: role of the instance or pod, `AWS_…` variables, shared files.
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Our requests carry SHA-256; other servers than that of AWS reject the default, a CRC in a trailer.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout: 20_000,
      httpAgent: { maxSockets: 64 },
      httpsAgent: { maxSockets: 64 },
    },
  });
  client.middlewareStack.add(
    (next, { commandName = 'request' }) =>
      (given) =>
        traced(`S3 ${commandName.replace(/Command$/, '')}`, 'client', () => next(given)),
    { step: 'initialize', name: 'trace' },
  );
  return client;
}

interface S3Error {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The code of S3, or of the connection; never the message, which may contain a key. */
export const s3Code = (error: unknown): string => {
  const { code, name } = (error ?? {}) as S3Error;
  return code ?? name ?? 'unknown';
};

export const s3Status = (error: unknown): number | undefined =>
  ((error ?? {}) as S3Error).$metadata?.httpStatusCode;

export const isUnsupported = (error: unknown): boolean =>
  s3Status(error) === 501 || ['NotImplemented', 'MethodNotAllowed'].includes(s3Code(error));

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']);

/** An absent object is an error with the code `ENOENT`, as on a disk. */
export function s3Error(error: unknown): unknown {
  if (isDomainError(error)) return error;
  const code = s3Code(error);
  if (s3Status(error) === 404 && ['NotFound', 'NoSuchKey'].includes(code))
    return Object.assign(new Error('The object does not exist.', { cause: error }), { code: 'ENOENT' });
  const isFull = FULL.has(code) || s3Status(error) === 507;
  count('clinical_storage_errors_total', [isFull ? 'full' : 'unwritable']);
  logThrottled(
    'error',
    isFull ? 'the document store has no space left' : 'the document store cannot be reached',
    { code },
  );
  return isFull ? storageFull(error) : unavailable(error);
}
