import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { events } from './events';
import { webhooks } from './webhooks';

/** One event for one webhook. Claimed with a lease (`FOR UPDATE SKIP LOCKED`) and delivered at least once. */
export const deliveries = pgTable(
  'deliveries',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    eventId: uuid('event_id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed', 'exhausted', 'skipped', 'held'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
    manual: boolean('manual').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ name: 'deliveries_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'deliveries_event',
      columns: [table.orgId, table.eventId],
      foreignColumns: [events.orgId, events.id],
    }),
    foreignKey({
      name: 'deliveries_webhook',
      columns: [table.orgId, table.webhookId],
      foreignColumns: [webhooks.orgId, webhooks.id],
    }),
    uniqueIndex('deliveries_once')
      .on(table.orgId, table.eventId, table.webhookId)
      .where(sql`not manual`),
    // The worker steps from webhook to webhook through this index, so that a long backlog costs no more than one row.
    index('deliveries_due')
      .on(table.orgId, table.webhookId, table.nextAttemptAt)
      .where(sql`status in ('pending', 'failed')`),
    index('deliveries_leased')
      .on(table.orgId, table.webhookId)
      .where(sql`lease_until is not null`),
    index('deliveries_by_event').on(table.orgId, table.eventId),
    index('deliveries_webhook_list').on(table.orgId, table.webhookId, table.id),
    // Partial index for webhook health: few rows among many.
    index('deliveries_undelivered')
      .on(table.orgId, table.webhookId, table.status, table.id)
      .where(sql`status in ('exhausted', 'held')`),
    ...tenantPolicies('deliveries'),
    eraserPolicy('deliveries'),
    workerPolicy('deliveries'),
  ],
);
