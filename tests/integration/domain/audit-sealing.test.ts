import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appendLines, compareHeads, headLine } from '../../../server/audit/anchor';
import { ROW_HASH, SEAL_HASH } from '../../../server/audit/row-hash';
import { seal, type Turn } from '../../../server/audit/seal';
import { queryOf, startSealer, type Sealer, type SealerOptions } from '../../../server/audit/sealer';
import {
  milliseconds,
  ROW_COLUMNS,
  rowHash,
  sealHash,
  type RowText,
  type SealText,
} from '../../../server/audit/verify/encoding';
import { SETTINGS } from '../../../server/audit/verify/streams';
import { GENERATION, openGenerationIfMoved } from '../../../server/db/generations';
import { LOCK_IDS } from '../../../server/db/locks';
import { asWorker } from '../../../server/db/transaction';
import { showId } from '../../../server/shared/ids';
import { verify } from '../../audits/alterations/run';
import {
  addOrganization,
  addRows,
  anchorLines,
  openAuditDatabaseOfWorker,
  type AuditDatabase,
} from '../../audits/alterations/audit-database';
import { nightly } from '../../support/test-size';

/**
 * The sealer: what it may seal and in which order, alone or with others, and what it stores outside the database. H-05:
 * only the owner of the tables can change the audit or its seals.
 */

