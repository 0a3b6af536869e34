import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openAnchorFile } from '../../../server/audit/anchor';
import { declareRestore, type DeclaredRestore } from '../../../server/audit/restore';
import { queryOf, sealerFigures, startSealer } from '../../../server/audit/sealer';
import { seal } from '../../../server/audit/seal';
import type { Verification } from '../../../server/audit/verify/verify';
import { auditRestored } from '../../../server/cli/audit-restored';
import { auditVerify } from '../../../server/cli/audit-verify';
import { GENERATION, openGenerationIfMoved } from '../../../server/db/generations';
import { asWorker } from '../../../server/db/transaction';
import { env } from '../../../server/env';
import { showId } from '../../../server/shared/ids';
import {
  addOrganization,
  addRows,
  openAuditDatabase,
  sealEverything,
  type AuditDatabase,
} from '../../audits/alterations/audit-database';
import { nightly } from '../../support/test-size';

/** Restores of the database: which ones the audit accepts, and which only look like one. */

const ownAnchorFile = env.AUDIT_ANCHOR_FILE;
afterAll(() => {
  env.AUDIT_ANCHOR_FILE = ownAnchorFile;
});

async function use(folder?: string): Promise<AuditDatabase> {
  const database = await openAuditDatabase(folder);
  env.AUDIT_ANCHOR_FILE = database.anchorFile;
  return database;
}

/** Closed also after a failure, because all of them share the pool of the process. */
async function useForTest(folder?: string): Promise<AuditDatabase> {
  const database = await use(folder);
  let closing: Promise<void> | undefined;
  const once = (end: () => Promise<void>) => () => (closing ??= end());
  const shared = { ...database, stop: once(database.stop), close: once(database.close) };
  onTestFinished(() => shared.close());
  return shared;
}

/** A safe place for copies of the anchor file. */
async function safeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-anchors-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const given = (flags: Record<string, string>) => ({
  get: (flag: string) => flags[flag],
  need: (flag: string) => flags[flag]!,
  operand: '',
  json: false,
});

async function verify(anchor: string, org = 'all') {
  const made = (await auditVerify.run(given({ org, anchor }))) as Verification;
  return { made, exit: auditVerify.exitCode!(made), text: auditVerify.text!(made) };
}

async function declare(flags: { reason: string; anchor?: string }) {
  const made = (await auditRestored.run(given(flags))) as DeclaredRestore;
  return { made, exit: auditRestored.exitCode!(made), text: auditRestored.text!(made) };
}

/** The number of faulty organizations, after a sealer has compared its anchor file. */
async function faulty(database: AuditDatabase): Promise<number> {
  await startSealer({ anchorFile: database.anchorFile }).stop();
  return sealerFigures()!.faulty;
}

const lastSeal = async (client: pg.Client, orgId: string): Promise<number> =>
  (
    await client.query<{ last: number }>(
      'select coalesce(max(number), 0)::int as last from audit_seals where org_id = $1',
      [orgId],
    )
  ).rows[0]!.last;

/** Rows in seals of at most five, each batch with its own line in the anchor file. */
async function fill(database: AuditDatabase, orgIds: string[], batches: number, from: number): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    for (const orgId of orgIds) await addRows(database.superuser, orgId, 10, from + batch * 10);
    await sealEverything(database, 5);
  }
}

/** What a dump contains, loaded by a superuser, as `pg_restore` does. */
const TABLES = ['organizations', 'generations', 'audit_events', 'audit_seals', 'events'];
async function dump(client: pg.Client): Promise<Map<string, string>> {
  const tables = new Map<string, string>();
  for (const table of TABLES) {
    const { rows } = await client.query<{ content: string }>(
      `select coalesce(json_agg(t), '[]')::text as content from ${table} t`,
    );
    tables.set(table, rows[0]!.content);
  }
  const { rows } = await client.query<{ floor: string }>('select last_value as floor from txid_floor');
  return tables.set('txid_floor', rows[0]!.floor);
}
async function load(client: pg.Client, tables: Map<string, string>): Promise<void> {
  for (const table of TABLES)
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      tables.get(table),
    ]);
  await client.query(`select setval('txid_floor', $1)`, [tables.get('txid_floor')]);
}

