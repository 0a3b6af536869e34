import { foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { deliveries } from './deliveries';

/** One row per delivery attempt. Stores at most 1 KB of the response body. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    orgId: orgId(),
    deliveryId: uuid('delivery_id').notNull(),
    attempt: integer('attempt').notNull(),
    sentAt: instant('sent_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    responseStatus: integer('response_status'),
    responseExcerpt: text('response_excerpt'),
    /** Bytes of the response that were read, at most 16 KiB. */
    responseBytes: integer('response_bytes'),
    error: text('error', {
      enum: ['timeout', 'dns', 'tls', 'connection', 'redirect', 'blocked_address', 'http_4xx', 'http_5xx'],
    }),
    /** The cause as text for the delivery log; never an internal address. */
    errorDetail: text('error_detail'),
  },
  (table) => [
    primaryKey({ name: 'delivery_attempts_pkey', columns: [table.orgId, table.deliveryId, table.attempt] }),
    foreignKey({
      name: 'delivery_attempts_delivery',
      columns: [table.orgId, table.deliveryId],
      foreignColumns: [deliveries.orgId, deliveries.id],
    }),
    ...tenantPolicies('delivery_attempts'),
    eraserPolicy('delivery_attempts'),
    workerPolicy('delivery_attempts'),
  ],
);
