import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies, workerPolicy } from './columns';

/** What a person had typed when the session ended; encrypted with `ENCRYPTION_KEYS`, given back to that person alone. */
export const drafts = pgTable(
  'drafts',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    /** The form, by its address: `/patients/new`. */
    form: text('form').notNull(),
    content: text('content').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'drafts_pkey', columns: [table.orgId, table.userId, table.form] }),
    ...tenantPolicies('drafts'),
    workerPolicy('drafts'),
  ],
);
