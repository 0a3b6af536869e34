import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startSealer } from '../../../server/audit/sealer';
import { closePool } from '../../../server/db/client';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { migrate } from '../../../server/db/migrate';
import { completeEnv, env } from '../../../server/env';
import { useEmptyDatabase } from '../../support/empty-database';

/**
 * An own database, because the sealer handles every organization and waits for every transaction. Its
 * organizations have invented audit rows that vary in every column, sealed by the real sealer.
 */
export interface AuditDatabase {
  superuser: pg.Client;
  adminUrl: string;
  folder: string;
  anchorFile: string;
  /** For a process of the product next to this one. */
  settings: Record<string, string>;
  /** Keeps the folder. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * In a separate PostgreSQL.
 * @param existing the folder of a stopped one, or a copy of it
 */
export async function openAuditDatabase(existing?: string): Promise<AuditDatabase> {
  const folder = existing ?? (await newFolder());
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  await migrate(postgres.migrationUrl);
  await closePool();
  const settings = {
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
  completeEnv(settings);
  return connected(postgres.adminUrl, folder, settings, () => postgres.stop());
}

/** In the PostgreSQL of a worker of the database tests, which runs nothing else meanwhile. */
export async function openAuditDatabaseOfWorker(): Promise<AuditDatabase> {
  await useEmptyDatabase();
  const settings = { DATABASE_URL: env.DATABASE_URL! };
  return connected(process.env.TEST_ADMIN_URL!, await newFolder(), settings, () => Promise.resolve());
}

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'clinical-audit-'));

async function connected(
  adminUrl: string,
  folder: string,
  settings: Record<string, string>,
  stopServer: () => Promise<void>,
): Promise<AuditDatabase> {
  const superuser = new pg.Client({ connectionString: adminUrl });
  await superuser.connect();
  const stop = async () => {
    await superuser.end();
    await closePool();
    await stopServer();
  };
  return {
    superuser,
    adminUrl,
    folder,
    anchorFile: path.join(folder, 'anchor.jsonl'),
    settings: { ...settings, DATA_DIR: folder },
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ORGANIZATION = `insert into organizations (id, slug, name, created_at) values ($1, $2, $2, now())`;

// Every column has several forms: null, empty, non-ASCII, and with the encoding's own delimiters.
const ROWS = `
  insert into audit_events (org_id, id, at, actor, transport, action, kind, outcome, code, object_kind, object_id, patient_ids, request_id, ip, detail)
  select $1::uuid, uuidv7(), clock_timestamp(), (array['usr_1', 'key_2', 'system'])[n % 3 + 1], (array['v1', 'portal', 'admin'])[n % 3 + 1],
    (array['get_patient', 'list_patients', 'create_document'])[n % 3 + 1], (array['read', 'list', 'write'])[n % 3 + 1],
    case when n % 7 = 0 then 'refused' else 'allowed' end, case when n % 7 = 0 then 'not_found' end,
    case when n % 2 = 0 then 'patient' end, case when n % 2 = 0 then gen_random_uuid() end,
    array(select gen_random_uuid() from generate_series(1, n % 4)), 'req_' || n, (array['127.0.0.1', '::1', '', null])[n % 4 + 1],
    (array[null, '{}', '{"count": 2, "fields": ["name", "ünïcode ,1:"]}', '{"z": 1.50, "aa": null, "b": "\\n\\"", "a": []}'])[n % 4 + 1]::jsonb
  from generate_series($2::int, $3::int) n`;

/** Adds rows in transactions of one to seven. */
export async function addRows(client: pg.Client, orgId: string, count: number, from = 0): Promise<void> {
  for (let at = from, size = 1; at < from + count; at += size, size = (size % 7) + 1)
    await client.query(ROWS, [orgId, at, Math.min(at + size, from + count) - 1]);
}

export async function addOrganization(client: pg.Client, slug: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select uuidv7() as id');
  await client.query(ORGANIZATION, [rows[0]!.id, slug]);
  return rows[0]!.id;
}

/** Runs the sealer until everything is sealed and anchored. */
export async function sealEverything(
  database: AuditDatabase,
  batchRows: number,
  now = () => new Date(),
): Promise<void> {
  const sealer = startSealer({ everyMs: 5, batchRows, anchorFile: database.anchorFile, now });
  const unsealed = `
    select 1 from audit_events e where (e.txid, e.id) > all (
      select s.last_txid, s.last_id from audit_seals s where s.org_id = e.org_id order by number desc limit 1) limit 1`;
  const deadline = Date.now() + 60_000;
  while ((await database.superuser.query(unsealed)).rows.length > 0) {
    if (Date.now() > deadline) throw new Error('The sealer did not come to an end.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await sealer.stop();
}

export const anchorLines = async (
  file: string,
): Promise<{ org: string; number: number; hash: string; at: string }[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as never);
