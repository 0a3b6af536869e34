import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';

/** Unsaved form input from an ended session, encrypted with `ENCRYPTION_KEYS` and returned only to its author. */
export const drafts = pgTable(
  'drafts',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    /** The form's path, such as `/patients/new`. */
    form: text('form').notNull(),
    content: text('content').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'drafts_pkey', columns: [table.orgId, table.userId, table.form] }),
    ...tenantPolicies('drafts'),
    eraserPolicy('drafts'),
    workerPolicy('drafts'),
  ],
);
