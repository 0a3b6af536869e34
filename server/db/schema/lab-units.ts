import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies } from './columns';
import { labConnections } from './lab-connections';

export const labUnits = pgTable(
  'lab_units',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    /** As received. */
    unit: text('unit').notNull(),
    ucum: text('ucum').notNull(),
    mappedBy: text('mapped_by').notNull(),
    mappedAt: instant('mapped_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_units_pkey', columns: [table.orgId, table.connectionId, table.unit] }),
    foreignKey({
      name: 'lab_units_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    ...tenantPolicies('lab_units'),
  ],
);
