import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../server/db/migrate';
import { FUNCTIONS, PARTITIONED } from '../../../server/db/schema/functions';
import { accessStatements } from '../../../scripts/migrations/access-statements';
import { catalogOf } from '../../support/catalog';
import { asSuperuser } from '../../support/database';
import { templateOf } from '../../support/empty-database';

/** B-03: what Postgres itself enforces, read from its catalog, so that every new table is checked. */

const ALL = ['delete', 'insert', 'select', 'update'];

/** Tables without `org_id`, each with its reason. */
const GLOBAL: Record<string, { policies: string[] } | 'no policies'> = {
  organizations: { policies: ['insert', 'select', 'update'] }, // the tenant itself
  users: { policies: ['insert', 'select', 'update'] }, // one user, several organizations
  totp_secrets: { policies: ALL }, // of a user, like the next ones: visible only to the user's own sign-in
  passkeys: { policies: ALL },
  recovery_codes: { policies: ALL },
  known_devices: { policies: ALL },
  password_resets: { policies: ALL },
  sign_in_steps: { policies: ['insert', 'select', 'update'] }, // the user may not be known yet
  // Rejections with no known organization: address, code and count. An organization sees those about its members.
  security_events: { policies: ['insert', 'select', 'update'] },
  sign_in_throttles: 'no policies', // hashes and counters
  encryption_keys: 'no policies', // IDs and fingerprints of the operator's keys
  generations: 'no policies', // numbers and times; only a function inserts
  signing_keys: 'no policies', // every process signs with them; the private half is encrypted
};

/** What the worker may access: queues, never patient data. */
const WORKER_TABLES = [
  'audit_archives', // which rows were moved to files; numbers and names of files
  'audit_events', // the sealer reads it; IDs, actions and field names, no values
  'audit_seals',
  'audit_streams', // how far it has sent each audit
  'auth_sessions', // deleted when expired; only the time is read
  'deliveries',
  'delivery_attempts',
  'documents', // queue columns only, see below
  'drafts', // deleted when expired; only the time is read
  'events',
  'export_files', // which exports still have files, not which files
  'exports', // which is due or has expired, not what it contains
  'generations', // the sealer's horizon
  'idempotency_records',
  'inbound_documents', // whether one is still to be decided, see below
  'inbound_message_bytes', // deleted after their period, never read, see below
  'inbound_messages', // queue columns only, see below
  'inbound_patient_updates', // as for documents
  'inbound_reports', // as for documents
  'invitations', // deleted 90 days after they ended; only the times are read
  'known_devices',
  'lab_connections', // where to listen
  'lab_orders', // when one is overdue, see below
  'lab_results', // when the timer of a critical value is due, see below
  'logout_tokens', // deleted when expired; only the time is read, as below
  'oauth_codes',
  'oauth_refresh_tokens',
  'oauth_requests',
  'memberships', // who belongs to which organization, for the retention of security events
  'order_destinations', // which has work, and its lease
  'organizations',
  'outbound_message_bytes', // as those received
  'outbound_messages', // queue columns only, see below
  'password_resets',
  'rate_limits',
  'security_events',
  'sign_in_steps',
  'sign_on_failures',
  'sign_in_throttles',
  'signing_keys',
  'storage_claims', // IDs of files that are being stored
  'upload_tokens', // deleted when expired; only the time is read
  'uploads', // expired ones, see below
  'webhook_secrets',
  'webhooks',
];
const HISTORY = [
  'audit_events',
  'audit_seals',
  'events',
  'generations',
  'lab_result_versions',
  'idempotency_records',
  'inbound_message_bytes',
  'review_entries',
  'document_corrections',
];

interface Table {
  name: string;
  owner: string;
  enabled: boolean;
  forced: boolean;
  org_id: string | null;
}

const tables = () =>
  asSuperuser<Table>(`
    SELECT c.relname AS name, pg_get_userbyid(c.relowner) AS owner, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
           (SELECT CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'org_id') AS org_id
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`);

