import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ACCESS_REASONS } from '../../data-types/restriction-codes';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { patients } from './patients';

/** A user's access to a restricted chart: why it was opened, and until when it stays open. */
export const chartAccesses = pgTable(
  'chart_accesses',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    patientId: uuid('patient_id').notNull(),
    userId: uuid('user_id').notNull(),
    reason: text('reason', { enum: ACCESS_REASONS }).notNull(),
    note: text('note').notNull(),
    openedAt: instant('opened_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'chart_accesses_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'chart_accesses_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    index('chart_accesses_user').on(table.orgId, table.userId, table.patientId, table.expiresAt),
    index('chart_accesses_of_patient').on(table.orgId, table.patientId, table.id),
    ...tenantPolicies('chart_accesses'),
    eraserPolicy('chart_accesses'),
  ],
);
