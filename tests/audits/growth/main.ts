import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { closePool } from '../../../server/db/client';
import { createMonthPartitions } from '../../../server/db/partitions';
import { migrate } from '../../../server/db/migrate';
import { withTenant } from '../../../server/db/transaction';
import { listAuditEntriesInput, listPatientAccessInput } from '../../../server/domain/audit-log/contract';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import { createOrganization } from '../../../server/domain/organizations/create-organization';
import { createUser } from '../../../server/domain/people/create-user';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { env } from '../../../server/env';
import { recordAudit } from '../../../server/shared/audit';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { ROLE_SCOPES } from '../../../server/shared/scopes';
import { systemContext } from '../../../server/shared/system-actor';
import { quantiles } from '../../support/quantiles';
import { addMonths, PATIENT } from './rows';

/**
 * npm run audit:growth: what the audit log costs for each list, and whether reads and lists slow down when it grows to
 * many years. Exit code 1 if a goal is missed.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' }, times: { type: 'string', default: '300' } },
});
const rows = Number(values.rows);
const ROUNDS = 6;
/** Of each question in a round. */
const each = Math.ceil(Number(values.times) / ROUNDS);
const MOST_BYTES = 0.4;
const MOST_SLOWDOWN = 1.5;
const VIEWS = 4_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-growth-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  await migrate(postgres.migrationUrl);
  Object.assign(env, {
    DATABASE_URL: postgres.appUrl,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: `growth:${randomBytes(32).toString('base64')}`,
  });
  await createMonthPartitions();
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    const missed = [...(await measureBytes(admin)), ...(await measureGrowth(admin))];
    for (const goal of missed) say(`MISSED: ${goal}`);
    process.exitCode = missed.length > 0 ? 1 : 0;
  } finally {
    await admin.end();
  }
} finally {
  await closePool();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function organization(slug: string): Promise<{ orgId: string; admin: Context }> {
  const made = await createOrganization(
    { transport: 'admin', requestId: newRequestId(), ip: null },
    { name: slug, slug },
  );
  const orgId = readId('organization', made.id)!;
  const user = await createUser(systemContext(orgId, 'system'), {
    email: `${slug}@example.org`,
    name: 'Administrator',
    role: 'admin',
    password: 'correct horse battery staple',
  });
  const actor = {
    kind: 'user',
    id: readId('user', user.id),
    orgId,
    role: 'admin',
    scopes: new Set(ROLE_SCOPES.admin),
  } as const;
  return { orgId, admin: { actor, transport: 'portal', requestId: newRequestId(), ip: '127.0.0.1' } };
}

/** Bytes of the audit for one list view, next to the former table with a row for each patient. */
async function measureBytes(client: pg.Client): Promise<string[]> {
  const { orgId, admin } = await organization('bytes');
  await client.query(PATIENT);
  await client.query(
    'CREATE TABLE former (org_id uuid, patient_id uuid, audit_id uuid, PRIMARY KEY (org_id, patient_id, audit_id))',
  );
  const view = async (from: number, patients: number) => {
    for (let nth = from; nth < from + VIEWS; nth += 50)
      await withTenant(orgId, async (tx) => {
        for (let at = nth; at < nth + 50; at++)
          await recordAudit(
            tx,
            { ...admin, requestId: newRequestId() },
            {
              action: 'list_patients',
              kind: 'list',
              outcome: 'allowed',
              patientIds: await patientsOf(client, at, patients),
              detail: { count: patients },
            },
          );
      });
    // The former table was written by the same statement.
    await client.query(
      `INSERT INTO former SELECT org_id, patient, id FROM audit_events, unnest(patient_ids) patient
       WHERE org_id = $1 AND action = 'list_patients' AND id > coalesce((SELECT audit_id FROM former ORDER BY audit_id DESC LIMIT 1), '00000000-0000-0000-0000-000000000000')
       ORDER BY id`,
      [orgId],
    );
    await client.query('VACUUM audit_events');
  };
  const missed: string[] = [];
  say('patients of a list | bytes of the audit | with a row for each patient | share');
  // The first views fill the space of entries that are not merged yet.
  await view(0, 25);
  for (const [nth, patients] of [25, 50].entries()) {
    const before = await sizes(client);
    await view((nth + 1) * VIEWS, patients);
    const after = await sizes(client);
    const now = (after.audit - before.audit) / VIEWS;
    const former = now - (after.index - before.index) / VIEWS + (after.former - before.former) / VIEWS;
    say(`${patients} | ${now.toFixed(0)} | ${former.toFixed(0)} | ${((now / former) * 100).toFixed(0)} %`);
    if (now / former > MOST_BYTES)
      missed.push(`a list of ${patients} patients takes ${now.toFixed(0)} bytes`);
  }
  return missed;
}

async function patientsOf(client: pg.Client, view: number, count: number): Promise<string[]> {
  const { rows: found } = await client.query<{ ids: string[] }>(
    'SELECT array_agg(patient_number(($1::bigint * 31 + k * 401) % 10000)) AS ids FROM generate_series(1, $2::int) k',
    [view, count],
  );
  return found[0]!.ids;
}

async function sizes(client: pg.Client): Promise<Record<'audit' | 'index' | 'former', number>> {
  const { rows: found } = await client.query<Record<'audit' | 'index' | 'former', string>>(
    `SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('audit_events') WHERE isleaf) AS audit,
       (SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree('audit_events_patients') WHERE isleaf) AS index,
       pg_total_relation_size('former') AS former`,
  );
  const { audit, index, former } = found[0]!;
  return { audit: Number(audit), index: Number(index), former: Number(former) };
}

/** A database of the same server, for comparison in the same minutes. */
async function secondDatabase(client: pg.Client): Promise<{ appUrl: string; migrationUrl: string }> {
  await client.query('CREATE DATABASE small OWNER clinical_owner');
  const at = (url: string) => Object.assign(new URL(url), { pathname: '/small' }).href;
  const there = new pg.Client({ connectionString: at(postgres.adminUrl) });
  await there.connect();
  await there.query('ALTER SCHEMA public OWNER TO clinical_owner');
  await there.end();
  return { appUrl: at(postgres.appUrl), migrationUrl: at(postgres.migrationUrl) };
}

async function use(url: string): Promise<void> {
  await closePool();
  env.DATABASE_URL = url;
}

interface Subject {
  orgId: string;
  questions: Record<string, (nth: number) => Promise<unknown>>;
  fresh: () => Context;
}

/** An organization with 500 patients and 10,000 audit rows. */
async function prepare(): Promise<Subject> {
  const { orgId, admin } = await organization('growth');
  const fresh = () => ({ ...admin, requestId: newRequestId() });
  const person = (family: string) =>
    createPatientInput.parse({ name: { family, given: ['Ada'] }, birth_date: '1950-01-02', sex: 'female' });
  const ids: string[] = [];
  for (let nth = 0; nth < 500; nth++)
    ids.push((await createPatient(fresh(), person(`Family${nth % 97}`))).id);
  for (let nth = 500; nth < 10_000; nth += 100)
    await withTenant(orgId, async (tx) => {
      for (let at = nth; at < nth + 100; at++)
        await recordAudit(tx, fresh(), {
          action: 'get_patient',
          kind: 'read',
          outcome: 'allowed',
          patientIds: [readId('patient', ids[at % 500]!)!],
        });
    });
  const patientAt = (nth: number) => ids[nth % 500]!;
  return {
    orgId,
    fresh,
    questions: {
      'read by ID': (nth) => getPatient(fresh(), { id: patientAt(nth) }),
      'list of 50': () => listPatients(fresh(), listPatientsInput.parse({ limit: 50 })),
      create: (nth) => createPatient(fresh(), person(`New${nth}`)),
      'audit log, first page': () => listAuditEntries(fresh(), listAuditEntriesInput.parse({})),
      // The patients have more entries than that: a log that ends earlier is searched for in all years (`readOldLog`).
      'access log of a patient, 10 entries': (nth) =>
        listPatientAccess(fresh(), listPatientAccessInput.parse({ patient_id: patientAt(nth), limit: 10 })),
    },
  };
}

async function measureGrowth(client: pg.Client): Promise<string[]> {
  const large = await prepare();
  // As old as its audit will be.
  await client.query(`UPDATE organizations SET created_at = now() - interval '7 years' WHERE id = $1`, [
    large.orgId,
  ]);
  const second = await secondDatabase(client);
  await migrate(second.migrationUrl);
  await use(second.appUrl);
  const small = await prepare();
  const began = Date.now();
  const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: "'4GB'" };
  for (const [name, value] of Object.entries(settings))
    await client.query(`ALTER SYSTEM SET ${name} = ${value}`);
  await client.query('SELECT pg_reload_conf()');
  await addMonths(client, large.orgId, rows, say);
  for (const name of Object.keys(settings)) await client.query(`ALTER SYSTEM RESET ${name}`);
  await client.query('SELECT pg_reload_conf()');
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  const { rows: size } = await client.query<{ bytes: string }>(
    `SELECT pg_size_pretty(sum(pg_total_relation_size(relid))) AS bytes FROM pg_partition_tree('audit_events') WHERE isleaf`,
  );
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  say(`${rows} audit rows over seven years, ${size[0]!.bytes}, made in ${minutes} min`);
  const missed = await compare({ url: second.appUrl, ...small }, { url: postgres.appUrl, ...large });
  await readOldLog(client, large);
  return missed;
}