/** An empty database on the test server, for the time of a test. */
async function emptyDatabase(name: string) {
  await asSuperuser(`CREATE DATABASE ${name} OWNER clinical_owner`);
  onTestFinished(async () => void (await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`)));
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const admin = at(process.env.TEST_ADMIN_URL!);
  await execute(admin, ['ALTER SCHEMA public OWNER TO clinical_owner']);
  return { owner: at(process.env.MIGRATION_DATABASE_URL!), admin };
}

async function execute(url: string, statements: string[] | ((client: pg.Client) => Promise<string[]>)) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const list = typeof statements === 'function' ? await statements(client) : statements;
  for (const statement of list) await client.query(statement);
  await client.end();
}

/** Adds to generated SQL what drizzle-kit does not know. */
async function partitionTables(folder: string): Promise<void> {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const file = path.join(folder, name!);
  let text = await readFile(file, 'utf8');
  for (const [table, column] of Object.entries(PARTITIONED))
    text = text.replace(
      new RegExp(`(CREATE TABLE "${table}" \\([^;]*\\));`),
      `$1 PARTITION BY RANGE ("${column}");`,
    );
  await writeFile(file, text);
}

describe('database catalog', () => {
  it('equals, after all migrations, what tables, policies and grants in code produce in an empty database', async () => {
    const made = await emptyDatabase('made');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-catalog-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const config = path.join(folder, 'drizzle.config.json');
    const out = path.join(folder, 'out');
    const settings = {
      dialect: 'postgresql',
      schema: './server/db/schema/index.ts',
      out: path.relative(process.cwd(), out),
      entities: { roles: false },
    };
    await writeFile(config, JSON.stringify(settings));
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', path.relative(process.cwd(), config)],
      { env: { ...process.env, NODE_ENV: 'production' } },
    );
    expect(status).toBe(0);
    await partitionTables(out);
    await execute(made.owner, [...FUNCTIONS]);
    await migrate(made.owner, { folder: out });
    await execute(made.owner, accessStatements);
    await execute(made.owner, ['SELECT create_month_partitions()']);
    expect(await catalogOf(templateOf(process.env.TEST_ADMIN_URL!))).toEqual(await catalogOf(made.admin));
  }, 60_000);

  it('has forced row-level security with all four policies on every tenant table', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(20);
    const policies = await asSuperuser<{ table: string; cmd: string }>(`
      SELECT c.relname AS table, CASE p.polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'all' END AS cmd
      FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
      WHERE (SELECT array_agg(rolname) FROM pg_roles WHERE oid = ANY (p.polroles)) = ARRAY['clinical_app']::name[]`);
    for (const table of all) {
      expect(table.owner, table.name).toBe('clinical_owner');
      const exception = GLOBAL[table.name];
      if (exception === 'no policies') continue;
      expect({ ...table, org_id: undefined }, table.name).toMatchObject({ enabled: true, forced: true });
      if (!exception) expect(table.org_id, table.name).toBe('not null');
      const found = new Set(policies.filter((policy) => policy.table === table.name).map(({ cmd }) => cmd));
      expect([...found].sort(), table.name).toEqual(exception ? exception.policies : ALL);
    }
    for (const name of Object.keys(GLOBAL)) expect(all.map((table) => table.name)).toContain(name);
  });

  it('compares the organization in every tenant policy of the app role', async () => {
    const rows = await asSuperuser<{ name: string; using: string | null; check: string | null }>(`
      SELECT c.relname || '.' || p.polname AS name, pg_get_expr(p.polqual, p.polrelid) AS using, pg_get_expr(p.polwithcheck, p.polrelid) AS check
      FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
      WHERE (SELECT array_agg(rolname) FROM pg_roles WHERE oid = ANY (p.polroles)) = ARRAY['clinical_app']::name[]`);
    const open = rows.filter(({ using, check }) =>
      [using, check].some((expression) => expression === 'true'),
    );
    expect(open.map(({ name }) => name).sort()).toEqual(['users.users_insert', 'users.users_update']);
    for (const { name, using, check } of rows) {
      const expression = `${using ?? ''} ${check ?? ''}`;
      expect(expression, name).toMatch(
        /clinical\.(org_id|user_id|credential_hash|email_hash|org_slug|client_id)|false|true/,
      );
    }
  });

  it('starts every unique and foreign key of a tenant table with org_id, so that conflicts reveal nothing', async () => {
    const keys = await asSuperuser<{ table: string; name: string; first: string }>(`
      SELECT c.relname AS table, i.relname AS name, a.attname AS first FROM pg_index x
      JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
      WHERE n.nspname = 'public' AND x.indisunique
      UNION ALL
      SELECT c.relname, k.conname, a.attname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
      WHERE n.nspname = 'public' AND k.contype = 'f'`);
    // Secret hashes are 256 random bits: a collision requires the secret.
    const exceptions = [
      'api_keys',
      'auth_sessions',
      'upload_tokens',
      'oauth_requests',
      'oauth_codes',
      'oauth_refresh_tokens',
      'invitations',
      'ingest_keys',
      'scim_tokens',
    ].map((table) => `${table}_secret_hash`);
    // A port belongs to the machine, and its use is visible on the network.
    exceptions.push('lab_connections_port');
    // The owner of a domain may learn that it is verified elsewhere.
    exceptions.push('identity_domains_verified');
    for (const key of keys) {
      if (key.table in GLOBAL || exceptions.includes(key.name)) continue;
      expect(key.first, `${key.table}.${key.name}`).toBe('org_id');
    }
  });

  it('gives the app role no bypass: no ownership, no BYPASSRLS, no TRUNCATE, no UPDATE or DELETE of history', async () => {
    const roles = await asSuperuser<Record<string, unknown>>(
      `SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit FROM pg_roles WHERE rolname IN ('clinical_app', 'clinical_worker', 'clinical_owner') ORDER BY 1`,
    );
    expect(roles).toEqual([
      {
        rolname: 'clinical_app',
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolinherit: false,
      },
      {
        rolname: 'clinical_owner',
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolinherit: expect.any(Boolean) as boolean,
      },
      {
        rolname: 'clinical_worker',
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolinherit: expect.any(Boolean) as boolean,
      },
    ]);
    const grants = await asSuperuser<{ role: string; table: string; privilege: string }>(`
      SELECT grantee AS role, table_name AS table, privilege_type AS privilege FROM information_schema.role_table_grants
      WHERE table_schema = 'public' AND grantee IN ('clinical_app', 'clinical_worker', 'PUBLIC')`);
    expect(grants.filter(({ role }) => role === 'PUBLIC')).toEqual([]);
    for (const { role, table, privilege } of grants) {
      expect(['SELECT', 'INSERT', 'UPDATE', 'DELETE'], `${role} ${table}`).toContain(privilege);
      if (role === 'clinical_app' && HISTORY.includes(table))
        expect(['SELECT', 'INSERT'], `${role} ${table}`).toContain(privilege);
    }
    const worker = await asSuperuser<{ table: string }>(`
      SELECT DISTINCT table_name AS table FROM information_schema.column_privileges WHERE table_schema = 'public' AND grantee = 'clinical_worker' ORDER BY 1`);
    for (const { table } of worker) expect(WORKER_TABLES).toContain(table);
    const columns = await asSuperuser<{ column: string; privilege: string }>(`
      SELECT column_name AS column, privilege_type AS privilege FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name = 'documents' AND grantee = 'clinical_worker' ORDER BY 1, 2`);
    expect(columns.map(({ column, privilege }) => `${privilege} ${column}`)).toEqual([
      ...['created_at', 'id', 'org_id'].map((name) => `SELECT ${name}`),
      ...['scan_attempts', 'scan_due_at'].map((name) => `SELECT ${name}`),
      'UPDATE scan_due_at',
      ...['scan_status', 'status', 'storage_key'].map((name) => `SELECT ${name}`),
    ]);
    const queue = await asSuperuser<{ granted: string }>(`
      SELECT privilege_type || ' ' || column_name AS granted FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name = 'inbound_messages' AND grantee = 'clinical_worker' ORDER BY 1`);
    expect(queue.map(({ granted }) => granted)).toEqual([
      ...[
        'connection_id',
        'id',
        'lease_token',
        'lease_until',
        'next_try_at',
        'org_id',
        'position',
        'received_at',
        'state',
      ].map((name) => `SELECT ${name}`),
      'SELECT tries',
      ...['content_removal', 'content_removed_at', 'file_name'].map((name) => `UPDATE ${name}`),
      ...['lease_token', 'lease_until', 'next_try_at', 'tries'].map((name) => `UPDATE ${name}`),
    ]);
    const swept = await asSuperuser<{ granted: string }>(`
      SELECT DISTINCT privilege_type || ' ' || column_name AS granted FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name IN ('inbound_message_bytes', 'outbound_message_bytes', 'inbound_reports',
        'inbound_documents', 'inbound_patient_updates') AND grantee = 'clinical_worker' ORDER BY 1`);
    expect(swept.map(({ granted }) => granted)).toEqual(
      // `problem` of documents only: whether a notice waits for its document.
      ['message_id', 'org_id', 'problem', 'state'].map((name) => `SELECT ${name}`),
    );
    const outbound = await asSuperuser<{ granted: string }>(`
      SELECT privilege_type || ' ' || column_name AS granted FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name = 'outbound_messages' AND grantee = 'clinical_worker' ORDER BY 1`);
    expect(outbound.map(({ granted }) => granted)).toEqual([
      ...[
        'connection_id',
        'created_at',
        'id',
        'next_attempt_at',
        'order_id',
        'org_id',
        'position',
        'stat',
        'status',
      ].map((name) => `SELECT ${name}`),
      'UPDATE content_removed_at',
    ]);
    const clock = await asSuperuser<{ column: string; privilege: string }>(`
      SELECT column_name AS column, privilege_type AS privilege FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name = 'lab_results' AND grantee = 'clinical_worker' ORDER BY 1, 2`);
    expect(clock.map(({ column, privilege }) => `${privilege} ${column}`)).toEqual(
      ['critical_due_at', 'id', 'org_id'].map((name) => `SELECT ${name}`),
    );
    const orders = await asSuperuser<{ granted: string }>(`
      SELECT privilege_type || ' ' || column_name AS granted FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name = 'lab_orders' AND grantee = 'clinical_worker' ORDER BY 1`);
    expect(orders.map(({ granted }) => granted)).toEqual(
      ['id', 'org_id', 'overdue_due_at', 'status'].map((name) => `SELECT ${name}`),
    );
    const held = await asSuperuser<{ column: string; privilege: string }>(`
      SELECT column_name AS column, privilege_type AS privilege FROM information_schema.column_privileges
      WHERE table_schema = 'public' AND table_name = 'uploads' AND grantee = 'clinical_worker' ORDER BY 1, 2`);
    expect(held.map(({ column, privilege }) => `${privilege} ${column}`)).toEqual(
      ['expires_at', 'id', 'org_id'].map((name) => `SELECT ${name}`),
    );
    const chain = await asSuperuser<{ role: string; privilege: string }>(`
      SELECT grantee AS role, privilege_type AS privilege FROM information_schema.role_table_grants
      WHERE table_name = 'audit_seals' AND grantee LIKE 'clinical_%' AND grantee <> 'clinical_owner' ORDER BY 1, 2`);
    expect(chain.map(({ role, privilege }) => `${role} ${privilege}`)).toEqual([
      'clinical_app SELECT',
      'clinical_worker INSERT',
      'clinical_worker SELECT',
    ]);
    const creates = await asSuperuser<{ can: boolean }>(
      `SELECT has_schema_privilege('clinical_app', 'public', 'CREATE') OR has_schema_privilege('clinical_worker', 'public', 'CREATE') AS can`,
    );
    expect(creates).toEqual([{ can: false }]);
  });
});
