import { sql } from 'drizzle-orm';
import { boolean, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { clinicalApp, currentOrg, currentUser, instant, workerPolicy } from './columns';

/**
 * An organisation is the tenant. A sandbox is a second organisation linked to the live one by `sandbox_of`.
 * Visible: the current one, one asked for by slug (operator's tool), those the signed-in person belongs to.
 */
export const organisations = pgTable(
  'organisations',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    sandboxOf: uuid('sandbox_of'),
    demo: boolean('demo').notNull().default(false),
    /** IANA name; clinical times are shown in it. */
    timeZone: text('time_zone').notNull().default('UTC'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('organisations_slug').on(table.slug),
    pgPolicy('organisations_select', {
      for: 'select',
      to: clinicalApp,
      using: sql`id = ${currentOrg} or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organisations.id and m.user_id = ${currentUser})`,
    }),
    pgPolicy('organisations_insert', { for: 'insert', to: clinicalApp, withCheck: sql`id = ${currentOrg}` }),
    pgPolicy('organisations_update', {
      for: 'update',
      to: clinicalApp,
      using: sql`id = ${currentOrg}`,
      withCheck: sql`id = ${currentOrg}`,
    }),
    workerPolicy('organisations'),
  ],
);
