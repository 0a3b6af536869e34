import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, orgId, tenantPolicies } from './columns';
import { patients } from './patients';

/**
 * A copy of each patient's identifiers as rows, for lookup by (system, value) and unique constraints on identifying
 * types.
 */
export const patientIdentifiers = pgTable(
  'patient_identifiers',
  {
    orgId: orgId(),
    patientId: uuid('patient_id').notNull(),
    system: text('system').notNull(),
    value: text('value').notNull(),
    type: text('type').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'patient_identifiers_pkey',
      columns: [table.orgId, table.patientId, table.system, table.value],
    }),
    foreignKey({
      name: 'patient_identifiers_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    uniqueIndex('patient_identifiers_unique')
      .on(table.orgId, table.system, table.value)
      .where(sql`type in ('mrn', 'national_id', 'lab')`),
    index('patient_identifiers_value').on(table.orgId, table.system, table.value),
    ...tenantPolicies('patient_identifiers'),
    eraserPolicy('patient_identifiers'),
  ],
);
