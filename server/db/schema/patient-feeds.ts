import { foreignKey, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { labConnections } from './lab-connections';
import { patients } from './patients';

/** What a hospital feed sent last for a field: `at` as an ISO instant, `hash` of the value. */
export interface FedField {
  at: string;
  hash: string;
}

/** The newest data that a hospital feed sent about a patient: older messages never overwrite it. */
export const patientFeeds = pgTable(
  'patient_feeds',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    /** Time of the newest applied message. */
    newestAt: instant('newest_at').notNull(),
    fields: jsonb('fields').$type<Record<string, FedField>>().notNull().default({}),
  },
  (table) => [
    primaryKey({
      name: 'patient_feeds_pkey',
      columns: [table.orgId, table.connectionId, table.patientId],
    }),
    foreignKey({
      name: 'patient_feeds_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    foreignKey({
      name: 'patient_feeds_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    ...tenantPolicies('patient_feeds'),
    eraserPolicy('patient_feeds'),
  ],
);
