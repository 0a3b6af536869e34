import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { addressedConstraints } from './addressed';
import { addressedPatientId, eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { patients } from './patients';

/** Tests pinned to the top of a patient's chart, for all users of the organization. */
export const pinnedTests = pgTable(
  'pinned_tests',
  {
    orgId: orgId(),
    patientId: uuid('patient_id').notNull(),
    addressedPatientId: addressedPatientId(),
    /** As in `lab_observations`: LOINC, or the laboratory's code. */
    testKey: text('test_key').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `usr_…` */
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ name: 'pinned_tests_pkey', columns: [table.orgId, table.patientId, table.testKey] }),
    foreignKey({
      name: 'pinned_tests_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    ...addressedConstraints('pinned_tests', table),
    ...tenantPolicies('pinned_tests'),
    eraserPolicy('pinned_tests'),
  ],
);
