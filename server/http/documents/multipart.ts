import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { DomainError, isDomainError } from '../../domain/errors';
import { announcedLength, assertUnencoded, ClientGone } from '../rest/read-body';
import { malformed, partError, readPartHeaders, type PartHeaders, type RawHeaders } from './part-headers';

/**
 * Streaming reader of `multipart/form-data` with exactly two parts: `metadata` (JSON), then `file`. Built on the
 * parser inside busboy, because busboy itself drops parts that it dislikes in silence and says `text/plain` for parts
 * that declare nothing. Nothing is held in memory but the metadata; the file waits until the metadata is judged.
 */

const MAX_BOUNDARY = 70; // RFC 2046, section 5.1.1
const MAX_METADATA = 64 * 1024;
/** Room for the metadata, boundaries and headers beside the file. */
export const ENVELOPE_BYTES = MAX_METADATA + 16 * 1024;
const PARSER_LIMITS = { maxHeaderPairs: 16, maxHeaderSize: 12 * 1024 };

export interface FilePart {
  fileName: string | null;
  declaredType: string | null;
  bytes: Readable;
}

export interface Receiver<Metadata, File> {
  maxBytes: number;
  /** Judges the metadata; the file is not read before it resolves. */
  metadata: (json: Buffer) => Promise<Metadata>;
  file: (part: FilePart, metadata: Metadata) => Promise<File>;
  /** Undoes `file` when the rest of the body turns out to be wrong. */
  drop: (file: File) => Promise<void>;
}

/** @throws DomainError `unsupported_media_type`, `invalid_request`, `payload_too_large`, `validation_failed`; ClientGone */
export async function readMultipart<Metadata, File>(
  req: IncomingMessage,
  receiver: Receiver<Metadata, File>,
): Promise<{ metadata: Metadata; file: File }> {
  assertUnencoded(req);
  const boundary = readBoundary(req);
  if (announcedLength(req) > receiver.maxBytes + ENVELOPE_BYTES) throw tooLarge(receiver.maxBytes);
  const parser = new Dicer({ boundary, ...PARSER_LIMITS });
  let metadata: Promise<Metadata> | undefined;
  let file: Promise<File> | undefined;
  let current: Readable | undefined;
  let headed = true;

  const finished = new Promise<void>((resolve, reject) => {
    let parsed = false;
    let failed = false;
    const fail = (error: unknown) => {
      if (failed) return;
      failed = true;
      req.unpipe(parser);
      req.pause();
      current?.destroy(error as Error);
      parser.destroy();
      reject(error as Error);
    };
    const settle = () => parsed && req.readableEnded && resolve();
    // Whoever reads a part and refuses it also breaks its stream: the reader's reason counts, not the broken stream.
    const broken = () => {
      const reader: Promise<unknown> = file ?? metadata ?? Promise.reject(malformed());
      reader.then(
        () => fail(malformed()),
        (error: unknown) => fail(isDomainError(error) ? error : malformed()),
      );
    };

    function take(headers: PartHeaders, part: Readable): void {
      if (headers.name === 'metadata' && !metadata) metadata = collect(part).then(receiver.metadata);
      else if (headers.name === 'file' && !metadata)
        throw partError('metadata', 'required', 'must come before the file');
      else if (headers.name === 'file' && !file) {
        file = metadata!.then((facts) =>
          receiver.file(
            { fileName: headers.fileName, declaredType: headers.contentType, bytes: part },
            facts,
          ),
        );
      } else
        throw partError(
          '',
          'unknown_field',
          'must have the parts metadata and file, once each, and no others',
        );
      (file ?? metadata)!.catch(fail);
    }

    parser.on('part', (part: Readable) => {
      // A part without listeners would end the process when the body stops inside it.
      part.on('error', () => broken());
      if (!headed) return fail(malformed());
      headed = false;
      current = part;
      part.on('header', (headers: object) => {
        headed = true;
        if (failed) return;
        try {
          take(readPartHeaders(headers as RawHeaders), part);
        } catch (error) {
          fail(error);
        }
      });
    });
    parser.on('error', () => fail(malformed()));
    parser.on('finish', () => {
      if (!headed) return fail(malformed());
      parsed = true;
      // The pipe has ended with the closing boundary; the rest of the body is read to its end and thrown away.
      setImmediate(() => failed || req.resume());
      settle();
    });
    let received = 0;
    req.on('data', (chunk: Buffer) => {
      if ((received += chunk.length) > receiver.maxBytes + ENVELOPE_BYTES) fail(tooLarge(receiver.maxBytes));
    });
    // A closing boundary is not the end: what follows it must end as well before the upload counts as whole.
    req.once('end', () => setImmediate(settle));
    req.once('error', () => fail(new ClientGone()));
    req.once('close', () => req.complete || fail(new ClientGone()));
    if (req.destroyed) return fail(new ClientGone());
    req.pipe(parser);
  });

  try {
    await finished;
    if (!metadata) throw partError('metadata', 'required', 'is required');
    const facts = await (metadata as Promise<Metadata>);
    if (!file) throw partError('file', 'required', 'is required');
    return { metadata: facts, file: await (file as Promise<File>) };
  } catch (error) {
    const left = await (file as Promise<File> | undefined)?.catch(() => undefined);
    if (left !== undefined) await receiver.drop(left);
    throw error;
  }
}

function readBoundary(req: IncomingMessage): string {
  const header = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(header))
    throw new DomainError('unsupported_media_type', 'The body must be sent as multipart/form-data.');
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))\s*(?:;|$)/i.exec(header);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  // A long boundary makes the search of the parser slow.
  if (boundary === '' || boundary.length > MAX_BOUNDARY || /[^\x20-\x7e]/.test(boundary)) {
    throw new DomainError(
      'invalid_request',
      `The Content-Type must name a boundary of 1 to ${MAX_BOUNDARY} characters.`,
    );
  }
  return boundary;
}

async function collect(part: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    if ((size += chunk.length) > MAX_METADATA)
      throw partError('metadata', 'too_long', `must have at most ${MAX_METADATA} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (maxBytes: number) =>
  new DomainError('payload_too_large', `The file is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
