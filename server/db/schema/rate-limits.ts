import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies, workerPolicy } from './columns';

/**
 * What a credential has used of its limit in the window that runs; shared by all processes. Not logged ahead
 * (UNLOGGED, see `grants.ts`): after a crash of the database everybody starts with a full limit.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    orgId: orgId(),
    /** `key_…`, `usr_…`, or the `uuid` of a webhook for what it is sent. */
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
