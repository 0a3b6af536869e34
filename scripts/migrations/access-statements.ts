import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { GRANTS, UNLOGGED, type Rights } from '../../server/db/schema/grants';
import * as schema from '../../server/db/schema/index';

/**
 * What drizzle-kit does not generate: FORCE ROW LEVEL SECURITY, UNLOGGED, and the grants of server/db/schema/grants.ts.
 */

const ROLES = { app: 'clinical_app', worker: 'clinical_worker', eraser: 'clinical_eraser' } as const;

/** Once, in the first migration. The app can read which migrations have run, so that it can reject an older schema. */
const OF_SCHEMAS = [
  'REVOKE ALL ON SCHEMA public FROM PUBLIC',
  'GRANT USAGE ON SCHEMA public TO clinical_app, clinical_worker, clinical_eraser',
  'GRANT USAGE ON SCHEMA drizzle TO clinical_app',
  'GRANT SELECT ON drizzle.__drizzle_migrations TO clinical_app',
];

/** A privilege of a role on a table or one column. */
interface Grant {
  role: string;
  table: string;
  privilege: string;
  column: string | null;
}
const keyOf = ({ role, table, privilege, column }: Grant) => [role, table, privilege, column ?? ''].join(' ');

const grantsOf = (role: string, table: string, rights: Rights = {}): Grant[] =>
  Object.entries(rights).flatMap(([verb, on]) => {
    const privilege = verb.toUpperCase();
    const columns = on === true ? [null] : on;
    return columns.map((column) => ({ role, table, privilege, column }));
  });

const grantsInCode = (): Grant[] =>
  Object.entries(GRANTS).flatMap(([table, { app, worker, eraser }]) =>
    [
      grantsOf(ROLES.app, table, app),
      grantsOf(ROLES.worker, table, worker),
      grantsOf(ROLES.eraser, table, eraser),
    ].flat(),
  );

async function grantsInDatabase(client: pg.Client): Promise<Grant[]> {
  const { rows } = await client.query<Grant>(
    `SELECT grantee::regrole::text AS role, relname AS table, privilege_type AS privilege, attname AS column
     FROM (SELECT oid, NULL::name AS attname, relacl AS acl FROM pg_class
           UNION ALL SELECT attrelid, attname, attacl FROM pg_attribute) o
     JOIN pg_class c USING (oid) CROSS JOIN LATERAL aclexplode(acl)
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND grantee::regrole::text = ANY ($1)`,
    [Object.values(ROLES)],
  );
  return rows;
}

/** One statement per role and table. */
function statementsFor(verb: 'GRANT' | 'REVOKE', grants: Grant[]): string[] {
  const privilegesOf = (on: Grant[]) =>
    [...groups(on, ({ privilege }) => privilege)].map(([privilege, columns]) =>
      columns.some(({ column }) => column === null)
        ? privilege
        : `${privilege} (${columns.map(({ column }) => column).join(', ')})`,
    );
  const to = verb === 'GRANT' ? 'TO' : 'FROM';
  return [...groups(grants, ({ role, table }) => `${table} ${to} ${role}`)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([target, on]) => `${verb} ${privilegesOf(on).join(', ')} ON ${target}`);
}

function groups<T>(values: T[], nameOf: (value: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const value of values) found.set(nameOf(value), [...(found.get(nameOf(value)) ?? []), value]);
  return found;
}

/** @returns statements for the table owner that make the database match the code */
export async function accessStatements(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; forced: boolean; unlogged: boolean }>(
    `SELECT relname AS name, relforcerowsecurity AS forced, relpersistence = 'u' AS unlogged
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const { rows: journal } = await client.query<{ readable: boolean }>(
    `SELECT has_table_privilege('clinical_app', 'drizzle.__drizzle_migrations', 'SELECT') AS readable`,
  );
  const withPolicies = new Set(
    Object.values(schema)
      .filter((value) => is(value, PgTable))
      .map((table) => getTableConfig(table))
      .filter(({ enableRLS, policies }) => enableRLS || policies.length > 0)
      .map(({ name }) => name),
  );
  const withoutLog = new Set<string>(UNLOGGED);
  const statements = tables.flatMap(({ name, forced, unlogged }) => [
    unlogged === withoutLog.has(name) ? [] : `ALTER TABLE ${name} SET ${unlogged ? 'LOGGED' : 'UNLOGGED'}`,
    forced === withPolicies.has(name)
      ? []
      : `ALTER TABLE ${name} ${forced ? 'NO FORCE' : 'FORCE'} ROW LEVEL SECURITY`,
  ]);
  const [wanted, found] = [grantsInCode(), await grantsInDatabase(client)];
  const without = (grants: Grant[], others: Grant[]) => {
    const keys = new Set(others.map(keyOf));
    return grants.filter((grant) => !keys.has(keyOf(grant)));
  };
  return [
    ...statements.flat(),
    ...(journal[0]!.readable ? [] : OF_SCHEMAS),
    ...statementsFor('REVOKE', without(found, wanted)),
    ...statementsFor('GRANT', without(wanted, found)),
  ];
}
