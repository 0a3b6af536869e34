import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, orgId, tenantPolicies, tokenText } from './columns';
import { patients } from './patients';

/**
 * Search index: one row per normalized part of a name, MRN, identifier, phone number (reversed, because users search by
 * its end) or email address. Collation "C" makes a prefix search an index range; under row-level security LIKE would
 * scan.
 */
export const patientTokens = pgTable(
  'patient_tokens',
  {
    orgId: orgId(),
    token: tokenText('token').notNull(),
    kind: text('kind', { enum: ['name', 'mrn', 'identifier', 'phone', 'email'] }).notNull(),
    patientId: uuid('patient_id').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'patient_tokens_pkey',
      columns: [table.orgId, table.token, table.kind, table.patientId],
    }),
    foreignKey({
      name: 'patient_tokens_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    index('patient_tokens_patient_idx').on(table.orgId, table.patientId),
    ...tenantPolicies('patient_tokens'),
    eraserPolicy('patient_tokens'),
  ],
);
