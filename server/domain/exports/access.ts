import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ExportResource } from '../../data-types/export-codes';
import { dataExports, exportFiles } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notFound, pathId, showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { assertAllowed, type Operation } from '../../shared/perform';
import { NOTHING_BEFORE } from '../../shared/positions';
import type { Scope } from '../../shared/scopes';
import { listEventsInput } from '../events/contract';
import type { Export } from './contract';

export type ExportRow = typeof dataExports.$inferSelect;
export type FileRow = typeof exportFiles.$inferSelect;

export const SCOPE_OF: Readonly<Record<ExportResource, Scope>> = {
  patients: 'patients:read',
  lab_orders: 'labs:read',
  lab_results: 'labs:read',
  documents: 'documents:read',
};

/** An application that acts for a user copies the whole organization only for an administrator. */
export const USE = {
  scope: [...new Set(Object.values(SCOPE_OF))],
  role: 'admin',
} as const satisfies Partial<Operation<unknown>>;

/** @throws DomainError `insufficient_scope` unless all of them may be read */
export function assertMayRead(ctx: Context, resources: readonly ExportResource[]): void {
  for (const resource of resources) assertAllowed(ctx, { scope: SCOPE_OF[resource] });
}

/** @throws DomainError `not_found` */
export async function findExport(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ExportRow> {
  const query = tx
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.orgId, ctx.actor.orgId), eq(dataExports.id, pathId('export', id))));
  const [row] = options.lock ? await query.for('update') : await query;
  if (!row) throw notFound();
  return row;
}

/** The files can no longer be read from this time on, whenever the sweep removes them. */
export const statusAt = ({ status, expiresAt }: ExportRow, now = new Date()): ExportRow['status'] =>
  status === 'completed' && expiresAt! <= now ? 'expired' : status;

export const nameOf = ({ resource, part }: Pick<FileRow, 'resource' | 'part'>): string =>
  `${resource}-${part}`;

/** Presents exports with the files of those that are completed. */
export async function presentExports(tx: Tx, ctx: Context, rows: readonly ExportRow[]): Promise<Export[]> {
  const completed = rows.filter((row) => statusAt(row) === 'completed').map(({ id }) => id);
  const files =
    completed.length === 0
      ? []
      : await tx
          .select()
          .from(exportFiles)
          .where(and(eq(exportFiles.orgId, ctx.actor.orgId), inArray(exportFiles.exportId, completed)))
          .orderBy(asc(exportFiles.id));
  return rows.map((row) =>
    presentExport(
      ctx,
      row,
      files.filter(({ exportId }) => exportId === row.id),
    ),
  );
}

function presentExport(ctx: Context, row: ExportRow, files: readonly FileRow[]): Export {
  const id = showId('export', row.id);
  return {
    id,
    object: 'export',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    resources: row.resources,
    updated_since: row.updatedSince?.toISOString() ?? null,
    status: statusAt(row),
    failure_reason: row.failureReason,
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    row_count: row.rowCount,
    events_cursor: row.position && eventsCursor(ctx, row.position),
    files: files.map((file) => ({
      name: nameOf(file),
      resource: file.resource,
      row_count: file.rowCount,
      size: file.size,
      sha256: file.sha256,
      href: `/v1/exports/${id}/files/${nameOf(file)}`,
    })),
  };
}

/** Continues the list of events at the position. */
function eventsCursor(ctx: Context, position: string): string | null {
  const page = openPage<never>(ctx, 'events', listEventsInput.parse({ sort: 'position' }));
  return page.close(
    [],
    () => [],
    (row) => row,
    { stay: [position, NOTHING_BEFORE] },
  ).next_cursor;
}
