import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import pg from 'pg';
import { migrate } from '../../../server/db/migrate';
import { asSuperuser } from '../../support/database';

/** Builds of a probe with and without the organization in its queries, and a database with and without policies. */

const run = promisify(execFile);
const folder = path.resolve(`dist/isolation-${process.pid}`);

/** Removes every comparison with the organization from the queries of domain and intake. */
function strip(source: string): { code: string; count: number } {
  let count = 0;
  const replace = (pattern: RegExp, by: string) => (text: string) =>
    text.replace(pattern, () => (count++, by));
  const steps = [
    // eq(table.orgId, …): a name with or without a call, such as `ctx.actor.orgId` or `given('orgId')`
    replace(/\beq\(\s*\w+\.orgId\s*,\s*[\w.!]+(?:\([^()]*\))?,?\s*\)/g, 'sql`true`'),
    // org_id = ${…} inside SQL text, with or without an alias
    replace(/\b(?:\w+\.)?org_id\s*=\s*\$\{[^}]*\}/g, 'true'),
    replace(/\$\{\w+\.orgId\}\s*=\s*\$\{[^}]*\}/g, 'true'),
    // org_id = $1 of a named statement
    replace(/\borg_id\s*=\s*\$\d+/g, 'true'),
  ];
  let code = source;
  for (const step of steps) code = step(code);
  if (count > 0 && /sql`true`/.test(code) && !/import \{[^}]*\bsql\b[^}]*\} from 'drizzle-orm'/.test(code))
    code = `import { sql } from 'drizzle-orm';\n${code}`;
  return { code, count };
}

let stripped = 0;
const left: string[] = [];
const stripOrganization: Plugin = {
  name: 'strip-organization',
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
  const outfile = path.join(folder, `${path.basename(entry, '.ts')}-${name}.mjs`);
  await build({
    entryPoints: [entry],
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
      // As superuser, without policies, for what the fixture needs.
      TEST_ADMIN_URL: inDatabase(process.env.TEST_ADMIN_URL!, new URL(databaseUrl).pathname),
      NODE_ENV: 'production',
    },
    maxBuffer: 1e8,
  });
  return stdout.trim().split('\n').at(-1)!;
}

/** A second database in the same server whose policies allow every row. */
export async function openDatabase(): Promise<string> {
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

export const removeBuilds = () => rm(folder, { recursive: true, force: true });

export interface Builds {
  whole: string;
  bare: string;
  /** Number of removed comparisons. */
  stripped: number;
  /** Comparisons that the patterns above miss: the test would no longer detect leaks there. */
  left: string[];
}

/** @param entry path of a probe, from the root of the project */
export async function buildProbe(entry: string): Promise<Builds> {
  stripped = 0;
  left.length = 0;
  const whole = await bundle(entry, 'whole', []);
  const bare = await bundle(entry, 'stripped', [stripOrganization]);
  return { whole, bare, stripped, left: [...left] };
}

/** Creates the fixture of a probe and runs the probe. */
export async function runProbe<Report>(file: string, whole: string, databaseUrl: string): Promise<Report> {
  return JSON.parse(await node(databaseUrl, file, await node(databaseUrl, whole))) as Report;
}