let database: AuditDatabase;
const sealers: Sealer[] = [];
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await openAuditDatabaseOfWorker();
});
afterEach(async () => {
  await Promise.all(sealers.splice(0).map((sealer) => sealer.stop()));
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(() => database.close());

let named = 0;
const organization = () => addOrganization(database.superuser, `sealed-${named++}`);
const turn = (options: { batchRows?: number; seen?: string | null } = {}): Promise<Turn> =>
  asWorker((tx) => seal(queryOf(tx), { now: new Date(), ...options }));
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}
const start = (options: SealerOptions = {}): Sealer => {
  const sealer = startSealer({ everyMs: 5, anchorEveryMs: 5, anchorFile: database.anchorFile, ...options });
  sealers.push(sealer);
  return sealer;
};
const ids = async (orgId: string) =>
  (
    await database.superuser.query<{ id: string; txid: string }>(
      'select id, e.txid::text from audit_events e where org_id = $1 order by e.txid, id',
      [orgId],
    )
  ).rows;
const seals = async (orgId: string) =>
  (
    await database.superuser.query<{ number: number; row_count: number; last_id: string }>(
      'select number, row_count, last_id from audit_seals where org_id = $1 order by number',
      [orgId],
    )
  ).rows;
const sealedRows = async (orgId: string) => (await seals(orgId)).reduce((sum, row) => sum + row.row_count, 0);
async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
/** The verifier, which shares no code with the sealer, reports no finding. */
async function expectWhole(orgId: string, unsealed = 0): Promise<void> {
  await database.superuser.query('BEGIN');
  const { findings, organizations } = await verify(database, orgId, false);
  await database.superuser.query('ROLLBACK');
  expect(findings).toEqual([]);
  expect(organizations[0]).toMatchObject({ unsealed });
}

describe('audit rows', () => {
  it('are sealed only after all older transactions have ended, in order', async () => {
    const orgId = await organization();
    const late = await connect();
    // Rows committed before are sealed, later ones are not.
    await addRows(database.superuser, orgId, 1, 20);
    await late.query('BEGIN');
    await addRows(late, orgId, 2);
    // In a savepoint it has a separate ID, but the rows carry that of the outermost transaction.
    await late.query('SAVEPOINT s');
    await addRows(late, orgId, 1, 2);
    await addRows(database.superuser, orgId, 5, 10);
    expect((await turn()).sealed).toMatchObject([{ orgId, number: 1, rowCount: 1 }]);
    await late.query('RELEASE s');
    await addRows(late, orgId, 1, 3);
    const held = await turn();
    expect(held.sealed).toEqual([]);
    expect(held.waitingSince).toBeInstanceOf(Date);
    await late.query('COMMIT');

    expect(await turn()).toMatchObject({
      sealed: [{ orgId, number: 2, rowCount: 9 }],
      waitingSince: null,
      more: false,
    });
    const rows = await ids(orgId);
    expect(new Set(rows.slice(1, 5).map(({ txid }) => txid)).size).toBe(1);
    expect(BigInt(rows[1]!.txid)).toBeLessThan(BigInt(rows[5]!.txid));
    expect((await seals(orgId))[1]!.last_id).toBe(rows.at(-1)!.id);
    await expectWhole(orgId);
  });

  it('leave no gap after a rollback', async () => {
    const orgId = await organization();
    const undone = await connect();
    await undone.query('BEGIN');
    await addRows(undone, orgId, 3);
    await addRows(database.superuser, orgId, 2, 10);
    expect((await turn()).sealed).toEqual([]);
    await undone.query('ROLLBACK');
    expect((await turn()).sealed).toMatchObject([{ orgId, rowCount: 2 }]);
    await expectWhole(orgId);
  });

  it('are not queried again until a transaction starts or ends', async () => {
    const asked: string[] = [];
    const recorded = (seen: string | null) =>
      asWorker((tx) =>
        seal(
          (name, text, values) => {
            asked.push(name);
            return queryOf(tx)(name, text, values);
          },
          { now: new Date(), seen },
        ),
      );
    await until(async () => (await turn()).sealed.length === 0, 'all is sealed');
    const first = await recorded(null);
    await recorded(first.snapshot);
    expect(asked).toEqual(['audit_open', 'audit_find', 'audit_open']);
    const orgId = await organization();
    await addRows(database.superuser, orgId, 1);
    expect((await recorded(first.snapshot)).sealed).toMatchObject([{ orgId }]);
  });

  it('below sealed ones are rejected until a process opens a generation, then sealed after them', async () => {
    const orgId = await organization();
    await addRows(database.superuser, orgId, 3);
    await until(async () => (await turn()).sealed.length === 0, 'all is sealed');
    // The database was moved: transaction IDs are lower than those of its rows.
    const moved = '9000000000000';
    await database.superuser.query(`update audit_seals set last_txid = $2 where org_id = $1`, [orgId, moved]);
    await database.superuser.query(`select setval('txid_floor', ${moved} + 1)`);
    await expect(addRows(database.superuser, orgId, 1, 3)).rejects.toMatchObject({ code: 'CL001' });
    expect((await turn()).moved).toBe(true);
    expect(await openGenerationIfMoved()).toBe(1);
    expect(await openGenerationIfMoved()).toBeNull();
    await addRows(database.superuser, orgId, 1, 3);
    expect(BigInt((await ids(orgId)).at(-1)!.txid) / GENERATION).toBe(1n);
    expect((await turn()).sealed).toMatchObject([{ orgId, number: 2, rowCount: 1 }]);
    await database.superuser.query('delete from audit_seals where org_id = $1', [orgId]);
  });

  it('of one generation are all committed before the next one opens', async () => {
    const orgId = await organization();
    const [early, opener, late] = [await connect(), await connect(), await connect()];
    await early.query('BEGIN');
    await addRows(early, orgId, 1);
    const open = `select open_generation((select coalesce(max(number), 0) from generations), 50, 'restored', 'Test')`;
    const opened = opener.query(open);
    const waiting = async (count: number) => {
      const { rows } = await database.superuser.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where relation = 'generations'::regclass and not granted`,
      );
      return rows[0]!.count === count;
    };
    await until(() => waiting(1), 'the opener waits');
    // A transaction with an ID from before the generation, which writes its row afterwards.
    await late.query('BEGIN');
    await late.query('select pg_current_xact_id()');
    const written = addRows(late, orgId, 1, 1);
    await until(() => waiting(2), 'the writer waits');
    await addRows(early, orgId, 1, 2);
    await early.query('COMMIT');
    await opened;
    await written;
    await late.query('COMMIT');
    const rows = await ids(orgId);
    expect(rows.map(({ txid }) => BigInt(txid) / GENERATION === 50n)).toEqual([false, false, true]);
    await turn();
    expect(await sealedRows(orgId)).toBe(3);
    await expectWhole(orgId);
  });

  it('have a generation that the app cannot open', async () => {
    const app = new pg.Client({ connectionString: database.settings.DATABASE_URL });
    await app.connect();
    clients.push(app);
    for (const text of [
      `insert into generations values (9, now(), 'restored', null)`,
      `select open_generation(1, 9, 'restored', null)`,
      `select setval('txid_floor', 1)`,
    ])
      await expect(app.query(text), text).rejects.toMatchObject({ code: '42501' });
  });
});

describe('audit chain', () => {
  it('stays a single chain with several sealers and failing connections', nightly, async () => {
    const orgIds = [await organization(), await organization()];
    for (let at = 0; at < 4; at++) start({ batchRows: 7 });
    for (let at = 0; at < 400; at += 20) {
      for (const orgId of orgIds) await addRows(database.superuser, orgId, 20, at);
      if (at % 80 === 0)
        await database.superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clinical'`,
        );
    }
    for (const orgId of orgIds) {
      await until(async () => (await sealedRows(orgId)) === 400, 'all is sealed');
      expect((await seals(orgId)).map(({ number }) => number)).toEqual(
        (await seals(orgId)).map((_, at) => at + 1),
      );
      await expectWhole(orgId);
    }
  });

  it('continues after a sealing transaction is lost', async () => {
    const orgId = await organization();
    await addRows(database.superuser, orgId, 25);
    expect((await turn({ batchRows: 10 })).more).toBe(true);
    const lost = asWorker(async (tx) => {
      await seal(queryOf(tx), { now: new Date(), batchRows: 10 });
      throw new Error('crash');
    });
    await expect(lost).rejects.toThrow('crash');
    expect(await sealedRows(orgId)).toBe(10);
    await turn({ batchRows: 10 });
    await turn({ batchRows: 10 });
    expect((await seals(orgId)).map(({ row_count }) => row_count)).toEqual([10, 10, 5]);
    await expectWhole(orgId);
  });

  it('is extended by one process at a time', async () => {
    const other = await connect();
    await other.query('BEGIN');
    await other.query('select pg_advisory_xact_lock($1)', [LOCK_IDS.auditSealer]);
    const orgId = await organization();
    await addRows(database.superuser, orgId, 1);
    expect(await turn()).toMatchObject({ elsewhere: true, sealed: [] });
    await other.query('COMMIT');
    expect((await turn()).sealed).toMatchObject([{ orgId }]);
  });
});

