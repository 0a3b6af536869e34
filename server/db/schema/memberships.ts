import { sql } from 'drizzle-orm';
import { index, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ROLES } from '../../data-types/role-codes';
import { clinicalApp, currentUser, instant, orgId, tenantPolicies, workerPolicy } from './columns';

/** A user's role in an organization. Users can read their own rows before they choose an organization. */
export const memberships = pgTable(
  'memberships',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by'),
    /** Who took over the open work after the membership ended. */
    successorId: uuid('successor_id'),
  },
  (table) => [
    primaryKey({ name: 'memberships_pkey', columns: [table.orgId, table.userId] }),
    index('memberships_user').on(table.userId),
    ...tenantPolicies('memberships'),
    pgPolicy('memberships_own', { for: 'select', to: clinicalApp, using: sql`user_id = ${currentUser}` }),
    workerPolicy('memberships'),
  ],
);
