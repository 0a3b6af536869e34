import { foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, eraserPolicy, orgId, tenantPolicies, workerPolicy } from './columns';
import { inboundMessages } from './inbound-messages';

/**
 * The received bytes, unchanged. A separate table, because the worker reads the messages of all organizations and must
 * not read these: it deletes them after their period. Only the beginning is stored of a message that was too large; a duplicate has no row.
 */
export const inboundMessageBytes = pgTable(
  'inbound_message_bytes',
  {
    orgId: orgId(),
    messageId: uuid('message_id').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [
    primaryKey({ name: 'inbound_message_bytes_pkey', columns: [table.orgId, table.messageId] }),
    foreignKey({
      name: 'inbound_message_bytes_message',
      columns: [table.orgId, table.messageId],
      foreignColumns: [inboundMessages.orgId, inboundMessages.id],
    }),
    ...tenantPolicies('inbound_message_bytes'),
    eraserPolicy('inbound_message_bytes'),
    workerPolicy('inbound_message_bytes'),
  ],
);
