import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies } from './columns';

/** Who covers whose results during an absence. */
export const delegations = pgTable(
  'delegations',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    delegateId: uuid('delegate_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by'),
  },
  (table) => [
    primaryKey({ name: 'delegations_pkey', columns: [table.orgId, table.id] }),
    index('delegations_person').on(table.orgId, table.userId),
    index('delegations_delegate').on(table.orgId, table.delegateId),
    ...tenantPolicies('delegations'),
  ],
);
