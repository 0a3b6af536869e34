import { MAX_INLINE_BYTES } from '../../file-sizes';
import { Semaphore } from '../../jobs/semaphore';
import { Readable } from 'node:stream';
import { storage } from '../../storage/index';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import type { DocumentFacts } from './access';
import type { CreateDocumentInput, Document, InlineContent } from './contract';
import { readDeclaredType } from './declared-type';
import { createPendingDocument } from './pending-document';
import { assertFiling, storeDocument } from './store-document';

/**
 * An upload as JSON with base64 holds several copies of the file in memory, so at most four run at once in this
 * process, and few more may queue.
 */
const inlineSlots = new Semaphore(
  4,
  16,
  () =>
    new DomainError('unavailable', 'Too many inline uploads at the same time. Try again.', {
      retry_after: 1,
    }),
);

const POINTER = '/content/data';

/**
 * Creates a document from JSON: with the bytes as base64 (form A), or announced, with an upload URL (form C).
 * @throws DomainError `payload_too_large`, and those of `storeDocument`
 */
export async function createDocument(ctx: Context, input: CreateDocumentInput): Promise<Document> {
  const { content, upload, ...facts } = input;
  if (upload) return createPendingDocument(ctx, facts, upload);
  if (content) return createInlineDocument(ctx, facts, content);
  throw fieldError('/content', 'required', 'is required unless you send upload');
}

async function createInlineDocument(
  ctx: Context,
  facts: DocumentFacts,
  content: InlineContent,
): Promise<Document> {
  const declaredType = readDeclaredType(content.content_type, '/content/content_type');
  await assertFiling(ctx, facts);
  return inlineSlots.run(async () => {
    const bytes = decodeBase64(content.data);
    const staged = await storage().stage(Readable.from([bytes]), { maxBytes: MAX_INLINE_BYTES });
    return storeDocument(ctx, staged, {
      facts,
      fileName: content.file_name,
      declaredType,
      sha256: content.sha256 ?? null,
      pointer: POINTER,
    });
  });
}

/**
 * RFC 4648, section 4, with padding, without line breaks or non-zero spare bits. `Buffer` alone would ignore invalid
 * characters.
 */
function decodeBase64(text: string): Buffer {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (Math.ceil(text.length / 4) * 3 - padding > MAX_INLINE_BYTES) {
    throw new DomainError(
      'payload_too_large',
      `Inline content is limited to ${MAX_INLINE_BYTES} bytes. Send larger files as multipart/form-data.`,
      { max_bytes: MAX_INLINE_BYTES },
    );
  }
  const body = padding === 0 ? text : text.slice(0, -padding);
  if (text.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(body)) throw malformed();
  const bytes = Buffer.from(text, 'base64');
  if (padding > 0 && bytes.subarray(-(3 - padding)).toString('base64') !== text.slice(-4)) throw malformed();
  return bytes;
}

const malformed = () =>
  fieldError(POINTER, 'invalid_format', 'must be base64 (RFC 4648) with padding and without line breaks');
