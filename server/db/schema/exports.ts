import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { EXPORT_FAILURES, EXPORT_RESOURCES, EXPORT_STATUSES } from '../../data-types/export-codes';
import { eraserPolicy, instant, orgId, resourceColumns, tenantPolicies, workerPolicy, xid8 } from './columns';

/** Exports of an organization's records, and the queue of those in progress. */
export const dataExports = pgTable(
  'exports',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    /** The application that acted for the user in `created_by`. */
    appId: uuid('app_id'),
    /** Of the request, for the audit rows of its files. */
    requestId: text('request_id').notNull(),
    resources: text('resources', { enum: EXPORT_RESOURCES }).array().notNull(),
    updatedSince: instant('updated_since'),
    status: text('status', { enum: EXPORT_STATUSES }).notNull(),
    /** When the next file is due, or the lease of a worker ends; null unless in progress. */
    dueAt: instant('due_at'),
    /** Failed attempts since the last file. */
    attempts: integer('attempts').notNull().default(0),
    startedAt: instant('started_at'),
    /** The horizon of the events at the start. */
    position: xid8('position'),
    rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
    completedAt: instant('completed_at'),
    /** Of the files. Also set when the export ends without them. */
    expiresAt: instant('expires_at'),
    failureReason: text('failure_reason', { enum: EXPORT_FAILURES }),
  },
  (table) => [
    primaryKey({ name: 'exports_pkey', columns: [table.orgId, table.id] }),
    index('exports_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('exports_expiry')
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
    ...tenantPolicies('exports'),
    eraserPolicy('exports'),
    workerPolicy('exports'),
  ],
);

/** Finished files. The primary key makes one of two workers that write the same file fail. */
export const exportFiles = pgTable(
  'export_files',
  {
    orgId: orgId(),
    exportId: uuid('export_id').notNull(),
    resource: text('resource', { enum: EXPORT_RESOURCES }).notNull(),
    /** From 1. */
    part: integer('part').notNull(),
    id: uuid('id').notNull(),
    createdAt: instant('created_at').notNull(),
    rowCount: integer('row_count').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Record in the last line, after which the next file continues; null without lines. */
    lastId: uuid('last_id'),
    /** Whether it is the last file of its resource. */
    isLast: boolean('is_last').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'export_files_pkey',
      columns: [table.orgId, table.exportId, table.resource, table.part],
    }),
    foreignKey({
      name: 'export_files_export',
      columns: [table.orgId, table.exportId],
      foreignColumns: [dataExports.orgId, dataExports.id],
    }),
    index('export_files_storage_key').on(table.orgId, table.storageKey),
    ...tenantPolicies('export_files'),
    eraserPolicy('export_files'),
    workerPolicy('export_files'),
  ],
);
