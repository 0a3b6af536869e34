import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies, workerPolicy, xid8 } from './columns';

/**
 * Outbox: an event is written in the transaction of its change. `body` is the exact text sent (IDs, type and time
 * only), so that every delivery attempt is byte-identical.
 */
export const events = pgTable(
  'events',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    txid: xid8('txid')
      .notNull()
      .default(sql`generation_txid()`),
    type: text('type').notNull(),
    objectKind: text('object_kind').notNull(),
    objectId: uuid('object_id').notNull(),
    sequence: integer('sequence').notNull(),
    body: text('body').notNull(),
    previous: jsonb('previous'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'events_pkey', columns: [table.orgId, table.id] }),
    index('events_position').on(table.orgId, table.txid, table.id),
    index('events_type').on(table.orgId, table.type, table.txid, table.id),
    index('events_object').on(table.orgId, table.objectId, table.sequence),
    ...tenantPolicies('events'),
    eraserPolicy('events'),
    workerPolicy('events'),
  ],
);
