import type { IncomingMessage } from 'node:http';
import { newId } from '../../shared/ids';
import { invalidInput } from '../../shared/validation';
import type { Context } from '../../shared/context';
import { readDeclaredType } from '../../domain/documents/declared-type';
import { DomainError } from '../../errors/domain-error';
import { storeUploadInput, type StoreUploadInput, type Upload } from '../../domain/documents/upload-contract';
import { assertMayUpload, storeUpload, type ReceivedFile } from '../../domain/documents/store-upload';
import { env } from '../../env';
import { maxFileBytes } from '../../domain/documents/upload-limits';
import { storage, type Staged } from '../../storage/index';
import { parseJsonBody } from '../rest/json-body';
import { recheckedAfter } from '../slow-body';
import { readMultipart } from './multipart';

type Received = Pick<ReceivedFile, 'fileName' | 'declaredType'> & { staged: Staged };

/**
 * Streams a file into the holding area and hashes it on the way. The patient is checked before the file is read, and no
 * transaction is open meanwhile.
 * @param recheck throws if the session has ended during the upload
 * @throws DomainError those of `readMultipart` and `storeUpload`; ClientGone if the client closed the connection
 */
export async function receiveUpload(
  req: IncomingMessage,
  ctx: Context,
  recheck: () => Promise<void>,
): Promise<Upload> {
  if (new URL(req.url ?? '/', env.PUBLIC_URL).search !== '')
    throw new DomainError('unknown_parameter', 'A query parameter does not exist.');
  const id = newId();
  const read = () =>
    readMultipart<StoreUploadInput, Received>(req, {
      maxBytes: maxFileBytes(),
      metadata: async (json) => {
        const input = readInput(json);
        await assertMayUpload(ctx, input.patient_id);
        return input;
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
  const { staged, ...facts } = file;
  const { patient_id: patientId, sha256 } = metadata;
  return storeUpload(ctx, staged, { ...facts, id, patientId, sha256: sha256 ?? null });
}

function readInput(json: Buffer): StoreUploadInput {
  const value = parseJsonBody(json);
  const parsed = storeUploadInput.safeParse(value);
  if (!parsed.success)
    throw invalidInput(parsed.error.issues, {
      at: 'body',
      pathParameters: [],
      readOnly: new Set<string>(),
      value,
    });
  return parsed.data;
}
