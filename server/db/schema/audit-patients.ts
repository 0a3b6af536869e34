import { sql } from 'drizzle-orm';
import { pgPolicy, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { clinicalApp, currentOrg, orgId } from './columns';

/**
 * Which acts of the audit concern a patient: `audit_events.patient_ids` by patient, written by the same statement. An
 * index of the array would not be used: below the policies Postgres asks no operator that could tell of other rows
 * (decision 0013). Not sealed; it can be made again from the sealed rows.
 */
export const auditPatients = pgTable(
  'audit_patients',
  {
    orgId: orgId(),
    patientId: uuid('patient_id').notNull(),
    /** Carries the time of the act, and so the order. */
    auditId: uuid('audit_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_patients_pkey', columns: [table.orgId, table.patientId, table.auditId] }),
    pgPolicy('audit_patients_select', { for: 'select', to: clinicalApp, using: sql`org_id = ${currentOrg}` }),
    pgPolicy('audit_patients_insert', {
      for: 'insert',
      to: clinicalApp,
      withCheck: sql`org_id = ${currentOrg}`,
    }),
    pgPolicy('audit_patients_update', {
      for: 'update',
      to: clinicalApp,
      using: sql`false`,
      withCheck: sql`false`,
    }),
    pgPolicy('audit_patients_delete', { for: 'delete', to: clinicalApp, using: sql`false` }),
  ],
);
