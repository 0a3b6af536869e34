import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Env } from '../../server/env';

/**
 * An S3 server with one empty bucket, `documents`. A test may answer or break a request before the server sees it.
 */
export interface S3Server {
  settings: Pick<
    Env,
    | 'STORAGE_URL'
    | 'S3_ENDPOINT'
    | 'S3_PATH_STYLE'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
    | 'S3_ENCRYPTION'
  >;
  /** Method, path and headers of each request. */
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  /** Returns true if it has answered. */
  intercept: ((req: IncomingMessage, res: ServerResponse) => boolean) | null;
  stop(): Promise<void>;
}

/** Settings of a real server as JSON, set by `npm run audit:storage`. */
export const REAL_S3 = 'TEST_REAL_S3';

export async function startS3(bucket = 'documents'): Promise<S3Server> {
  const real = process.env[REAL_S3];
  if (real !== undefined) {
    const settings = JSON.parse(real) as S3Server['settings'];
    const STORAGE_URL = `${settings.STORAGE_URL}/${randomUUID()}`;
    return {
      settings: { ...settings, STORAGE_URL },
      requests: [],
      intercept: null,
      stop: () => Promise.resolve(),
    };
  }
  const directory = await mkdtemp(path.join(os.tmpdir(), 's3-'));
  const s3 = new S3rver({
    directory,
    silent: true,
    // It computes the signature of a path that ends with a slash differently from the SDK and from AWS.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await s3.configureBuckets();
  const handle = s3.callback();
  const made: S3Server = {
    settings: {
      STORAGE_URL: `s3://${bucket}/clinic`,
      S3_ENDPOINT: '',
      S3_PATH_STYLE: true,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_ENCRYPTION: 'AES256',
    },
    requests: [],
    intercept: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
  const server: Server = createServer((req, res) => {
    made.requests.push({ method: req.method!, url: req.url!, headers: req.headers });
    if (!made.intercept?.(req, res)) handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.settings.S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return made;
}
