import { foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, orgId, tenantPolicies } from './columns';
import { inboundMessages } from './inbound-messages';

/**
 * What was sent, byte for byte. A table of its own, because the worker sees messages of all organisations and must not
 * see these. Of what was too large, the beginning; of a duplicate, nothing (the first one has it).
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
  ],
);
