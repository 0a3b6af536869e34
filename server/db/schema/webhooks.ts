import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, sequence, tenantPolicies, workerPolicy } from './columns';

/** `status`: `enabled`, `failing` (last delivery failed) or `disabled`. */
export const webhooks = pgTable(
  'webhooks',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    createdBy: text('created_by').notNull(),
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    /** Scopes of the creator; only events of objects that these allow to read are sent. */
    scopes: text('scopes').array().notNull().default([]),
    description: text('description'),
    enabled: boolean('enabled').notNull().default(true),
    status: text('status', { enum: ['enabled', 'failing', 'disabled'] }).notNull(),
    disabledReason: text('disabled_reason'),
    lastSuccessAt: instant('last_success_at'),
    lastFailureAt: instant('last_failure_at'),
    firstFailureAt: instant('first_failure_at'),
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    version: integer('version').notNull().default(1),
    sequence: sequence(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ name: 'webhooks_pkey', columns: [table.orgId, table.id] }),
    index('webhooks_list').on(table.orgId, table.id),
    ...tenantPolicies('webhooks'),
    workerPolicy('webhooks'),
  ],
);
