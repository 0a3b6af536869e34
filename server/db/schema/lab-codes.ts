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

/**
 * A connection's codes for tests. A row is inserted when an unknown code arrives. One without LOINC is unmapped, unless
 * an administrator marked it as needing no mapping.
 */
export const labCodes = pgTable(
  'lab_codes',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    code: text('code').notNull(),
    /** As received; '' if absent. */
    codeSystem: text('code_system').notNull().default(''),
    name: text('name'),
    loinc: text('loinc'),
    mappedBy: text('mapped_by'),
    mappedAt: instant('mapped_at'),
    /** Null while a LOINC term is set. */
    notNeededBy: text('not_needed_by'),
    notNeededAt: instant('not_needed_at'),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    primaryKey({ name: 'lab_codes_pkey', columns: [table.orgId, table.id] }),
    uniqueIndex('lab_codes_code').on(table.orgId, table.connectionId, table.code, table.codeSystem),
    index('lab_codes_unmapped')
      .on(table.orgId, table.id)
      .where(sql`loinc is null`),
    foreignKey({
      name: 'lab_codes_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    ...tenantPolicies('lab_codes'),
  ],
);
