import { and, eq, sql } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { storage, type Staged } from '../../storage/index';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { cleanFileName } from './file-name';
import { checkBytes } from './check-bytes';
import { placeBytes } from './place-bytes';
import { DomainError } from '../../errors/domain-error';
import { idTime, newId } from '../../shared/ids';
import { chartColumns, requireActiveChart, type ChartColumns } from '../patients/access';
import { OWN, presentUpload, waiting } from './upload-access';
import type { Upload } from './upload-contract';
import { MOST_UPLOADS, UPLOAD_KEPT_MS } from './upload-limits';

const STORE: Operation<Upload> = { action: 'hold_upload', kind: 'write', ...OWN };

export interface ReceivedFile {
  /** From the start of the upload, so that lists keep the order in which several files were chosen. */
  id?: string;
  /** `pat_…` */
  patientId: string;
  fileName: string;
  declaredType: string | null;
  /** SHA-256 of the sender's file; null if the sender cannot compute it. */
  sha256: string | null;
}

/**
 * Checks that the file may be uploaded before any byte is read.
 * @throws DomainError `insufficient_scope`, `forbidden`, `patient_not_found`, `patient_not_active`, `limit_reached`
 */
export async function assertMayUpload(ctx: Context, patientId: string): Promise<void> {
  assertAllowed(ctx, STORE);
  await withTenant(ctx.actor.orgId, (tx) => requirePlace(tx, ctx, patientId));
}

/**
 * Stores staged bytes as an upload of the user. The staged file is removed in every case.
 * @throws DomainError `file_empty`, `checksum_mismatch`, `unsupported_file_type`, `storage_full`, and those of
 * `assertMayUpload`
 */
export async function storeUpload(ctx: Context, staged: Staged, file: ReceivedFile): Promise<Upload> {
  const { orgId } = ctx.actor;
  try {
    const { id = newId(), declaredType, fileName, sha256 } = file;
    const detected = await checkBytes(staged, { declaredType, fileName, sha256, pointer: '/file' });
    return await placeBytes(staged, { orgId, id }, (storageKey, named) =>
      perform(ctx, STORE, async (tx) => {
        const chart = await requirePlace(tx, ctx, file.patientId);
        const { patientId } = chart;
        const createdAt = idTime(id);
        const [row] = await tx
          .insert(uploads)
          .values({
            orgId,
            id,
            userId: ctx.actor.id!,
            ...chart,
            createdAt,
            storageKey,
            expiresAt: new Date(createdAt.getTime() + UPLOAD_KEPT_MS),
            fileName: cleanFileName(file.fileName),
            contentType: detected.contentType,
            encrypted: detected.encrypted,
            lacksEnd: detected.lacksEnd,
            declaredContentType: declaredType,
            size: staged.size,
            sha256: staged.sha256,
          })
          .returning();
        named();
        return {
          output: presentUpload(row!),
          audit: {
            objectKind: 'upload',
            objectId: id,
            patientIds: [patientId],
            detail: { size: staged.size },
          },
        };
      }),
    );
  } finally {
    await storage().discard(staged);
  }
}

/** The chart stays locked against deletion and merging until the transaction ends. */
async function requirePlace(tx: Tx, ctx: Context, patientId: string): Promise<ChartColumns> {
  const chart = await requireActiveChart(tx, ctx, patientId);
  const [open] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(uploads)
    .where(and(eq(uploads.orgId, ctx.actor.orgId), eq(uploads.userId, ctx.actor.id!), waiting()));
  if ((open?.count ?? 0) >= MOST_UPLOADS)
    throw new DomainError(
      'limit_reached',
      `You have ${MOST_UPLOADS} unfiled files. File or remove some of them first.`,
    );
  return chartColumns(chart);
}
