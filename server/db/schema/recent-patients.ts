import { foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { patients } from './patients';

/** When a user last opened a patient's chart; the start of their patient list. */
export const recentPatients = pgTable(
  'recent_patients',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'recent_patients_pkey', columns: [table.orgId, table.userId, table.patientId] }),
    foreignKey({
      name: 'recent_patients_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    index('recent_patients_opened').on(table.orgId, table.userId, table.openedAt),
    ...tenantPolicies('recent_patients'),
    eraserPolicy('recent_patients'),
  ],
);
