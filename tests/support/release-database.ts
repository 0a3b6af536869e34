import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { migrate } from '../../server/db/migrate';
import { connectionOfRunningServer } from '../../server/embedded/embedded-postgres';
import { readSecrets } from '../../server/embedded/secrets';
import { readDemo, startService } from './service';

/**
 * The database of a released version: its rows, files, keys and the names of its migrations. The tables are created by
 * those migrations, which never change after a release.
 */
export interface ReleaseDatabase {
  version: string;
  /** In order. */
  migrations: { name: string; sha256: string }[];
  /** Setting of the same name. */
  encryption_keys: string;
  api_key: string;
  /** Rows by table, as `to_jsonb` prints them. */
  tables: Record<string, object[]>;
  /** Last values. */
  sequences: Record<string, string>;
  /** Below the folder of documents, in Base64. */
  files: Record<string, string>;
}

export const RELEASES = 'tests/fixtures/releases';
const MIGRATIONS = 'server/db/migrations';
const DOCUMENTS = 'documents';

export const releaseFiles = async (): Promise<string[]> =>
  (await readdir(RELEASES))
    .filter((file) => file.endsWith('.json.gz'))
    .sort()
    .map((file) => path.join(RELEASES, file));

export const readRelease = async (file: string): Promise<ReleaseDatabase> =>
  JSON.parse(gunzipSync(await readFile(file)).toString()) as ReleaseDatabase;

export const writeRelease = (file: string, release: ReleaseDatabase): Promise<void> =>
  writeFile(file, gzipSync(JSON.stringify(release), { level: 9 }));

/** Runs the built service with demo data, writes with its API, and reads everything that it stored. */
export async function makeRelease(version: string): Promise<ReleaseDatabase> {
  const service = await startService();
  try {
    const { apiKey } = await readDemo(service.dataDir);
    await writeWithApi(service.url, apiKey);
    const running = await connectionOfRunningServer(service.dataDir);
    const secrets = await readSecrets(service.dataDir);
    if (!running || !secrets) throw new Error('The database of the service does not answer.');
    const client = await connect(running.adminUrl);
    try {
      return {
        version,
        migrations: await currentMigrations(),
        encryption_keys: secrets.encryptionKeys,
        api_key: apiKey,
        ...(await readRows(client)),
        files: await readFiles(path.join(service.dataDir, DOCUMENTS)),
      };
    } finally {
      await client.end();
    }
  } finally {
    await service.stop();
  }
}

/** What the demo data lacks: a document, a webhook with events, an order that was canceled. */
async function writeWithApi(url: string, key: string): Promise<void> {
  const post = async (address: string, body: object | FormData): Promise<{ id: string }> => {
    const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
    if (!(body instanceof FormData)) headers['Content-Type'] = 'application/json';
    const response = await fetch(url + address, {
      method: 'POST',
      headers,
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  await post('/v1/webhooks', {
    url: 'https://hooks.example.org/clinical',
    events: ['patient.created'],
  });
  const patient = await post('/v1/patients', {
    name: { family: 'Released', given: ['Rita'] },
    birth_date: '1980-01-02',
    sex: 'female',
  });
  const form = new FormData();
  const facts = { patient_id: patient.id, title: 'Letter', category: 'correspondence' };
  form.set('metadata', new Blob([JSON.stringify(facts)], { type: 'application/json' }));
  form.set('file', new Blob(['Dear colleague\n']), 'letter.txt');
  await post('/v1/documents', form);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;

async function readRows(client: pg.Client): Promise<Pick<ReleaseDatabase, 'tables' | 'sequences'>> {
  await client.query('begin isolation level repeatable read read only');
  const { rows: names } = await client.query<{ name: string }>(TABLES);
  const tables: ReleaseDatabase['tables'] = {};
  for (const { name } of names) {
    const { rows } = await client.query<{ row: object }>(
      `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`,
    );
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  );
  await client.query('commit');
  return {
    tables,
    sequences: Object.fromEntries(sequences.flatMap(({ name, last }) => (last ? [[name, last]] : []))),
  };
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, file), (await readFile(file)).toString('base64')] as const;
      }),
  );
  return Object.fromEntries(files.sort(([one], [other]) => one.localeCompare(other)));
}

interface Journal {
  entries: { tag: string }[];
}

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal;

export async function currentMigrations(): Promise<ReleaseDatabase['migrations']> {
  const { entries } = await readJournal();
  return Promise.all(
    entries.map(async ({ tag }) => ({
      name: tag,
      sha256: createHash('sha256')
        .update(await readFile(path.join(MIGRATIONS, `${tag}.sql`)))
        .digest('hex'),
    })),
  );
}

/**
 * Creates the tables with the release's migrations, and fills them.
 * @param urls of an empty database
 * @param dataDir becomes the release's `DATA_DIR`
 */
export async function loadRelease(
  release: ReleaseDatabase,
  urls: { adminUrl: string; migrationUrl: string },
  dataDir: string,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-release-'));
  try {
    const journal = await readJournal();
    journal.entries = journal.entries.slice(0, release.migrations.length);
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify(journal));
    for (const { name } of release.migrations)
      await writeFile(path.join(folder, `${name}.sql`), await readFile(path.join(MIGRATIONS, `${name}.sql`)));
    await migrate(urls.migrationUrl, { folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const client = await connect(urls.adminUrl);
  try {
    await writeRows(client, release);
  } finally {
    await client.end();
  }
  for (const [name, content] of Object.entries(release.files)) {
    const file = path.join(dataDir, DOCUMENTS, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(content, 'base64'));
  }
}

async function writeRows(client: pg.Client, { tables, sequences }: ReleaseDatabase): Promise<void> {
  await client.query('begin');
  // Without triggers and foreign keys: the rows were checked when they were written.
  await client.query("set local session_replication_role = 'replica'");
  for (const [name, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [name],
    );
    const list = columns.map((column) => column.name).join(', ');
    await client.query(`delete from "${name}"`);
    await client.query(
      `insert into "${name}" (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::"${name}", $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
  await client.query('commit');
}

/** Rows of each table, to compare a database before and after an upgrade. */
export async function rowsOf(adminUrl: string): Promise<ReleaseDatabase['tables']> {
  const client = await connect(adminUrl);
  try {
    return (await readRows(client)).tables;
  } finally {
    await client.end();
  }
}
