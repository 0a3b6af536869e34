import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditFilter } from '../../data-types/audit-filter';
import { instant, orgId, tenantPolicies } from './columns';

/** Filters of the audit log that a user saved under a name. */
export const auditFilters = pgTable(
  'audit_filters',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<AuditFilter>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_filters_pkey', columns: [table.orgId, table.userId, table.name] }),
    ...tenantPolicies('audit_filters'),
  ],
);
