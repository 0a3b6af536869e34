import { sql } from 'drizzle-orm';
import { customType, integer, pgPolicy, pgRole, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Columns, roles and row-level security policies shared by tables. All tenancy rules are here. */

export const clinicalApp = pgRole('clinical_app').existing();
export const clinicalWorker = pgRole('clinical_worker').existing();
const clinicalEraser = pgRole('clinical_eraser').existing();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Text with byte order, so that prefix search is an index range in any locale. */
export const tokenText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** Precision of a timestamp. Coarser than an hour, it is a calendar day stored at midnight UTC. */
export const precisionOf = (name: string) =>
  text(name, { enum: ['second', 'minute', 'hour', 'day', 'month', 'year'] });

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const orgId = () => uuid('org_id').notNull();

/**
 * The record that an item of a chart was addressed to. Null unless that record was merged and the item is in the chart of
 * the survivor (decision 0050).
 */
export const addressedPatientId = () => uuid('addressed_patient_id');

/** Columns of every resource in the public contract. `created_by` is `usr_…`, `key_…` or `system`. */
export const resourceColumns = {
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  createdBy: text('created_by').notNull(),
};

/** Per-resource event counter without gaps, incremented in the UPDATE that makes the change. */
export const sequence = () => integer('sequence').notNull().default(0);

// A setting that was never set is NULL, a reset one is empty text: neither may match a row. Any other text that is not
// a UUID raises an error, which fails closed.
export const currentOrg = sql`nullif(current_setting('clinical.org_id', true), '')::uuid`;
export const currentUser = sql`nullif(current_setting('clinical.user_id', true), '')::uuid`;
/** The client ID in the request; public. */
export const clientId = sql`nullif(current_setting('clinical.client_id', true), '')::uuid`;
export const credentialHash = sql`decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')`;

const sameOrg = sql`org_id = ${currentOrg}`;

/** The four tenant policies. A test checks that every tenant table has them. */
export function tenantPolicies(table: string) {
  return [
    pgPolicy(`${table}_select`, { for: 'select', to: clinicalApp, using: sameOrg }),
    pgPolicy(`${table}_insert`, { for: 'insert', to: clinicalApp, withCheck: sameOrg }),
    pgPolicy(`${table}_update`, { for: 'update', to: clinicalApp, using: sameOrg, withCheck: sameOrg }),
    pgPolicy(`${table}_delete`, { for: 'delete', to: clinicalApp, using: sameOrg }),
  ];
}

/** For credential tables: the row whose secret the caller presents is visible before the organization is known. */
export function credentialPolicy(table: string) {
  return pgPolicy(`${table}_credential`, {
    for: 'select',
    to: clinicalApp,
    using: sql`secret_hash = ${credentialHash}`,
  });
}

/** All rows of all organizations for the worker; `grants.ts` limits the columns. */
export function workerPolicy(table: string) {
  return pgPolicy(`${table}_worker`, {
    for: 'all',
    to: clinicalWorker,
    using: sql`true`,
    withCheck: sql`true`,
  });
}

/** For the erasure of a patient, in one organization; `grants.ts` limits what it may delete. */
export function eraserPolicy(table: string) {
  return pgPolicy(`${table}_eraser`, { for: 'all', to: clinicalEraser, using: sameOrg, withCheck: sameOrg });
}

/** For rows that belong to a user and to no organization. Only the user's own sign-in sets `clinical.user_id`. */
export function personPolicies(table: string) {
  const own = sql`user_id = ${currentUser}`;
  return [
    pgPolicy(`${table}_select`, { for: 'select', to: clinicalApp, using: own }),
    pgPolicy(`${table}_insert`, { for: 'insert', to: clinicalApp, withCheck: own }),
    pgPolicy(`${table}_update`, { for: 'update', to: clinicalApp, using: own, withCheck: own }),
    pgPolicy(`${table}_delete`, { for: 'delete', to: clinicalApp, using: own }),
  ];
}
