import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies } from './columns';
import { labConnections } from './lab-connections';
import { memberships } from './memberships';

/**
 * Ordering clinicians by their number on a connection (OBR-16). A row is inserted when a report first names one; it is
 * unmapped until a user reviews it.
 */
export const labProviders = pgTable(
  'lab_providers',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** XCN.1 as received. */
    number: text('number').notNull(),
    /** XCN.9 as received; '' if absent. */
    authority: text('authority').notNull().default(''),
    name: text('name'),
    /** Null with `mapped_at` set: not a user of this organization. */
    userId: uuid('user_id'),
    mappedBy: text('mapped_by'),
    mappedAt: instant('mapped_at'),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Number of reports. */
    count: integer('count').notNull().default(1),
  },
  (table) => [
    primaryKey({ name: 'lab_providers_pkey', columns: [table.orgId, table.id] }),
    uniqueIndex('lab_providers_number').on(table.orgId, table.connectionId, table.number, table.authority),
    index('lab_providers_unmapped')
      .on(table.orgId, table.id)
      .where(sql`mapped_at is null`),
    foreignKey({
      name: 'lab_providers_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    foreignKey({
      name: 'lab_providers_member',
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }),
    ...tenantPolicies('lab_providers'),
  ],
);
