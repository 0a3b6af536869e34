import { index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ROLES } from '../../data-types/role-codes';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';

/** Invitations to an organization. The link contains the secret, of which only the SHA-256 is stored. Single use. */
export const invitations = pgTable(
  'invitations',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    emailHash: bytes('email_hash').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    secretHash: bytes('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the mail server accepted the email; null if the inviter received the link instead. */
    sentAt: instant('sent_at'),
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [
    primaryKey({ name: 'invitations_pkey', columns: [table.orgId, table.id] }),
    unique('invitations_secret_hash').on(table.secretHash),
    index('invitations_email').on(table.orgId, table.emailHash),
    ...tenantPolicies('invitations'),
    credentialPolicy('invitations'),
    workerPolicy('invitations'),
  ],
);
