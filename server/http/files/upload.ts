import type { IncomingMessage } from 'node:http';
import { invalidInput } from '../../shared/validation';
import type { Context } from '../../shared/context';
import {
  document,
  documentMetadata,
  type Document,
  type DocumentMetadata,
} from '../../domain/documents/contract';
import { readDeclaredType } from '../../domain/documents/declared-type';
import { assertFiling, storeDocument, type NewDocument } from '../../domain/documents/store-document';
import { DomainError } from '../../errors/domain-error';
import { env } from '../../env';
import { maxFileBytes } from '../../domain/documents/upload-limits';
import { storage, type Staged } from '../../storage/index';
import { idempotencyOf } from '../rest/conditional';
import { parseJsonBody } from '../rest/json-body';
import { recheckedAfter } from '../slow-body';
import { readMultipart } from './multipart';

/**
 * `multipart/form-data`, streamed to disk while hashing. The handler has checked credential and scope. The
 * patient is checked before the file is read, and no transaction is open meanwhile.
 */

interface Received {
  staged: Staged;
  fileName: string;
  declaredType: string | null;
}

/**
 * @param recheck throws if the credential has ended during the upload
 * @throws DomainError those of `readMultipart` and `storeDocument`; ClientGone if the client closed the connection. The
 * request may not be fully read then; the listener drains it.
 */
export async function receiveMultipart(
  req: IncomingMessage,
  ctx: Context,
  recheck: () => Promise<void>,
): Promise<Document> {
  const { pathname, search } = new URL(req.url ?? '/', env.PUBLIC_URL);
  if (search !== '') throw new DomainError('unknown_parameter', 'A query parameter does not exist.');
  const asked = idempotencyOf(req, pathname, null);
  const read = () =>
    readMultipart<DocumentMetadata, Received>(req, {
      maxBytes: maxFileBytes(),
      metadata: async (json) => {
        const facts = readMetadata(json);
        await assertFiling(ctx, facts, asked);
        return facts;
      },
      file: async (part) => {
        const declaredType = readDeclaredType(part.declaredType, '/file');
        const staged = await storage().stage(part.bytes, { maxBytes: maxFileBytes() });
        return { staged, fileName: part.fileName ?? '', declaredType };
      },
      drop: ({ staged }) => storage().discard(staged),
    });
  const { metadata, file } = await recheckedAfter(read, recheck, (whole) =>
    storage().discard(whole.file.staged),
  );
  const { sha256, ...facts } = metadata;
  const { staged, fileName, declaredType } = file;
  const idempotency = idempotencyOf(req, pathname, { metadata, file: staged.sha256 });
  if (idempotency) ctx.idempotency = idempotency;
  const upload: NewDocument = { facts, fileName, declaredType, sha256: sha256 ?? null, pointer: '/file' };
  // Restores the member order of the contract: a replayed response has the order of the database.
  return document.parse(await storeDocument(ctx, staged, upload));
}

/** Members of responses that uploads may not contain. */
const READ_ONLY = new Set(Object.keys(document.shape).filter((name) => !(name in documentMetadata.shape)));

function readMetadata(json: Buffer): DocumentMetadata {
  const value = parseJsonBody(json);
  const parsed = documentMetadata.safeParse(value);
  if (!parsed.success)
    throw invalidInput(parsed.error.issues, { at: 'body', pathParameters: [], readOnly: READ_ONLY, value });
  return parsed.data;
}
