import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { orgId, tenantPolicies } from './columns';

/** Numbers given out per organisation: MRNs and order numbers. */
export const orgCounters = pgTable(
  'org_counters',
  { orgId: orgId(), name: text('name').notNull(), value: bigint('value', { mode: 'number' }).notNull() },
  (table) => [primaryKey({ name: 'org_counters_pkey', columns: [table.orgId, table.name] }), ...tenantPolicies('org_counters')],
);
