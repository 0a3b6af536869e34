import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { asSuperuser } from '../support/database';
import type { MatrixReport } from './matrix-probe';
import type { Report } from './probe';

/**
 * Isolation is held twice, and each half is shown alone: B-01 the queries on a database whose policies let
 * everything through, B-02 the policies under code whose queries name no organisation. With both halves removed the
 * same probe must find leaks, so that its silence means something.
 */

const run = promisify(execFile);
const folder = path.resolve('dist/isolation');

/** Takes every comparison with the organisation out of the queries of domain and intake. */
export function strip(source: string): { code: string; count: number } {
  let count = 0;
  const replace = (pattern: RegExp, by: string) => (text: string) =>
    text.replace(pattern, () => (count++, by));
  const steps = [
    // eq(table.orgId, …): a name with or without a call, such as `ctx.actor.orgId` or `given('orgId')`
    replace(/\beq\(\s*\w+\.orgId\s*,\s*[\w.!]+(?:\([^()]*\))?,?\s*\)/g, 'sql`true`'),
    // org_id = ${…} inside SQL text, with or without an alias
    replace(/\b(?:\w+\.)?org_id\s*=\s*\$\{[^}]*\}/g, 'true'),
    replace(/\$\{\w+\.orgId\}\s*=\s*\$\{[^}]*\}/g, 'true'),
    // org_id = $1 of a statement that has a name
    replace(/\borg_id\s*=\s*\$\d+/g, 'true'),
  ];
  let code = source;
  for (const step of steps) code = step(code);
  if (count > 0 && /sql`true`/.test(code) && !/import \{[^}]*\bsql\b[^}]*\} from 'drizzle-orm'/.test(code))
    code = `import { sql } from 'drizzle-orm';\n${code}`;
  return { code, count };
}

let stripped = 0;
/** Comparisons that the patterns above did not know: the test would otherwise grow blind. */
const left: string[] = [];
const stripOrganisation: Plugin = {
  name: 'strip-organisation',
  setup: (builder) =>
    builder.onLoad({ filter: /server\/(domain|intake)\/.*\.ts$/ }, async ({ path: file }) => {
      const { code, count } = strip(await readFile(file, 'utf8'));
      stripped += count;
      for (const [found] of code.matchAll(/\beq\(\s*\w+\.orgId[^\n]*|org_id\s*=\s*\$[^\n]*/g))
        left.push(`${file}: ${found}`);
      return { contents: code, loader: 'ts' };
    }),
};

async function bundle(entry: string, name: string, plugins: Plugin[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const outfile = path.join(folder, `${entry}-${name}.mjs`);
  await build({
    entryPoints: [`tests/isolation/${entry}.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outfile,
    plugins,
    logLevel: 'error',
  });
  return outfile;
}

const inDatabase = (url: string, pathname: string) => Object.assign(new URL(url), { pathname }).href;

async function node(databaseUrl: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      // The same database past its policies, for what the scene needs.
      TEST_ADMIN_URL: inDatabase(process.env.TEST_ADMIN_URL!, new URL(databaseUrl).pathname),
      NODE_ENV: 'production',
    },
    maxBuffer: 1e8,
  });
  return stdout.trim().split('\n').at(-1)!;
}

/** A second database in the same server whose policies let everything through. */
async function openDatabase(): Promise<string> {
  const name = `open_${Date.now()}`;
  await asSuperuser(`CREATE DATABASE ${name} OWNER clinical_owner`);
  const at = (url: string) => inDatabase(url, `/${name}`);
  const admin = at(process.env.TEST_ADMIN_URL!);
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query('ALTER SCHEMA public OWNER TO clinical_owner');
  await migrate(at(process.env.MIGRATION_DATABASE_URL!));
  const { rows } = await client.query<{ policy: string; table: string; cmd: string }>(
    'SELECT policyname AS policy, tablename AS table, cmd FROM pg_policies WHERE schemaname = $1',
    ['public'],
  );
  for (const { policy, table, cmd } of rows) {
    const using = cmd === 'INSERT' ? '' : ' USING (true)';
    const check = cmd === 'SELECT' || cmd === 'DELETE' ? '' : ' WITH CHECK (true)';
    await client.query(`ALTER POLICY ${policy} ON ${table}${using}${check}`);
  }
  await client.end();
  return at(process.env.DATABASE_URL!);
}

afterAll(() => rm(folder, { recursive: true, force: true }));

async function builds(entry: string): Promise<{ whole: string; bare: string }> {
  stripped = 0;
  const whole = await bundle(entry, 'whole', []);
  const bare = await bundle(entry, 'stripped', [stripOrganisation]);
  expect(stripped).toBeGreaterThan(40);
  expect(left).toEqual([]);
  return { whole, bare };
}

describe('isolation of organisations', () => {
  const closed = process.env.DATABASE_URL!;
  let open: string;
  beforeAll(async () => {
    open = await openDatabase();
  }, 60_000);

  it('holds by the queries alone, by row-level security alone, and the probe sees when both are gone', async () => {
    const { whole, bare } = await builds('probe');
    const probe = async (file: string, databaseUrl: string) =>
      JSON.parse(await node(databaseUrl, file, await node(databaseUrl, whole))) as Report;

    const both = await probe(whole, closed);
    expect(both.missing, 'procedures without a case in probe.ts').toEqual([]);
    expect(both.leaks).toEqual([]);
    expect(both.calls).toBeGreaterThan(120);
    expect(both.own).toBe(7);

    expect(both.errors).toEqual([]);

    expect(await probe(whole, open), 'queries alone').toMatchObject({ leaks: [], errors: [] });
    expect(await probe(bare, closed), 'row-level security alone').toMatchObject({ leaks: [], errors: [] });

    const neither = await probe(bare, open);
    expect(neither.leaks.length, 'the probe must see leaks when nothing defends').toBeGreaterThan(10);
  }, 180_000);

  it('holds each way for every foreign path, filter and body of the authorisation matrix', async () => {
    const { whole, bare } = await builds('matrix-probe');
    const probe = async (file: string, databaseUrl: string) =>
      JSON.parse(await node(databaseUrl, file, await node(databaseUrl, whole))) as MatrixReport;
    expect(await probe(whole, open), 'queries alone').toMatchObject({ wrong: [], different: [] });
    const byPolicies = await probe(bare, closed);
    expect(byPolicies, 'row-level security alone').toMatchObject({ wrong: [], different: [] });
    expect(byPolicies.cases).toBeGreaterThan(200);
    const neither = await probe(bare, open);
    expect(neither.wrong.length, 'the probe must see it when nothing defends').toBeGreaterThan(40);
  }, 180_000);
});