/** In turns, so that both meet the same load of the machine. */
async function compare(
  ...subjects: [small: Subject & { url: string }, large: Subject & { url: string }]
): Promise<string[]> {
  const took = subjects.map(() => new Map<string, number[]>());
  for (let round = 0; round < ROUNDS; round++)
    for (const [which, { url, questions }] of subjects.entries()) {
      await use(url);
      for (const [name, ask] of Object.entries(questions)) {
        const times = took[which]!.get(name) ?? [];
        took[which]!.set(name, times);
        // The first ones fill the caches.
        for (let nth = -10; nth < each; nth++) {
          const at = performance.now();
          await ask(round * each + Math.abs(nth));
          if (nth >= 0) times.push(performance.now() - at);
        }
      }
    }
  say('\nmedian ms | 10,000 rows | seven years | ratio');
  const missed: string[] = [];
  for (const name of Object.keys(subjects[0].questions)) {
    const [less, more] = took.map((times) => quantiles(times.get(name)!).p50) as [number, number];
    say(`${name} | ${less.toFixed(2)} | ${more.toFixed(2)} | ${(more / less).toFixed(2)}`);
    if (more / less > MOST_SLOWDOWN) missed.push(`${name} is ${(more / less).toFixed(2)} times as slow`);
  }
  return missed;
}

/** Of a patient whose entries are spread over all partitions. */
async function readOldLog(client: pg.Client, { orgId, fresh }: Subject): Promise<void> {
  const { rows: found } = await client.query<{ id: string }>('SELECT patient_number(12345) AS id');
  const { id } = found[0]!;
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO patients SELECT (jsonb_populate_record(p, jsonb_build_object('id', $2::uuid, 'mrn', 'OLD'))).* FROM patients p WHERE org_id = $1 LIMIT 1`,
    [orgId, id],
  );
  const input = listPatientAccessInput.parse({ patient_id: showId('patient', id), limit: 100 });
  for (const time of ['first', 'second']) {
    const at = performance.now();
    const { data } = await listPatientAccess(fresh(), input);
    const ms = (performance.now() - at).toFixed(0);
    say(`access log over seven years: ${data.length} entries in ${ms} ms (${time} time)`);
  }
}
