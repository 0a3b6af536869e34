import { sql } from 'drizzle-orm';
import { boolean, integer, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  clientId,
  clinicalApp,
  credentialHash,
  currentOrg,
  currentUser,
  instant,
  workerPolicy,
} from './columns';

/**
 * An organisation is the tenant. A sandbox is a second organisation linked to the live one by `sandbox_of`.
 * Visible: the current one, one asked for by slug (operator's tool), those the signed-in person belongs to, that of the
 * API key, ingest key or client id that is presented, because none of them is good where the organisation is suspended.
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
    /** Minutes without a word after which a portal session ends. */
    idleMinutes: integer('idle_minutes').notNull().default(15),
    /** Who must prove who they are in a second way before they see anything. */
    secondFactor: text('second_factor', { enum: ['optional', 'admins', 'everyone'] })
      .notNull()
      .default('optional'),
    /** Longest life of an API key, in days; null = no limit. */
    keyMaxDays: integer('key_max_days'),
    /** Minutes until everybody is told of a critical result that nobody has signed, and until administrators are. */
    criticalMinutes: integer('critical_minutes').notNull().default(30),
    criticalAlarmMinutes: integer('critical_alarm_minutes').notNull().default(60),
    /** Counts the changes of the catalog of tests, and so the events that tell of them. */
    catalogVersion: integer('catalog_version').notNull().default(0),
    /** Titles of browser tabs say no names: others see the screens. */
    hideNames: boolean('hide_names').notNull().default(false),
    /** Closed by the operator: no credential of the organisation opens anything. */
    suspendedAt: instant('suspended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('organisations_slug').on(table.slug),
    pgPolicy('organisations_select', {
      for: 'select',
      to: clinicalApp,
      using: sql`id = ${currentOrg} or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organisations.id and m.user_id = ${currentUser}) or exists (select 1 from api_keys k where k.org_id = organisations.id and k.secret_hash = ${credentialHash}) or exists (select 1 from ingest_keys k where k.org_id = organisations.id and k.secret_hash = ${credentialHash}) or exists (select 1 from oauth_apps a where a.org_id = organisations.id and a.id = ${clientId})`,
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
