import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../errors/domain-error';
import { announcedLength, assertUnencoded, ClientGone } from '../rest/read-body';
import { partError, readPartHeaders } from './part-headers';
import { PartReader } from './part-reader';

/**
 * Streaming reader of `multipart/form-data` with exactly two parts: `metadata` (JSON), then `file`. Existing parsers
 * silently drop what they do not accept: parts, headers beyond a limit, everything after a boundary inside a file. Only
 * the metadata is held in memory; the file is read after the metadata is checked.
 */

const MAX_BOUNDARY = 70; // RFC 2046, section 5.1.1
const MAX_METADATA = 64 * 1024;
/** Space for the metadata, boundaries and headers, in addition to the file. */
const ENVELOPE_BYTES = MAX_METADATA + 16 * 1024;

interface FilePart {
  fileName: string | null;
  declaredType: string | null;
  bytes: AsyncIterable<Buffer>;
}

export interface Receiver<Metadata, File> {
  maxBytes: number;
  /** Checks the metadata; the file is not read before it resolves. */
  metadata: (json: Buffer) => Promise<Metadata>;
  /** Reads the whole file, or throws. */
  file: (part: FilePart, metadata: Metadata) => Promise<File>;
  /** Undoes `file` if the rest of the body is invalid. */
  drop: (file: File) => Promise<void>;
}

/** @throws DomainError `unsupported_media_type`, `invalid_request`, `payload_too_large`, `validation_failed`; ClientGone */
export async function readMultipart<Metadata, File>(
  req: IncomingMessage,
  receiver: Receiver<Metadata, File>,
): Promise<{ metadata: Metadata; file: File }> {
  assertUnencoded(req);
  const boundary = readBoundary(req);
  const limit = receiver.maxBytes + ENVELOPE_BYTES;
  if (announcedLength(req) > limit) throw tooLarge(receiver.maxBytes);
  // An error must leave the connection open, or the response could not be sent.
  const body = req.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let received = 0;
  const next = async (): Promise<Buffer | null> => {
    const { value, done } = await body.next().catch(() => {
      throw new ClientGone();
    });
    if (done) return null;
    if ((received += value.length) > limit) throw tooLarge(receiver.maxBytes);
    return value;
  };
  try {
    return await readParts(new PartReader(boundary, next), receiver);
  } finally {
    await body.return?.();
  }
}

async function readParts<Metadata, File>(
  parts: PartReader,
  receiver: Receiver<Metadata, File>,
): Promise<{ metadata: Metadata; file: File }> {
  await parts.begin();
  const first = await nextPart(parts);
  if (!first) throw partError('metadata', 'required', 'is required');
  if (first.name === 'file') throw partError('metadata', 'required', 'must come before the file');
  if (first.name !== 'metadata') throw unknownPart();
  const metadata = await receiver.metadata(await collect(parts.content()));
  const second = await nextPart(parts);
  if (!second) throw partError('file', 'required', 'is required');
  if (second.name !== 'file') throw unknownPart();
  const { fileName, contentType } = second;
  const file = await receiver.file({ fileName, declaredType: contentType, bytes: parts.content() }, metadata);
  try {
    if (await nextPart(parts)) throw unknownPart();
    // The upload is complete only when the rest after the last boundary has ended too.
    await parts.end();
  } catch (error) {
    await receiver.drop(file);
    throw error;
  }
  return { metadata, file };
}

async function nextPart(parts: PartReader) {
  const headers = await parts.headers();
  return headers === null ? null : readPartHeaders(headers);
}

const unknownPart = () => partError('', 'unknown_field', 'must have exactly the parts metadata and file');

function readBoundary(req: IncomingMessage): string {
  const header = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(header))
    throw new DomainError('unsupported_media_type', 'The body must be sent as multipart/form-data.');
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))\s*(?:;|$)/i.exec(header);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  // Another parser could use the second of two boundaries. A long one makes the search slow.
  const named = header.match(/;\s*boundary\s*=/gi)?.length ?? 0;
  if (named !== 1 || boundary === '' || boundary.length > MAX_BOUNDARY || /[^\x20-\x7e]/.test(boundary)) {
    throw new DomainError(
      'invalid_request',
      `The Content-Type must have one boundary of 1 to ${MAX_BOUNDARY} characters.`,
    );
  }
  return boundary;
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    if ((size += chunk.length) > MAX_METADATA)
      throw partError('metadata', 'too_long', `must have at most ${MAX_METADATA} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (maxBytes: number) =>
  new DomainError('payload_too_large', `The file is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
