import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies, workerPolicy, xid8 } from './columns';

/** How far the audit of an organization has been sent to the syslog server, and the lease of the process that sends it. */
export const auditStreams = pgTable(
  'audit_streams',
  {
    orgId: orgId(),
    /** The last row sent, in (txid, id) order. */
    lastTxid: xid8('last_txid').notNull(),
    lastId: uuid('last_id').notNull(),
    /** Null before the first row was sent. */
    sentAt: instant('sent_at'),
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
  },
  (table) => [
    primaryKey({ name: 'audit_streams_pkey', columns: [table.orgId] }),
    ...tenantPolicies('audit_streams'),
    workerPolicy('audit_streams'),
  ],
);
