import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser, testOrg, type TestOrg } from '../support/database';

/** Lists keep their plan as they grow: an index in the order of the list, no sort, no scan of the table. */

const LISTS: [string, string][] = [
  ['patients', 'deleted_at is null'],
  ['lab_orders', 'true'],
  ['documents', 'true'],
  ['api_keys', 'true'],
  ['webhooks', 'true'],
];

let org: TestOrg;

beforeAll(async () => {
  org = await testOrg();
  await asSuperuser(
    `INSERT INTO patients (org_id, id, created_at, updated_at, created_by, mrn, name, family_key, given_key, birth_date, sex)
     SELECT o.id, uuidv7(), now(), now(), 'system', 'P' || n, '{}', 'f' || n, 'g', '1970-01-01', 'other'
     FROM generate_series(1, 20000) n, (SELECT id FROM organisations WHERE id = $1) o`,
    [org.orgId],
  );
  await asSuperuser(
    `INSERT INTO patient_tokens (org_id, token, kind, patient_id) SELECT org_id, family_key, 'name', id FROM patients WHERE org_id = $1`,
    [org.orgId],
  );
  await asSuperuser('ANALYZE patients, patient_tokens');
});

async function plan(statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('clinical.org_id', '${org.orgId}', true)`);
    // Small tables would be scanned whatever the index; the question is whether the index can serve the order.
    await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

describe('plans of lists', () => {
  it.each(LISTS)('%s: the first page comes from the index in its order', async (table, condition) => {
    const text = await plan(
      `SELECT * FROM ${table} WHERE org_id = '${org.orgId}' AND ${condition} ORDER BY id DESC LIMIT 51`,
    );
    expect(text).toMatch(new RegExp(`Index Scan Backward using ${table}_(list|pkey)`));
    expect(text).not.toMatch(/Sort|Seq Scan/);
  });

  it('a late page of patients costs as little as the first', async () => {
    const [middle] = await asSuperuser<{ id: string }>(
      'SELECT id FROM patients WHERE org_id = $1 ORDER BY id OFFSET 10000 LIMIT 1',
      [org.orgId],
    );
    const text = await plan(
      `SELECT * FROM patients WHERE org_id = '${org.orgId}' AND deleted_at IS NULL AND id < '${middle!.id}' ORDER BY id DESC LIMIT 51`,
    );
    expect(text).toContain('Index Scan Backward using patients_list');
    expect(text).not.toMatch(/Sort|Seq Scan/);
  });

  it('a search by the beginning of a name reads an index range of tokens', async () => {
    const text = await plan(
      `SELECT patient_id FROM patient_tokens WHERE org_id = '${org.orgId}' AND kind = 'name' AND token >= 'obr' AND token < 'obr\u{10FFFF}'`,
    );
    expect(text).toMatch(/Index (Only )?Scan using patient_tokens_pkey/);
    expect(text).toMatch(/Index Cond: .*token/);
  });
});
