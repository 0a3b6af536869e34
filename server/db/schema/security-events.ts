import { sql } from 'drizzle-orm';
import { index, integer, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clinicalApp, currentOrg, instant, workerPolicy } from './columns';

/** `user_id` of events without a known user. */
export const NO_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Failed authentication without a known organization, counted per minute, address (for IPv6, its /64 network), code and
 * user, so that an attacker cannot fill the disk. An organization reads those about its members.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    minute: instant('minute').notNull(),
    ip: text('ip').notNull(),
    code: text('code').notNull(),
    transport: text('transport').notNull(),
    count: integer('count').notNull(),
    lastRequestId: text('last_request_id').notNull(),
    /** The account that was named. Others may have sent the request. */
    userId: uuid('user_id')
      .notNull()
      .default(sql`'00000000-0000-0000-0000-000000000000'`),
  },
  (table) => {
    // Counting happens before an organization is known.
    const visible = sql`${currentOrg} is null or user_id in (select m.user_id from memberships m where m.org_id = ${currentOrg})`;
    return [
      primaryKey({
        name: 'security_events_pkey',
        columns: [table.minute, table.ip, table.code, table.transport, table.userId],
      }),
      index('security_events_user')
        .on(table.userId, table.minute)
        .where(sql`user_id <> '00000000-0000-0000-0000-000000000000'`),
      pgPolicy('security_events_select', { for: 'select', to: clinicalApp, using: visible }),
      pgPolicy('security_events_insert', {
        for: 'insert',
        to: clinicalApp,
        withCheck: sql`${currentOrg} is null`,
      }),
      pgPolicy('security_events_update', {
        for: 'update',
        to: clinicalApp,
        using: sql`${currentOrg} is null`,
        withCheck: sql`${currentOrg} is null`,
      }),
      workerPolicy('security_events'),
    ];
  },
);
