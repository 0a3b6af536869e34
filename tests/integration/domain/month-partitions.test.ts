import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMonthPartitions } from '../../../server/db/partitions';
import { PARTITIONED } from '../../../server/db/schema/functions';
import { asWorker, withTenant } from '../../../server/db/transaction';
import { seal } from '../../../server/audit/seal';
import { queryOf } from '../../../server/audit/sealer';
import { listPatientAccessInput } from '../../../server/domain/audit-log/contract';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { lowestIdAt, newId, newRequestId, readId, showId } from '../../../server/shared/ids';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { nightly } from '../../support/test-size';

/** Partitions by month: they exist ahead of time, nothing reaches them directly, and lists read across them. */

const DAY = 86_400_000;
let org: TestOrg;

beforeAll(async () => {
  org = await testOrg();
});

interface Partition {
  name: string;
  bound: string;
}
const partitionsOf = (table: string) =>
  asSuperuser<Partition>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
     WHERE inhparent = $1::regclass ORDER BY 1`,
    [table],
  );

const monthOf = (month: string) => new Date(`${month.replace('_', '-')}-01T00:00:00Z`);
/** A UUIDv7 of that time. */
const idAt = (at: Date) => lowestIdAt(at).slice(0, 14) + newId().slice(14);
const INSERT = `INSERT INTO audit_events (org_id, id, at, actor, transport, action, kind, outcome, patient_ids, request_id)
  VALUES ($1, $2, $3, 'system', 'system', 'get_patient', 'read', 'allowed', $4, $5)`;
const rowAt = (at: Date, patientId: string) => [org.orgId, idAt(at), at, [patientId], newRequestId()];

describe('month partitions', () => {
  it('exist without a gap for all earlier times and the next six months, and are created once', async () => {
    for (const table of Object.keys(PARTITIONED)) {
      const found = await partitionsOf(table);
      expect(found).toHaveLength(7);
      const bounds = found.map(({ bound }) => /FROM \((.*)\) TO \((.*)\)/.exec(bound)!);
      expect(bounds[0]![1]).toBe('MINVALUE');
      for (const [nth, bound] of bounds.entries()) {
        if (nth > 0) expect(bound[1]).toBe(bounds[nth - 1]![2]);
        const now = new Date();
        const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + nth + 1));
        expect(bound[2]).toBe(`'${lowestIdAt(end)}'`);
      }
      await createMonthPartitions();
      expect(await partitionsOf(table)).toEqual(found);
      await asSuperuser(`DROP TABLE ${found.at(-1)!.name}`);
      await createMonthPartitions();
      expect(await partitionsOf(table)).toEqual(found);
    }
  });

  it('are dropped when their month ended more than a year ago and nothing is in it', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
    await client.connect();
    const months = async () => {
      const { rows } = await client.query<{ month: string }>(
        `SELECT right(inhrelid::regclass::text, 7) AS month FROM pg_inherits WHERE inhparent = 'outbound_message_bytes'::regclass ORDER BY 1`,
      );
      return rows.map(({ month }) => month);
    };
    // Everything is undone at the end.
    await client.query('BEGIN');
    await client.query('SET LOCAL ROLE clinical_owner');
    const [first] = await months();
    await client.query(`ALTER TABLE outbound_message_bytes DETACH PARTITION outbound_message_bytes_${first}`);
    for (const [from, to] of [
      ['2020_01', '2020_02'],
      ['2020_02', '2020_03'],
      ['2020_03', '2020_04'],
    ])
      await client.query(
        `CREATE TABLE outbound_message_bytes_${from} PARTITION OF outbound_message_bytes
         FOR VALUES FROM ('${lowestIdAt(monthOf(from!))}') TO ('${lowestIdAt(monthOf(to!))}')`,
      );
    await client.query('RESET ROLE');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query('INSERT INTO outbound_message_bytes (org_id, message_id, bytes) VALUES ($1, $2, $3)', [
      org.orgId,
      idAt(new Date('2020-02-15T00:00:00Z')),
      'MSH',
    ]);
    const before = await months();
    expect(before.slice(0, 3)).toEqual(['2020_01', '2020_02', '2020_03']);
    await client.query('SELECT drop_empty_month_partitions()');
    expect(await months()).toEqual(before.slice(1));
    await client.query('DELETE FROM outbound_message_bytes WHERE org_id = $1', [org.orgId]);
    await client.query('SELECT drop_empty_month_partitions()');
    expect(await months()).toEqual(before.slice(3));
    await client.query('ROLLBACK');
    await client.end();
  });

  it('are out of reach of the roles of the service', async () => {
    for (const table of Object.keys(PARTITIONED))
      for (const { name } of await partitionsOf(table)) {
        const [found] = await asSuperuser<{ roles: number }>(
          `SELECT count(*)::int AS roles FROM unnest(ARRAY['clinical_app', 'clinical_worker', 'clinical_eraser']) role
           WHERE has_table_privilege(role, $1, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(role, $1, 'SELECT, INSERT, UPDATE')`,
          [name],
        );
        expect(found!.roles, name).toBe(0);
      }
  });
});

describe('audit rows of other months', () => {
  it('are rejected if their time differs from that of the database by more than 31 days', async () => {
    const insert = (days: number) =>
      withTenant(org.orgId, (tx) =>
        tx.client.query(INSERT, rowAt(new Date(Date.now() + days * DAY), newId())),
      );
    for (const days of [-32, 32]) await expect(insert(days)).rejects.toMatchObject({ code: '42501' });
    for (const days of [-30, 30]) expect((await insert(days)).rowCount).toBe(1);
  });

  it('are sealed, also if an earlier month follows a later one', nightly, async () => {
    const sealAll = () => asWorker((tx) => seal(queryOf(tx), { now: new Date() }));
    const sealed = async (id: unknown) => {
      let turn;
      do turn = await sealAll();
      while (turn.more);
      const [row] = await asSuperuser<{ sealed: boolean }>(
        `SELECT (e.txid, e.id) <= (s.last_txid, s.last_id) AS sealed FROM audit_events e
         CROSS JOIN LATERAL (SELECT * FROM audit_seals WHERE org_id = e.org_id ORDER BY number DESC LIMIT 1) s WHERE e.org_id = $1 AND e.id = $2`,
        [org.orgId, id],
      );
      return row?.sealed;
    };
    for (const days of [30, -30]) {
      const row = rowAt(new Date(Date.now() + days * DAY), newId());
      await withTenant(org.orgId, (tx) => tx.client.query(INSERT, row));
      expect(await sealed(row[1])).toBe(true);
    }
  });

  it('are in the access log, page by page, years back', nightly, async () => {
    const admin = await personContext(org, 'admin');
    const person = { name: { family: 'Often', given: ['Seen'] }, birth_date: '1950-01-02', sex: 'female' };
    const { id: patient_id } = await createPatient(org.ctx, createPatientInput.parse(person));
    const patientId = readId('patient', patient_id)!;
    const other = newId();
    await asSuperuser(`UPDATE organizations SET created_at = now() - interval '10 years' WHERE id = $1`, [
      org.orgId,
    ]);
    const days = [0, 1, 20, 40, 61, 62, 63, 90, 400, 401, 800, 2_500, 3_650];
    const expected: string[] = [];
    for (const age of days) {
      const row = rowAt(new Date(Date.now() - age * DAY), patientId);
      await asSuperuser(INSERT, row);
      expected.push(showId('audit_event', String(row[1])));
      await asSuperuser(INSERT, rowAt(new Date(Date.now() - age * DAY), other));
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const input = listPatientAccessInput.parse({
        patient_id,
        kind: 'read',
        limit: 4,
        ...(cursor ? { cursor } : {}),
      });
      const page = await listPatientAccess({ ...admin, requestId: newRequestId() }, input);
      found.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(expected);
    const since = new Date(Date.now() - 500 * DAY).toISOString();
    const until = new Date(Date.now() - 50 * DAY).toISOString();
    const between = await listPatientAccess(
      { ...admin, requestId: newRequestId() },
      listPatientAccessInput.parse({ patient_id, since, until }),
    );
    expect(between.data.map(({ id }) => id)).toEqual(expected.slice(4, 10));
  });
});
