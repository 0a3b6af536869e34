import { createServer, type Server } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isClientGone } from '../../../server/http/files/client-gone';
import { readMultipart } from '../../../server/http/files/multipart';
import { drainUnread } from '../../../server/http/drain-unread';
import { sendProblem } from '../../../server/http/send-problem';
import { DomainError, isDomainError } from '../../../server/errors/domain-error';
import { diskStorage } from '../../../server/storage/disk-storage';
import type { Staged } from '../../../server/storage/storage';

/** A node:http server with the multipart reader and disk storage, and raw sockets as clients. */
interface Upload {
  metadata: unknown;
  fileName: string | null;
  declaredType: string | null;
  staged: Staged;
}

export interface TestUploads {
  port: number;
  uploads: Upload[];
  /** Requests that ended without a response: the sender left, or an internal error. */
  gone: number;
  faults: unknown[];
  /** Resolves when no request is in progress. */
  idle(): Promise<void>;
  files(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startUploads(
  options: { maxBytes?: number; check?: (metadata: unknown) => Promise<void> } = {},
): Promise<TestUploads> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'uploads-'));
  const store = diskStorage(root);
  let running = 0;
  const server: Server = createServer((req, res) => {
    running++;
    void readMultipart(req, {
      maxBytes: options.maxBytes ?? 1_000_000,
      metadata: async (json) => {
        const metadata = JSON.parse(json.toString()) as unknown;
        await options.check?.(metadata);
        return metadata;
      },
      file: async (part) => ({
        fileName: part.fileName,
        declaredType: part.declaredType,
        staged: await store.stage(part.bytes, { maxBytes: options.maxBytes ?? 1_000_000 }),
      }),
      drop: ({ staged }) => store.discard(staged),
    })
      .then(({ metadata, file }) => {
        tested.uploads.push({ metadata, ...file });
        res.writeHead(201, { 'Content-Length': 64 }).end(file.staged.sha256);
      })
      .catch((error: unknown) => {
        if (isClientGone(error)) tested.gone++;
        else {
          if (!isDomainError(error)) tested.faults.push(error);
          res.once('finish', () => drainUnread(req));
          sendProblem(
            res,
            isDomainError(error) ? error : new DomainError('internal_error', 'fault'),
            'req_test',
          );
        }
      })
      .finally(() => running--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tested: TestUploads = {
    port: (server.address() as AddressInfo).port,
    uploads: [],
    gone: 0,
    faults: [],
    idle: async () => {
      while (running > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    files: async () => (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.part')),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true });
    },
  };
  return tested;
}

export interface RawAnswer {
  status: number;
  text: string;
  json: { code?: string; max_bytes?: number; errors?: { pointer?: string; code?: string }[] };
}

/** Sends raw bytes; resolves when the server has responded or closed the connection. */
export function sendRaw(
  port: number,
  chunks: Iterable<Buffer | string>,
  options: { destroyAfter?: boolean } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    const done = () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      resolve({
        status,
        text,
        json: body.startsWith('{')
          ? (JSON.parse(body.slice(0, body.lastIndexOf('}') + 1)) as RawAnswer['json'])
          : {},
      });
    };
    socket.on('error', () => undefined);
    socket.on('close', done);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Infinity);
      if (head !== -1 && text.length >= head + 4 + length) socket.destroy();
    });
    const iterator = chunks[Symbol.iterator]();
    const next = (): void => {
      const { value, done: over } = iterator.next();
      if (over) return void (options.destroyAfter && setTimeout(() => socket.destroy(), 20));
      if (socket.destroyed) return;
      socket.write(value, () => setImmediate(next));
    };
    socket.on('connect', next);
  });
}

export const BOUNDARY = 'test-boundary';

export const head = (headers: Record<string, string | number>) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

export const multipartType = (boundary = BOUNDARY) => `multipart/form-data; boundary=${boundary}`;

export const request = (
  body: Buffer | string,
  boundary = BOUNDARY,
  headers: Record<string, string | number> = {},
) =>
  Buffer.concat([
    Buffer.from(
      head({
        'Content-Type': multipartType(boundary),
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      }),
    ),
    Buffer.from(body),
  ]);

export const part = (disposition: string, content: Buffer | string, headers = '', boundary = BOUNDARY) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);

export const end = (boundary = BOUNDARY) => Buffer.from(`--${boundary}--\r\n`);

export const metadataPart = part('name="metadata"', '{"a":1}');

export const upload = (
  content: Buffer | string,
  disposition = 'name="file"; filename="a.txt"',
  headers = '',
) => Buffer.concat([metadataPart, part(disposition, content, headers), end()]);
