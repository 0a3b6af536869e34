import { Readable } from 'node:stream';
import { withTenant, type Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { storage, type StoredFile } from '../../storage/index';
import type { Staged } from '../../storage/storage';
import { detectContentType, type DetectedType } from '../documents/detect-content-type';
import type { Download } from '../documents/download-document';
import { cleanFileName, nameToSave } from '../documents/file-name';
import type { ReportFile } from '../documents/report-documents';
import { assertClean } from '../documents/scan-on-opening';
import { findInboundDocument, mayOpen, READ, type InboundDocumentRow } from './access';
import { filesOf, readInboundMdm } from './read-document';

const OPEN: Operation<Download> = { action: 'open_inbound_file', kind: 'download', ...READ };

/**
 * Opens a file of an unmatched document, so that a user can identify its patient. Once filed, it is opened in the chart, by
 * the rules of the chart. As with documents, nothing is read before the malware scan.
 * @param part position among the parts of the document, from 0
 * @throws DomainError `not_found`, `invalid_state` (filed, withdrawn, or unreadable; type not accepted; malware),
 * `unavailable`
 */
export async function openInboundFile(
  ctx: Context,
  { id, part }: { id: string; part: number },
): Promise<Download> {
  assertAllowed(ctx, OPEN);
  const file = await withTenant(ctx.actor.orgId, async (tx) => {
    const row = await findUnfiled(tx, ctx, id);
    const { mdm } = await readInboundMdm(tx, ctx, row.messageId);
    return filesOf(mdm.documents[row.position]!)[part];
  });
  if (!file) throw notFound();
  const { detected, sha256 } = await check(file, id);
  return perform(ctx, OPEN, async (tx) => {
    // Decided during the scan.
    const row = await findUnfiled(tx, ctx, id);
    const { contentType } = detected;
    const fileName = nameToSave(cleanFileName(file.title.replaceAll(/[/\\]/g, '-')), contentType);
    const document = { id: row.id, object: 'inbound_document' as const, fileName, contentType, sha256 };
    return {
      output: { document: { ...document, size: file.bytes.length }, file: inMemory(file.bytes) },
      audit: {
        objectKind: 'inbound_document',
        objectId: row.id,
        patientIds: row.patientId ? [row.patientId] : [],
      },
    };
  });
}

async function findUnfiled(tx: Tx, ctx: Context, id: string): Promise<InboundDocumentRow> {
  const { row } = await findInboundDocument(tx, ctx, id);
  if (!mayOpen(row))
    throw new DomainError(
      'invalid_state',
      row.state === 'filed'
        ? 'The document was filed. Open it in the chart.'
        : 'The files of this document cannot be opened.',
    );
  return row;
}

function check(file: ReportFile, id: string): Promise<{ detected: DetectedType; sha256: string }> {
  return withStaged(file, async (staged) => {
    const detected = await detectContentType(staged, file);
    if (!detected)
      throw new DomainError('invalid_state', 'Files of this type are not accepted and cannot be opened.');
    await assertClean((scan) => scan(staged.path), { inbound_document: id });
    return { detected, sha256: staged.sha256 };
  });
}

/** The type with which it would be opened; null if it is not accepted. */
export const acceptedType = (file: ReportFile): Promise<string | null> =>
  withStaged(file, async (staged) => (await detectContentType(staged, file))?.contentType ?? null);

async function withStaged<T>(file: ReportFile, work: (staged: Staged) => Promise<T>): Promise<T> {
  const staged = await storage().stage(Readable.from([file.bytes]), { maxBytes: file.bytes.length });
  try {
    return await work(staged);
  } finally {
    await storage().discard(staged);
  }
}

/** A file of a message is at most as large as the message. */
const inMemory = (bytes: Buffer): StoredFile => ({
  size: bytes.length,
  stream: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  close: () => Promise.resolve(),
});
