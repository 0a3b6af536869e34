import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Refusals with no known organisation (no or bad credential, failed sign-in), counted per minute, address (of IPv6:
 * its /64 network) and code: bounded by construction, so that an attacker cannot fill the disk with it.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    minute: instant('minute').notNull(),
    ip: text('ip').notNull(),
    code: text('code').notNull(),
    door: text('door').notNull(),
    count: integer('count').notNull(),
    lastRequestId: text('last_request_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'security_events_pkey', columns: [table.minute, table.ip, table.code, table.door] }),
  ],
);
