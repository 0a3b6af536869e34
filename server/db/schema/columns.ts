import { sql } from 'drizzle-orm';
import { customType, integer, pgPolicy, pgRole, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Columns, roles and row-level-security policies that tables share. Rules of tenancy live here, once. */

export const clinicalApp = pgRole('clinical_app').existing();
export const clinicalWorker = pgRole('clinical_worker').existing();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Text compared byte by byte, so that prefix search is an index range whatever the locale. */
export const tokenText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** How exactly a time was given. Coarser than an hour it is a day of the calendar, kept at midnight UTC. */
export const precisionOf = (name: string) =>
  text(name, { enum: ['second', 'minute', 'hour', 'day', 'month', 'year'] });

/** Instants: UTC, milliseconds (`timestamptz(3)`), as JavaScript dates. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const orgId = () => uuid('org_id').notNull();

/** Columns of every resource of the public contract. `created_by` is `usr_…`, `key_…` or `system`. */
export const resourceColumns = {
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  createdBy: text('created_by').notNull(),
};

/** Per-resource event counter (gap-free), raised in the same UPDATE as the change it tells of. */
export const sequence = () => integer('sequence').notNull().default(0);

// An absent setting reads as NULL, a reset one as empty text: both must match no row. Any other text that is no
// uuid is an error, which fails closed.
export const currentOrg = sql`nullif(current_setting('clinical.org_id', true), '')::uuid`;
export const currentUser = sql`nullif(current_setting('clinical.user_id', true), '')::uuid`;
/** The client id that a request names; public. */
export const clientId = sql`nullif(current_setting('clinical.client_id', true), '')::uuid`;
export const credentialHash = sql`decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')`;

const sameOrg = sql`org_id = ${currentOrg}`;

/** The four tenant policies; every tenant table has them (a catalogue test counts). */
export function tenantPolicies(table: string) {
  return [
    pgPolicy(`${table}_select`, { for: 'select', to: clinicalApp, using: sameOrg }),
    pgPolicy(`${table}_insert`, { for: 'insert', to: clinicalApp, withCheck: sameOrg }),
    pgPolicy(`${table}_update`, { for: 'update', to: clinicalApp, using: sameOrg, withCheck: sameOrg }),
    pgPolicy(`${table}_delete`, { for: 'delete', to: clinicalApp, using: sameOrg }),
  ];
}

/** Credential tables: the row whose secret the caller holds is visible before the organisation is known. */
export function credentialPolicy(table: string) {
  return pgPolicy(`${table}_credential`, {
    for: 'select',
    to: clinicalApp,
    using: sql`secret_hash = ${credentialHash}`,
  });
}

/** Worker policy: all rows of all organisations; `grants.ts` says which columns. */
export function workerPolicy(table: string) {
  return pgPolicy(`${table}_worker`, {
    for: 'all',
    to: clinicalWorker,
    using: sql`true`,
    withCheck: sql`true`,
  });
}

/** What belongs to a person and to no organisation: policies by `clinical.user_id`, which only their own sign-in sets. */
export function personPolicies(table: string) {
  const own = sql`user_id = ${currentUser}`;
  return [
    pgPolicy(`${table}_select`, { for: 'select', to: clinicalApp, using: own }),
    pgPolicy(`${table}_insert`, { for: 'insert', to: clinicalApp, withCheck: own }),
    pgPolicy(`${table}_update`, { for: 'update', to: clinicalApp, using: own, withCheck: own }),
    pgPolicy(`${table}_delete`, { for: 'delete', to: clinicalApp, using: own }),
  ];
}
