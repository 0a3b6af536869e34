import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Failed authentication without a known organization, counted per minute, address (for IPv6, its /64 network) and code,
 * so that an attacker cannot fill the disk.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    minute: instant('minute').notNull(),
    ip: text('ip').notNull(),
    code: text('code').notNull(),
    transport: text('door').notNull(),
    count: integer('count').notNull(),
    lastRequestId: text('last_request_id').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'security_events_pkey',
      columns: [table.minute, table.ip, table.code, table.transport],
    }),
  ],
);
