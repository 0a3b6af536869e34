import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { webhooks } from './webhooks';

/** Signing secrets, encrypted with AES-256-GCM because signing needs the plain text; several during rotation. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    ciphertext: text('ciphertext').notNull(),
    hint: text('hint').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    primaryKey({ name: 'webhook_secrets_pkey', columns: [table.orgId, table.webhookId, table.id] }),
    foreignKey({
      name: 'webhook_secrets_webhook',
      columns: [table.orgId, table.webhookId],
      foreignColumns: [webhooks.orgId, webhooks.id],
    }),
    ...tenantPolicies('webhook_secrets'),
    workerPolicy('webhook_secrets'),
  ],
);
