import { sql } from 'drizzle-orm';
import { index, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clinicalApp, clinicalWorker, currentOrg, instant, orgId, xid8 } from './columns';

/**
 * One row per read, write, list, download or denied request, written in the transaction of the operation. The app may
 * only insert and select; the sealer builds a hash chain over committed rows in (txid, id) order. Partitioned by month.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    txid: xid8('txid')
      .notNull()
      .default(sql`generation_txid()`),
    at: instant('at').notNull(),
    /** `usr_…`, `key_…`, `app_…`, `lab_…` or `system`. */
    actor: text('actor').notNull(),
    transport: text('transport', { enum: ['v1', 'portal', 'oauth', 'intake', 'admin', 'system'] }).notNull(),
    /** The operation's name, as in its file and procedure: `get_patient`. */
    action: text('action').notNull(),
    kind: text('kind', { enum: ['read', 'write', 'list', 'download', 'auth'] }).notNull(),
    outcome: text('outcome', { enum: ['allowed', 'refused', 'failed'] }).notNull(),
    code: text('code'),
    objectKind: text('object_kind'),
    objectId: uuid('object_id'),
    /** Every patient whose data was returned, changed or requested. */
    patientIds: uuid('patient_ids').array().notNull().default([]),
    requestId: text('request_id').notNull(),
    ip: text('ip'),
    /** Field names and counts; never values. */
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ name: 'audit_events_pkey', columns: [table.orgId, table.txid, table.id] }),
    index('audit_events_time').on(table.orgId, table.id),
    // The access log of a patient. Only the worker role can use it: with a policy that filters rows, PostgreSQL uses no
    // index on an array (decision 0013).
    index('audit_events_patients')
      .using('gin', table.patientIds)
      // kB. Each search reads all entries that are not merged into the index yet.
      .with({ gin_pending_list_limit: 256 })
      .where(sql`patient_ids <> '{}'`),
    // The list without reads, which are most of the rows.
    index('audit_events_acts')
      .on(table.orgId, table.id)
      .where(sql`kind not in ('read', 'list') or outcome <> 'allowed'`),
    pgPolicy('audit_events_select', { for: 'select', to: clinicalApp, using: sql`org_id = ${currentOrg}` }),
    // The clock of a process may differ from that of the database by a month; `audit_id_floor` relies on it.
    pgPolicy('audit_events_insert', {
      for: 'insert',
      to: clinicalApp,
      withCheck: sql`org_id = ${currentOrg} and at between now() - interval '31 days' and now() + interval '31 days'`,
    }),
    pgPolicy('audit_events_update', {
      for: 'update',
      to: clinicalApp,
      using: sql`false`,
      withCheck: sql`false`,
    }),
    pgPolicy('audit_events_delete', { for: 'delete', to: clinicalApp, using: sql`false` }),
    // The sealer reads committed rows of all organizations; the worker has no other grant here.
    pgPolicy('audit_events_worker', { for: 'select', to: clinicalWorker, using: sql`true` }),
  ],
);
