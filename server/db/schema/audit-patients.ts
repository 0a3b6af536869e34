import { sql } from 'drizzle-orm';
import { pgPolicy, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { clinicalApp, currentOrg, orgId } from './columns';

/**
 * Index of `audit_events.patient_ids` by patient, written by the same statement. An index on the array would not be
 * used: row-level security lets only leakproof operators use an index (decision 0013). Not sealed; it can be rebuilt
 * from the sealed rows.
 */
export const auditPatients = pgTable(
  'audit_patients',
  {
    orgId: orgId(),
    patientId: uuid('patient_id').notNull(),
    /** A UUIDv7, so it sorts by the time of the event. */
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
