import { createHash } from 'node:crypto';
import { isDomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { storage } from '../../storage/index';
import type { DocumentRow } from '../documents/access';
import { nameToSave } from '../documents/file-name';
import { lossOf, noteLostContent } from '../documents/lost-content';
import type { ZipEntry } from './zip';

/** The bytes of the documents below `files/`. What is not in the file is named in the index. */
export interface ExportedFile {
  document: DocumentRow;
  path: string;
  isIncluded: boolean;
  /** Why the file is not there, or not to be trusted. */
  problem: string | null;
}

const MOST_LETTERS = 100;
// Reserved by Windows, and what would leave the folder.
const UNSAFE = /[<>:"/\\|?*\p{Cc}]/gu;

/** Numbered, so that equal names differ. */
function fileNameIn(
  position: number,
  { fileName, contentType }: Pick<DocumentRow, 'fileName' | 'contentType'>,
): string {
  const name = nameToSave(fileName, contentType).replace(UNSAFE, '_');
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, MOST_LETTERS).join('');
  return `${String(position).padStart(3, '0')}-${stem.trim()}${ending}`;
}

const WITHHELD: Readonly<Partial<Record<DocumentRow['status'], string>>> = {
  pending_upload: 'The file was announced, but not received.',
  processing: 'The file is being scanned for malware.',
  quarantined: 'The file contains malware and is not handed out.',
  failed: 'The file was not received in full.',
};

const problemOf = ({ status, fileRemovedAt }: DocumentRow): string | null =>
  fileRemovedAt ? 'The file contained malware and was removed.' : (WITHHELD[status] ?? null);

export const filesOf = (documents: readonly DocumentRow[]): ExportedFile[] =>
  documents.map((document, at) => ({
    document,
    path: `files/${fileNameIn(at + 1, document)}`,
    isIncluded: false,
    problem: problemOf(document),
  }));

/** Notes in `problem` what is missing. */
export async function* fileEntries(ctx: Context, files: readonly ExportedFile[]): AsyncGenerator<ZipEntry> {
  for (const file of files) {
    const { document, path } = file;
    if (file.problem !== null || document.storageKey === null) continue;
    const stored = await storage()
      .open(document.storageKey)
      .catch((error: unknown) => {
        // The storage could not be asked: an export without the file would be wrong.
        if (isDomainError(error)) throw error;
        noteLostContent(ctx, document, lossOf(error), error);
        file.problem = 'The file is missing in the storage.';
      });
    if (!stored) continue;
    file.isIncluded = true;
    yield { path, modifiedAt: document.createdAt, content: checked(ctx, file, stored.stream()) };
  }
}

async function* checked(
  ctx: Context,
  file: ExportedFile,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') === file.document.sha256) return;
  noteLostContent(ctx, file.document, 'altered');
  file.problem = 'The file differs from the one that was received.';
}
