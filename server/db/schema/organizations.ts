import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ACCENT_COLORS, PAPER_SIZES } from '../../data-types/organization-codes';
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
 * An organization is the tenant; a sandbox is a second one, linked to the live one by `sandbox_of`. Visible rows: the
 * current organization and its sandboxes, one looked up by slug (operator's tool), those the user belongs to, and that of the presented
 * API key, ingest key or client ID, so that a suspended organization can be detected.
 */
export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    sandboxOf: uuid('sandbox_of'),
    /** When the data of a sandbox was asked to be replaced by the example data, and when that was last done. */
    sandboxResetRequestedAt: instant('sandbox_reset_requested_at'),
    sandboxResetAt: instant('sandbox_reset_at'),
    demo: boolean('demo').notNull().default(false),
    /** IANA name; clinical times are displayed in it. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Minutes of inactivity after which a portal session ends. */
    idleMinutes: integer('idle_minutes').notNull().default(15),
    /** Who must use a second factor to see any data. */
    secondFactor: text('second_factor', { enum: ['optional', 'admins', 'everyone'] })
      .notNull()
      .default('optional'),
    /** Only single sign-on opens a session, except for the break-glass administrators with a passkey. */
    singleSignOnEnforced: boolean('single_sign_on_enforced').notNull().default(false),
    breakGlassIds: uuid('break_glass_ids').array().notNull().default([]),
    /** Maximum lifetime of an API key in days; null for no limit. */
    keyMaxDays: integer('key_max_days'),
    /** Minutes until an unsigned critical result is escalated to all users, and then to administrators. */
    criticalMinutes: integer('critical_minutes').notNull().default(30),
    criticalAlarmMinutes: integer('critical_alarm_minutes').notNull().default(60),
    /** Years after the last activity in a chart before it may be erased. */
    chartRetentionYears: integer('chart_retention_years').notNull().default(10),
    /** How long expired data is kept; see `server/retention`. */
    inboundMessageMonths: integer('inbound_message_months').notNull().default(24),
    outboundMessageMonths: integer('outbound_message_months').notNull().default(24),
    eventDays: integer('event_days').notNull().default(365),
    deliveryDays: integer('delivery_days').notNull().default(30),
    securityEventMonths: integer('security_event_months').notNull().default(12),
    auditRetentionYears: integer('audit_retention_years').notNull().default(7),
    /** Sequence number for events about catalog changes. */
    catalogVersion: integer('catalog_version').notNull().default(0),
    /** Omits patient names from browser tab titles, which others may see. */
    hideNames: boolean('hide_names').notNull().default(false),
    /** Whether any chart is restricted, so that requests of other organizations need not ask. */
    restrictsCharts: boolean('restricts_charts').notNull().default(false),
    paperSize: text('paper_size', { enum: PAPER_SIZES }).notNull().default('a4'),
    accentColor: text('accent_color', { enum: ACCENT_COLORS }).notNull().default('teal'),
    /** SHA-256 of the logo; null without one. */
    logo: text('logo'),
    /** When the operator suspended it; from then on all its credentials are rejected. */
    suspendedAt: instant('suspended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('organizations_slug').on(table.slug),
    index('organizations_sandboxes')
      .on(table.sandboxOf)
      .where(sql`sandbox_of is not null`),
    index('organizations_sandbox_reset')
      .on(table.sandboxResetRequestedAt)
      .where(sql`sandbox_reset_requested_at is not null`),
    pgPolicy('organizations_select', {
      for: 'select',
      to: clinicalApp,
      using: sql`id = ${currentOrg} or sandbox_of = ${currentOrg} or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organizations.id and m.user_id = ${currentUser}) or exists (select 1 from api_keys k where k.org_id = organizations.id and k.secret_hash = ${credentialHash}) or exists (select 1 from ingest_keys k where k.org_id = organizations.id and k.secret_hash = ${credentialHash}) or exists (select 1 from oauth_apps a where a.org_id = organizations.id and a.id = ${clientId})`,
    }),
    pgPolicy('organizations_insert', { for: 'insert', to: clinicalApp, withCheck: sql`id = ${currentOrg}` }),
    pgPolicy('organizations_update', {
      for: 'update',
      to: clinicalApp,
      using: sql`id = ${currentOrg}`,
      withCheck: sql`id = ${currentOrg}`,
    }),
    workerPolicy('organizations'),
  ],
);
