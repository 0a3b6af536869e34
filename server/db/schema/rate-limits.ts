import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies, workerPolicy } from './columns';

/**
 * Usage per credential in the current rate-limit window, shared by all processes. UNLOGGED (see `grants.ts`): after a
 * database crash all limits are full again.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    orgId: orgId(),
    /** `key_…`, `usr_…`, or the UUID of a webhook for its outgoing requests. */
    subject: text('subject').notNull(),
    policy: text('policy').notNull(),
    windowStartedAt: instant('window_started_at').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [
    primaryKey({ name: 'rate_limits_pkey', columns: [table.orgId, table.subject, table.policy] }),
    index('rate_limits_age').on(table.windowStartedAt),
    ...tenantPolicies('rate_limits'),
    workerPolicy('rate_limits'),
  ],
);
