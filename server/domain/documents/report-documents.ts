import { Readable } from 'node:stream';
import { and, eq, inArray } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { storage } from '../../storage/index';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import type { DocumentRow } from './access';
import { detectContentType, type DetectedType } from './detect-content-type';
import { documentEvent } from './document-event';
import { earlierCopy } from './earlier-copy';
import { cleanFileName, nameToSave } from './file-name';
import { placeBytes } from './place-bytes';
import { receivedState } from './received-state';

/**
 * Files inside a report become documents in the transaction that files the report. Their bytes are placed before it
 * starts.
 */
export interface ReportFile {
  /** Position in the message; distinguishes the files of a report. */
  place: string;
  bytes: Buffer;
  title: string;
  /** Type declared by the message, such as `text/html`. */
  declaredType: string | null;
}

export interface PlacedFile {
  id: string;
  place: string;
  title: string;
  storageKey: string;
  size: number;
  sha256: string;
  detected: DetectedType;
  /** Call once a row in the transaction refers to the file. */
  named: () => void;
}

/** Larger files do not fit into a message. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Skips files of unsupported types, which remain in the message.
 * @param write commits or throws; a file that it does not reference is removed
 */
export async function withPlacedFiles<T>(
  ctx: Context,
  files: readonly ReportFile[],
  write: (placed: PlacedFile[]) => Promise<T>,
): Promise<T> {
  const { orgId } = ctx.actor;
  const place = async (rest: readonly ReportFile[], placed: PlacedFile[]): Promise<T> => {
    const [file, ...others] = rest;
    if (!file) return write(placed);
    const staged = await storage().stage(Readable.from([file.bytes]), { maxBytes: MAX_BYTES });
    try {
      const detected = await detectContentType(staged, file);
      if (!detected) return await place(others, placed);
      const { size, sha256 } = staged;
      const id = newId();
      return await placeBytes(staged, { orgId, id }, (storageKey, named) =>
        place(others, [
          ...placed,
          { id, place: file.place, title: file.title, storageKey, size, sha256, detected, named },
        ]),
      );
    } finally {
      await storage().discard(staged);
    }
  };
  return place(files, []);
}

/** Documents of a report (UUID) by their bytes, to recognize files that the next version sends again. */
export async function documentsOfReport(
  tx: Tx,
  ctx: Context,
  resultId: string,
  sha256: string[],
): Promise<Map<string, string>> {
  if (sha256.length === 0) return new Map();
  const rows = await tx
    .select({ id: documents.id, sha256: documents.sha256 })
    .from(documents)
    .where(
      and(
        eq(documents.orgId, ctx.actor.orgId),
        eq(documents.resultId, resultId),
        inArray(documents.sha256, sha256),
      ),
    );
  return new Map(rows.map((row) => [row.sha256, row.id]));
}

export interface ReportDocument {
  /** UUIDs */
  patientId: string;
  addressedPatientId: string | null;
  resultId: string;
  orderId: string | null;
  /** ISO date */
  documentDate: string | null;
  author: string;
}

/** Files a file of a report. The caller has locked the report and its patient. */
export async function fileReportDocument(
  tx: Tx,
  ctx: Context,
  file: PlacedFile,
  filing: ReportDocument,
): Promise<void> {
  await insertPlacedFile(tx, ctx, file, { ...filing, category: 'lab_report' });
}

type Columns = Pick<typeof documents.$inferInsert, 'patientId' | 'category'> &
  Partial<typeof documents.$inferInsert>;

/** Creates the document of a placed file, with its events. */
export async function insertPlacedFile(
  tx: Tx,
  ctx: Context,
  file: PlacedFile,
  columns: Columns,
): Promise<DocumentRow> {
  const { orgId } = ctx.actor;
  const { id, storageKey, size, sha256, detected } = file;
  const now = idTime(id);
  const state = receivedState(now);
  const readable = state.status === 'available';
  const [row] = await tx
    .insert(documents)
    .values({
      orgId,
      id,
      createdAt: now,
      updatedAt: databaseTime,
      createdBy: actorName(ctx.actor),
      title: file.title.slice(0, 200),
      fileName: nameToSave(cleanFileName(file.title.replaceAll(/[/\\]/g, '-')), detected.contentType),
      ...columns,
      contentType: detected.contentType,
      size,
      sha256,
      storageKey,
      encrypted: detected.encrypted,
      lacksEnd: detected.lacksEnd,
      ...state,
      duplicateOf: await earlierCopy(tx, { orgId, patientId: columns.patientId, sha256 }),
      sequence: readable ? 2 : 1,
    })
    .returning();
  await emit(tx, ctx, documentEvent(row!, { type: 'document.created', sequence: 1 }));
  if (readable) await emit(tx, ctx, documentEvent(row!, { type: 'document.available', sequence: 2 }));
  file.named();
  return row!;
}