describe('a dump loaded into a new cluster', nightly, () => {
  it('continues the audit in a new generation, without a finding', async () => {
    const source = await useForTest();
    const orgId = await addOrganization(source.superuser, 'dumped');
    // Far above the transaction IDs of a new cluster.
    await source.superuser.query(
      'do $$ begin for n in 1..4000 loop perform pg_current_xact_id(); commit; end loop; end $$',
    );
    await fill(source, [orgId], 2, 0);
    // Not sealed yet when the dump was made.
    await addRows(source.superuser, orgId, 4, 20);
    const anchors = path.join(await safeFolder(), 'anchors.jsonl');
    await cp(source.anchorFile, anchors);
    const tables = await dump(source.superuser);
    await source.close();

    const target = await useForTest();
    await load(target.superuser, tables);
    await cp(anchors, target.anchorFile);
    // No process can write before a generation is open, also one that was running all the time.
    await expect(addRows(target.superuser, orgId, 1, 24)).rejects.toMatchObject({ code: 'CL001' });
    expect(await openGenerationIfMoved()).toBe(1);
    await addRows(target.superuser, orgId, 6, 24);
    await sealEverything(target, 5);
    expect(await faulty(target)).toBe(0);

    const { made, exit } = await verify(target.anchorFile);
    expect({ exit, findings: made.findings, restores: made.restores }).toEqual({
      exit: 0,
      findings: [],
      restores: [],
    });
    expect(made.organizations).toMatchObject([{ rows: 30, unsealed: 0 }]);
    const { rows } = await target.superuser.query<{ generation: string; count: number }>(
      `select (txid::text::bigint / ${GENERATION})::text as generation, count(*)::int as count
       from audit_events group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { generation: '0', count: 24 },
      { generation: '1', count: 6 },
    ]);
  }, 120_000);
});

describe('a restore to an earlier time', nightly, () => {
  it('is found until it is declared, then listed with what was lost', async () => {
    const live = await useForTest();
    const orgIds = [
      await addOrganization(live.superuser, 'kept-one'),
      await addOrganization(live.superuser, 'kept-two'),
    ];
    await fill(live, orgIds, 2, 0);
    const [kept, other] = [await lastSeal(live.superuser, orgIds[0]!), orgIds[1]!];
    await live.stop();
    const backup = path.join(await safeFolder(), 'data');
    await cp(live.folder, backup, { recursive: true });
    const again = await useForTest(live.folder);
    await fill(again, orgIds, 2, 20);
    // An organization that did not exist at the time of the backup.
    const later = await addOrganization(again.superuser, 'added-later');
    await fill(again, [later], 1, 0);
    const lost = await lastSeal(again.superuser, orgIds[0]!);
    const safe = path.join(await safeFolder(), 'anchors.jsonl');
    await cp(again.anchorFile, safe);
    await again.close();

    const restored = await useForTest(backup);
    await cp(safe, restored.anchorFile);
    const before = await verify(safe);
    expect(before.exit).toBe(1);
    expect(Object.keys(before.made.counts)).toEqual(['tail_cut']);
    expect(await faulty(restored)).toBe(3);

    const { made, exit, text } = await declare({ reason: 'Disk failure, backup of Monday', anchor: safe });
    expect(exit).toBe(0);
    expect(made).toMatchObject({ generation: 1, rejected: [] });
    expect(made.organizations).toHaveLength(3);
    for (const { lost: of } of made.organizations.slice(0, 2))
      expect(of).toMatchObject({ from: kept + 1, to: lost, seals_before: 0, rows_before: 0 });
    expect(text).toContain(`seals ${kept + 1} to ${lost} are lost`);
    expect(text).not.toContain('Note:');

    await addRows(restored.superuser, other, 8, 40);
    await sealEverything(restored, 5);
    expect(await faulty(restored)).toBe(0);
    const joined = path.join(path.dirname(safe), 'joined.jsonl');
    // The parts in any order.
    await writeFile(joined, (await readFile(restored.anchorFile, 'utf8')) + (await readFile(safe, 'utf8')));
    const after = await verify(joined);
    expect({ exit: after.exit, findings: after.made.findings }).toEqual({ exit: 0, findings: [] });
    expect(after.made.restores).toHaveLength(3);
    for (const one of after.made.restores)
      expect(one).toMatchObject({ reason: 'Disk failure, backup of Monday', generation: 1, anchored: true });
    expect(after.text).toContain(`DECLARED RESTORE  ${showId('organization', later)}`);
    expect(after.text).toContain(`Seals ${kept + 1} to ${lost} are lost`);
    // Each organization sees it in its own audit, and its rows are in the new generation.
    const { rows } = await restored.superuser.query(
      `select actor, transport, detail->>'reason' as reason, (txid::text::bigint / ${GENERATION})::int as generation
       from audit_events where action = 'declare_restore'`,
    );
    const row = {
      actor: 'system',
      transport: 'admin',
      reason: 'Disk failure, backup of Monday',
      generation: 1,
    };
    expect(rows).toEqual([row, row]);

    // The copy without the declaration proves the loss and does not excuse it.
    const old = await verify(safe);
    expect(old.exit).toBe(1);
    expect(old.text).toContain('the anchor file does not: this proves nothing');

    // A second one, of something else, is declared as well.
    await fill(restored, [other], 1, 48);
    const tail = await lastSeal(restored.superuser, other);
    await cut(restored.superuser, other, tail - 1);
    expect((await verify(restored.anchorFile)).made.counts).toEqual({ tail_cut: 1 });
    const second = await declare({ reason: 'Again' });
    expect(second.made.organizations.filter(({ lost: of }) => of)).toMatchObject([
      { org: showId('organization', other), lost: { from: tail, to: tail } },
    ]);
    expect(second.text).toMatch(new RegExp(`seal ${tail} is lost, anchored at \\S+; 0 rows were written`));
    expect(second.text).toContain('Note: Without --anchor, the restore is not anchored outside the database');
    expect((await verify(restored.anchorFile)).exit).toBe(0);
  }, 180_000);
});

/** As after a restore to the time of seal `last`. */
async function cut(client: pg.Client, orgId: string, last: number): Promise<void> {
  await client.query('delete from audit_seals where org_id = $1 and number > $2', [orgId, last]);
  await client.query(
    `delete from audit_events e using audit_seals s where e.org_id = $1 and s.org_id = $1 and s.number = $2
       and (e.txid, e.id) > (s.last_txid, s.last_id)`,
    [orgId, last],
  );
}

describe('in one cluster', () => {
  let database: AuditDatabase;
  beforeAll(async () => {
    database = await use();
  });
  afterEach(async () => {
    await database.superuser.query(
      'delete from audit_events; delete from audit_seals; delete from organizations',
    );
    await rm(database.anchorFile);
  });
  afterAll(() => database.close());

  describe('rows of a service that starts before the restore is declared', () => {
    it('stay visible as such', async () => {
      const orgId = await addOrganization(database.superuser, 'started-early');
      await fill(database, [orgId], 4, 0);
      const last = await lastSeal(database.superuser, orgId);
      await cut(database.superuser, orgId, last - 3);
      // New seals with the numbers of lost ones, in the same anchor file.
      await fill(database, [orgId], 3, 40);
      expect(await lastSeal(database.superuser, orgId)).toBeGreaterThan(last);
      const before = await verify(database.anchorFile);
      expect(before.exit).toBe(1);
      expect(Object.keys(before.made.counts)).toEqual(['anchor_mismatch']);

      const { made, exit } = await declare({ reason: 'Point in time' });
      expect(exit).toBe(0);
      const [{ lost }] = made.organizations as [DeclaredRestore['organizations'][number]];
      expect(lost).toMatchObject({ from: last - 2, to: last, rows_before: 30 });
      await fill(database, [orgId], 1, 70);
      const after = await verify(database.anchorFile);
      expect({ exit: after.exit, findings: after.made.findings }).toEqual({ exit: 0, findings: [] });
      expect(after.text).toContain(
        `30 rows in ${lost!.seals_before} seals were written after the restore and before its declaration.`,
      );
      expect(await faulty(database)).toBe(0);

      // What was written since then is protected like before, also where numbers of lost seals are used again.
      await reseal(database, orgId, last - 1, 'req_45');
      const altered = await verify(database.anchorFile);
      expect(altered.exit).toBe(1);
      expect(altered.made.findings.map(({ kind, seal: of }) => [kind, of])).toContainEqual([
        'anchor_mismatch',
        last - 1,
      ]);
    }, 120_000);
  });

  describe('tampering disguised as a restore', () => {
    async function prepare(slug: string) {
      const orgId = await addOrganization(database.superuser, slug);
      await fill(database, [orgId], 3, 0);
      return { orgId, last: await lastSeal(database.superuser, orgId) };
    }
    /** All that the database alone allows: exactly what the command writes there, but not its line. */
    async function forge(): Promise<void> {
      await declareRestore({
        reason: 'Forged',
        anchors: [await openAnchorFile(database.anchorFile)],
        anchorFile: path.join(await safeFolder(), 'elsewhere.jsonl'),
      });
      // The sealer of the service writes the forged end of the chain to the anchor file.
      await fill(database, [], 1, 0);
    }

    it('is found when the declaration is only in the database', async () => {
      const { orgId, last } = await prepare('forged-row');
      await cut(database.superuser, orgId, last - 1);
      await forge();
      const { made, text, exit } = await verify(database.anchorFile);
      expect(exit).toBe(1);
      expect(made.findings).toMatchObject([{ kind: 'anchor_mismatch', seal: last }]);
      expect(made.restores).toMatchObject([{ reason: 'Forged', anchored: false }]);
      expect(text).toContain('The anchor file does not contain this declaration: add the lines of');
      expect(await faulty(database)).toBe(1);
    }, 60_000);

    it('is found when a line of the anchor file declares more than the audit', async () => {
      const { orgId, last } = await prepare('widened-line');
      await cut(database.superuser, orgId, last - 1);
      await declare({ reason: 'Honest' });
      expect((await verify(database.anchorFile)).exit).toBe(0);
      // A later attack on seals before the restore, excused by a changed line.
      const [seal, row] = [last - 3, 'req_5'];
      await reseal(database, orgId, seal, row);
      const text = await readFile(database.anchorFile, 'utf8');
      const attacked = await verify(database.anchorFile);
      expect(attacked.made.findings.map(({ seal: of }) => of)).toContain(last - 2);
      await writeFile(database.anchorFile, text.replace(/"from":\d+/, '"from":1'));
      // Now it also says nothing about the honest loss.
      const { made } = await verify(database.anchorFile);
      const seals = (found: Verification) => new Set(found.findings.map(({ seal: of }) => of));
      expect([...seals(made)]).toEqual(expect.arrayContaining([...seals(attacked.made)]));
      // Without the audit's declaration, the honest line excuses nothing.
      await writeFile(database.anchorFile, text);
      await database.superuser.query(`delete from audit_events where action = 'declare_restore'`);
      const found = (await verify(database.anchorFile)).made.findings.filter(({ seal: of }) => of === last);
      expect(found.map(({ kind }) => kind)).toContain('anchor_mismatch');
    }, 60_000);

    it('is found when lines of the anchor file are removed or an organization is said to be lost', async () => {
      const { orgId, last } = await prepare('partial-file');
      await cut(database.superuser, orgId, last - 1);
      const lines = (await readFile(database.anchorFile, 'utf8')).trim().split('\n');
      const restored = {
        row: null,
        txid: String(40n * GENERATION + 900n),
        from: 1,
        to: last,
        until: '2099-01-01T00:00:00Z',
      };
      const line = JSON.stringify({
        org: showId('organization', orgId),
        at: '2026-11-26T00:00:00Z',
        restored,
      });
      await writeFile(database.anchorFile, `${[lines[0], ...lines.slice(2), line].join('\n')}\n`);
      expect((await verify(database.anchorFile)).made.counts).toEqual({ tail_cut: 1 });
      // All of its audit is removed, and the line names a restore that the database does not know.
      await cut(database.superuser, orgId, 0);
      await database.superuser.query('delete from audit_events');
      expect((await verify(database.anchorFile)).made.counts).toEqual({ tail_cut: 2 });
      // Nor does it help to know one, as long as the organization has an audit.
      await addRows(database.superuser, orgId, 5);
      await declareRestore({ reason: 'Other', anchors: [], anchorFile: `${database.anchorFile}.other` });
      const { rows } = await database.superuser.query<{ number: number }>(
        'select max(number) as number from generations',
      );
      const known = line.replace(restored.txid, String(BigInt(rows[0]!.number) * GENERATION + 900n));
      await writeFile(
        database.anchorFile,
        (await readFile(database.anchorFile, 'utf8')).replace(line, known),
      );
      expect((await verify(database.anchorFile)).exit).toBe(1);
    }, 60_000);

    it('is rejected when the audit from before the loss was changed', async () => {
      const { orgId, last } = await prepare('rewritten');
      // Rewritten and sealed again, before the database is lost.
      await reseal(database, orgId, 2, 'req_12');
      await fill(database, [orgId], 1, 30);
      const copy = path.join(await safeFolder(), 'anchors.jsonl');
      await cp(database.anchorFile, copy);
      await cut(database.superuser, orgId, last);
      const { made, exit, text } = await declare({ reason: 'Restored', anchor: copy });
      expect(exit).toBe(1);
      expect(made).toMatchObject({ organizations: [], rejected: [{ org: showId('organization', orgId) }] });
      expect(text).toContain('REJECTED');
      const after = await verify(database.anchorFile);
      expect(after.exit).toBe(1);
      expect(after.made.restores).toEqual([]);
    }, 60_000);
  });
});

/** Changes a row and seals everything from `from` again, as the service would have done. */
async function reseal(database: AuditDatabase, orgId: string, from: number, row: string): Promise<void> {
  await database.superuser.query(`update audit_events set actor = 'usr_other' where request_id = $1`, [row]);
  await database.superuser.query('delete from audit_seals where org_id = $1 and number >= $2', [orgId, from]);
  while ((await asWorker((tx) => seal(queryOf(tx), { now: new Date(), batchRows: 5 }))).more);
}
