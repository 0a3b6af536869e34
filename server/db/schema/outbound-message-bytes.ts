import { foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { outboundMessages } from './outbound-messages';

/** The bytes of a message to a laboratory, without framing, and of the last answer. No row if it cannot be written. */
export const outboundMessageBytes = pgTable(
  'outbound_message_bytes',
  {
    orgId: orgId(),
    messageId: uuid('message_id').notNull(),
    bytes: bytes('bytes').notNull(),
    answer: bytes('answer'),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    primaryKey({ name: 'outbound_message_bytes_pkey', columns: [table.orgId, table.messageId] }),
    foreignKey({
      name: 'outbound_message_bytes_message',
      columns: [table.orgId, table.messageId],
      foreignColumns: [outboundMessages.orgId, outboundMessages.id],
    }),
    ...tenantPolicies('outbound_message_bytes'),
    eraserPolicy('outbound_message_bytes'),
    workerPolicy('outbound_message_bytes'),
  ],
);
