import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser, realKey, testOrg } from '../../support/database';
import { call, startServer, type TestServer } from '../../support/server';
import { makeFixture, type Fixture } from './fixture';

/**
 * B-07: unique and foreign keys ignore row-level security, so they must never collide across organizations. All rows
 * of one organization are inserted again into another one, with the same IDs and texts, as the app's own role: a
 * collision would reveal that a record exists.
 */

interface Table {
  name: string;
  columns: string[];
  /** Tables that this one references. */
  parents: string[];
}

let server: TestServer;
let fixture: Fixture;

beforeAll(async () => {
  server = await startServer();
  fixture = await makeFixture();
}, 120_000);
afterAll(() => server.close());

/** Secret hashes are unique in the whole service: a collision requires the secret itself. */
const SECRETS = ['secret_hash'];

async function tenantTables(): Promise<Table[]> {
  const tables = await asSuperuser<Table>(`
    SELECT c.relname AS name,
      ARRAY(SELECT column_name::text FROM information_schema.columns i
            WHERE i.table_schema = 'public' AND i.table_name = c.relname AND i.is_generated = 'NEVER'
              AND i.is_identity = 'NO') AS columns,
      ARRAY(SELECT DISTINCT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
            WHERE k.conrelid = c.oid AND k.contype = 'f' AND p.oid <> c.oid) AS parents
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id'
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND has_table_privilege('clinical_app', c.oid, 'INSERT')`);
  const sorted: Table[] = [];
  for (let left = tables; left.length > 0;) {
    const ready = left.filter(({ parents }) =>
      parents.every((name) => !left.some((table) => table.name === name)),
    );
    if (ready.length === 0) throw new Error('Tables point at each other in a circle');
    sorted.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Unique indexes that contain rows of the organization: partial ones may contain none. */
async function indexesInUse(orgId: string): Promise<{ table: string; name: string }[]> {
  const all = await asSuperuser<{ table: string; name: string; where: string | null; keys: string[] }>(`
    SELECT c.relname AS table, i.relname AS name, pg_get_expr(x.indpred, x.indrelid) AS where,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (x.indkey)) AS keys
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND x.indisunique`);
  const used = [];
  for (const { table, name, where, keys } of all.filter((index) => index.keys.includes('org_id'))) {
    const filled = keys.map((key) => `${key} IS NOT NULL`).join(' AND ');
    const rows = await asSuperuser(
      `SELECT 1 FROM ${table} WHERE org_id = $1 AND ${filled} AND ${where ?? 'true'} LIMIT 1`,
      [orgId],
    );
    if (rows.length > 0) used.push({ table, name });
  }
  return used;
}

/** In a transaction like that of a request of `orgId`. */
async function asApp<T>(orgId: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT set_config('clinical.org_id', $1, true)", [orgId]);
    return await work(client);
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

async function copyAll(
  client: pg.Client,
  tables: Table[],
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const copied = new Map<string, number>();
  for (const { name, columns } of tables) {
    const rows = await asSuperuser<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${name} t WHERE org_id = $1`,
      [from],
    );
    for (const { row } of rows) {
      row.org_id = to;
      for (const secret of SECRETS.filter((column) => column in row))
        row[secret] = `\\x${randomUUID().replaceAll('-', '').repeat(2)}`;
      await client.query(
        `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM jsonb_populate_record(null::${name}, $1)`,
        [JSON.stringify(row)],
      );
    }
    copied.set(name, rows.length);
  }
  return copied;
}

describe('unique and foreign keys across organizations', () => {
  it('allow two organizations the same numbers through /v1, and reveal nothing of the database on a conflict', async () => {
    const body = {
      name: { family: 'Same', given: ['Number'] },
      birth_date: '1977-07-07',
      sex: 'female',
      mrn: 'SAME-1',
      external_id: 'same-1',
      identifiers: [{ system: 'urn:same', value: '1', type: 'national_id' }],
    };
    const order = (patientId: string) => ({
      patient_id: patientId,
      items: [{ code: 'GLU' }],
      lab_id: 'example-lab',
      external_id: 'order-same-1',
    });
    const places = Object.values(fixture);
    for (const place of places) {
      const key = await realKey(place.org);
      const once = { 'Idempotency-Key': 'same-1' };
      const made = await call(server, key, 'POST', '/v1/patients', body, once);
      expect(made.status, made.text).toBe(201);
      const ordered = await call(server, key, 'POST', '/v1/labs/orders', order(made.json.id as string), once);
      expect(ordered.status, ordered.text).toBe(201);
      const changed = await call(server, key, 'PATCH', `/v1/patients/${place.things.patient}`, {
        external_id: `patched-same`,
      });
      expect(changed.status, changed.text).toBe(200);

      const repeats = [
        await call(server, key, 'POST', '/v1/patients', body),
        await call(server, key, 'POST', '/v1/patients', { ...body, mrn: 'SAME-2' }),
        await call(server, key, 'POST', '/v1/patients', { ...body, mrn: 'SAME-2', external_id: 'same-2' }),
        await call(server, key, 'POST', '/v1/labs/orders', order(made.json.id as string)),
        await call(server, key, 'PATCH', `/v1/patients/${place.things.patient}`, { mrn: 'SAME-1' }),
      ];
      expect(repeats.map(({ json }) => json.code as string)).toEqual([
        'duplicate_mrn',
        'duplicate_external_id',
        'duplicate_identifier',
        'duplicate_external_id',
        'duplicate_mrn',
      ]);
      for (const { text } of repeats)
        expect(text).not.toMatch(/SAME|same-|constraint|Key \(|duplicate key|violates|_pkey|org_id/);
    }
  });

  it('allow all rows of another organization again, with the same IDs and text', async () => {
    const [from, to] = [fixture.live.org.orgId, (await testOrg()).orgId];
    const tables = await tenantTables();
    const copied = await asApp(to, (client) => copyAll(client, tables, from, to));
    const used = (await indexesInUse(from)).filter(({ table }) => (copied.get(table) ?? 0) > 0);
    expect([...copied.values()].reduce((sum, rows) => sum + rows)).toBeGreaterThan(80);
    expect(used.length).toBeGreaterThanOrEqual(24);
    expect(used.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'patients_mrn',
        'patients_external_id',
        'patient_identifiers_unique',
        'lab_orders_external_id',
        'lab_results_key',
        'catalog_tests_code',
        'idempotency_records_pkey',
      ]),
    );
  }, 60_000);

  it('reject references to another organization exactly like unknown ones', async () => {
    const keys = await asSuperuser<{
      table: string;
      name: string;
      column: string;
      parent: string;
      target: string;
    }>(`
      SELECT c.relname AS table, k.conname AS name, p.relname AS parent,
        (SELECT attname FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = k.conkey[2]) AS column,
        (SELECT attname FROM pg_attribute WHERE attrelid = k.confrelid AND attnum = k.confkey[2]) AS target
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND k.contype = 'f'
      AND has_table_privilege('clinical_app', c.oid, 'UPDATE') ORDER BY 1, 2`);
    const own = fixture.live.org.orgId;
    const strange = fixture.otherLive.org.orgId;
    const tried: string[] = [];
    await asApp(own, async (client) => {
      for (const key of keys) {
        const [foreign] = await asSuperuser<{ id: string }>(
          `SELECT ${key.target}::text AS id FROM ${key.parent} WHERE org_id = $1 LIMIT 1`,
          [strange],
        );
        if (!foreign || (await client.query(`SELECT 1 FROM ${key.table} LIMIT 1`)).rowCount === 0) continue;
        const pointAt = async (id: string) => {
          await client.query('SAVEPOINT here');
          const error = await client
            .query(
              `UPDATE ${key.table} SET ${key.column} = $1 WHERE ctid = (SELECT ctid FROM ${key.table} LIMIT 1)`,
              [id],
            )
            .then(
              () => null,
              (caught: pg.DatabaseError) => caught,
            );
          await client.query('ROLLBACK TO here');
          return error && [error.code, error.constraint, error.message, error.detail?.replaceAll(id, 'id')];
        };
        const [stranger, unknown] = [await pointAt(foreign.id), await pointAt(randomUUID())];
        expect(stranger, key.name).not.toBeNull();
        expect(stranger, key.name).toEqual(unknown);
        expect(stranger![0], key.name).toBe('23503');
        tried.push(key.name);
      }
    });
    expect(tried.length).toBeGreaterThanOrEqual(5);
  });
});