describe('audit encoding', () => {
  it('is the same in sealer and verifier for every form of every column', async () => {
    const orgId = await organization();
    await addRows(database.superuser, orgId, 60);
    for (const at of [
      "'infinity'",
      "'-infinity'",
      "'1969-12-31 23:59:59.999Z'",
      "'12026-01-01Z'",
      "'2026-01-01 00:00:00.1+05:30'",
    ])
      await database.superuser.query(
        `insert into audit_events select (jsonb_populate_record(e, jsonb_build_object('id', left(e.id::text, 14) || right(gen_random_uuid()::text, 22), 'at', ${at}::timestamptz))).* from audit_events e where org_id = $1 limit 1`,
        [orgId],
      );
    await turn();
    await database.superuser.query('BEGIN');
    await database.superuser.query(SETTINGS);
    const { rows } = await database.superuser.query<RowText & { hash: Buffer }>(
      `select ${ROW_COLUMNS.map((name) => `${name}::text`).join(', ')}, ${ROW_HASH} as hash from audit_events e where org_id = $1`,
      [orgId],
    );
    const laid = await database.superuser.query<SealText & { again: Buffer }>(
      `select org_id::text, number::text, sealed_at::text, first_txid::text, first_id::text, last_txid::text, last_id::text,
         row_count::text, row_hashes, previous_hash, hash, ${SEAL_HASH} as again from audit_seals s where org_id = $1`,
      [orgId],
    );
    await database.superuser.query('ROLLBACK');
    expect(rows).toHaveLength(65);
    for (const { hash, ...row } of rows)
      expect(rowHash(row).toString('hex'), JSON.stringify(row)).toBe(hash.toString('hex'));
    expect(laid.rows).toHaveLength(1);
    for (const { again, ...row } of laid.rows) expect([sealHash(row), again]).toEqual([row.hash, row.hash]);
  });

  it('covers and documents every column of both tables', async () => {
    const columns = async (table: string) =>
      (
        await database.superuser.query<{ name: string }>(
          'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
          [table],
        )
      ).rows.map(({ name }) => name);
    const ofRows = await columns('audit_events');
    expect([...ROW_COLUMNS].sort()).toEqual(ofRows.sort());
    for (const name of ofRows) expect(ROW_HASH).toMatch(new RegExp(`\\be\\.${name}\\b`));
    const ofSeals = (await columns('audit_seals')).filter((name) => name !== 'hash');
    for (const name of ofSeals) expect(SEAL_HASH).toMatch(new RegExp(`\\bs\\.${name}\\b`));
    const described = await readFile('docs/audit-encoding.md', 'utf8');
    const inOrder = [...described.matchAll(/^\| \d+ +\| `(\w+)`/gm)].map(([, name]) => name);
    expect(inOrder).toEqual([...ROW_COLUMNS, ...ofSeals]);
  });

  it('reads timestamps as Postgres prints them', () => {
    expect(milliseconds('2026-11-21 21:51:05.123+00')).toBe(String(Date.UTC(2026, 10, 21, 21, 51, 5, 123)));
    expect(milliseconds('2026-11-21 21:51:05.1234+00')).toBe(`${Date.UTC(2026, 10, 21, 21, 51, 5, 123)}.4`);
    expect(milliseconds('2026-11-21 21:51:05+00 BC')).toBe('2026-11-21 21:51:05+00 BC');
  });
});

describe('audit anchor file', () => {
  const head = { org: 'org_a', number: 1, hash: 'aa' };
  const at = new Date('2026-11-21T12:00:00.000Z');

  it('receives the newest seal of each organization, readable only by its owner, also after it was moved', async () => {
    const anchorFile = path.join(database.folder, 'later', 'anchor.jsonl');
    const orgId = await organization();
    const org = showId('organization', orgId);
    await addRows(database.superuser, orgId, 3);
    start({ anchorFile });
    const lines = async () =>
      (await anchorLines(anchorFile).catch(() => [])).filter((line) => line.org === org);
    await until(async () => (await lines()).length === 1, 'the first seal is anchored');
    expect((await stat(anchorFile)).mode & 0o777).toBe(0o600);
    await rename(anchorFile, `${anchorFile}.1`);
    await addRows(database.superuser, orgId, 3, 3);
    await until(async () => (await lines()).length === 1, 'the second seal is anchored');
    const { rows } = await database.superuser.query(
      'select encode(hash, $2) as hash from audit_seals where org_id = $1 and number = 2',
      [orgId, 'hex'],
    );
    expect((await lines())[0]).toMatchObject({ number: 2, hash: rows[0].hash });
  });

  it('keeps its other lines when a crash truncated one', async () => {
    const file = path.join(database.folder, 'cut.jsonl');
    await writeFile(file, '{"org":"org_');
    await appendLines(file, [headLine(head, at)]);
    await appendLines(file, [headLine({ ...head, number: 2 }, at)]);
    expect((await readFile(file, 'utf8')).split('\n').slice(1)).toEqual([
      JSON.stringify({ ...head, at: at.toISOString() }),
      JSON.stringify({ ...head, number: 2, at: at.toISOString() }),
      '',
    ]);
  });

  it('does not stop sealing when it cannot be written', async () => {
    const folder = path.join(database.folder, 'folder.jsonl');
    await mkdir(folder);
    await chmod(folder, 0o700);
    const orgId = await organization();
    start({ anchorFile: folder });
    await addRows(database.superuser, orgId, 1);
    await until(async () => (await sealedRows(orgId)) === 1, 'it is sealed anyway');
  });

  it('reports seals that are new and seals that differ from the audit', () => {
    const written = new Map([
      ['org_a', { ...head, number: 5 }],
      ['org_b', { ...head, org: 'org_b' }],
      ['org_c', { ...head, org: 'org_c' }],
      ['org_d', { ...head, org: 'org_d' }],
    ]);
    const current = [
      head,
      { ...head, org: 'org_b', number: 2, hash: 'bb' },
      { ...head, org: 'org_c', hash: 'cc' },
      { ...head, org: 'org_e' },
    ];
    expect(compareHeads(written, current)).toEqual({
      // Also those that differ, so that what follows is protected.
      fresh: current,
      contradicted: ['org_a', 'org_c', 'org_d'],
    });
  });
});

describe('audit and seals', () => {
  it('cannot be changed by the roles of app and worker', async () => {
    const org = await organization();
    await addRows(database.superuser, org, 3);
    await start().stop();
    expect((await seals(org)).map(({ number }) => number)).toEqual([1]);
    const STATEMENTS = ['audit_events', 'audit_seals'].flatMap((table) => [
      `UPDATE ${table} SET org_id = org_id`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `DROP TABLE ${table}`,
      `ALTER TABLE ${table} ADD COLUMN extra text`,
      `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
      `DROP POLICY ${table}_select ON ${table}`,
      `CREATE RULE r AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      `CREATE TRIGGER t BEFORE INSERT ON ${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      `CREATE INDEX i ON ${table} (org_id)`,
      `SELECT 1 FROM ${table} FOR UPDATE`,
      `MERGE INTO ${table} t USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE`,
    ]);
    const OWN: Record<string, string[]> = {
      clinical_app: [
        `INSERT INTO audit_seals SELECT * FROM audit_seals`,
        // Only Postgres may set the transaction ID: the sealer relies on it.
        `INSERT INTO audit_events (org_id, id, txid, at, actor, transport, action, kind, outcome, request_id) VALUES ('${org}', gen_random_uuid(), '1', now(), 'a', 'v1', 'b', 'read', 'allowed', 'c')`,
      ],
      clinical_worker: [`INSERT INTO audit_events SELECT * FROM audit_events`],
    };
    const accepted: string[] = [];
    for (const role of ['clinical_app', 'clinical_worker'])
      for (const statement of [...STATEMENTS, ...OWN[role]!]) {
        await database.superuser.query(
          `BEGIN; SET LOCAL ROLE ${role}; SELECT set_config('clinical.org_id', '${org}', true)`,
        );
        const code = await database.superuser.query(statement).then(
          () => 'none',
          (error: { code: string }) => error.code,
        );
        await database.superuser.query('ROLLBACK');
        // insufficient_privilege, whatever the statement
        if (code !== '42501') accepted.push(`${role}: ${statement}: ${code}`);
      }
    expect(accepted).toEqual([]);
  });
});
