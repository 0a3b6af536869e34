import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type DatabaseUrls,
  type EmbeddedPostgres,
} from '../../../server/embedded/embedded-postgres';
import { launch } from '../../integration/faults/processes';
import { printFinding, type Finding } from '../../support/finding';
import { seeded } from '../../support/random';
import { loadRelease, makeRelease, readRelease, RELEASES, rowsOf } from '../../support/release-database';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { pause } from '../deliveries/parts';

/**
 * `npm run audit:upgrade`: migrations killed at any moment, and a rolling upgrade under load from the newest release. Both
 * processes use one database and one folder; a client follows `/readyz` as a load balancer does.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
  return value;
};
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
let failed = false;
function report(finding: Finding): void {
  printFinding(finding);
  if (finding.met === false) failed = true;
}

const cleanups: (() => Promise<unknown>)[] = [];

async function emptyDatabase(): Promise<{ folder: string; postgres: EmbeddedPostgres }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-upgrade-'));
  // As root, Postgres uses this folder as another user.
  await chmod(folder, 0o711);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  cleanups.push(() => postgres.stop());
  return { folder, postgres };
}

const settingsOf = (postgres: DatabaseUrls, folder: string, keys: string) => ({
  DATABASE_URL: postgres.appUrl,
  MIGRATION_DATABASE_URL: postgres.migrationUrl,
  ENCRYPTION_KEYS: keys,
  DATA_DIR: path.join(folder, 'data'),
  DEMO_DATA: 'none',
});

/** The newest release, or this version before the first one. */
async function newestRelease() {
  const files = (await readdir(RELEASES)).filter((file) => file.endsWith('.json.gz'));
  const newest = files.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  return newest ? readRelease(path.join(RELEASES, newest)) : makeRelease('this version');
}

/** Kills starts on empty databases at any moment: the migrations are applied as a whole or not at all, and start again. */
async function killStarts(): Promise<void> {
  const { next: random } = seeded(number('seed'));
  const { folder, postgres } = await emptyDatabase();
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const tables = new Map<number, number>();
  let failedStarts = 0;
  const began = Date.now();
  await (await startService(settingsOf(await addDatabase(postgres, 'whole'), folder, keys))).stop();
  const startMs = Date.now() - began;
  for (let kill = 0; kill < number('kills'); kill++) {
    const urls = await addDatabase(postgres, `killed_${kill}`);
    const settings = settingsOf(urls, folder, keys);
    const run = launch(['dist/main.mjs'], { ...settings, PORT: String(await freePort()) });
    await pause(random() * startMs);
    run.child.kill('SIGKILL');
    await run.ended;
    const found = await countTables(urls.adminUrl);
    tables.set(found, (tables.get(found) ?? 0) + 1);
    // Every fifth is started again; the others would show the same.
    if (kill % 5 === 0)
      await startService(settings).then(
        (service) => service.stop(),
        () => failedStarts++,
      );
  }
  const counts = [...tables].map(([number, times]) => `${number} tables ${times} times`).join(', ');
  report({ name: 'starts killed', measured: `${values.kills}: ${counts}`, met: null });
  const partial = [...tables.keys()].filter((found) => found > 0).length > 1;
  report({ name: 'migrations applied in part', measured: partial ? 'yes' : 'none', met: !partial });
  report({ name: 'later starts that failed', measured: String(failedStarts), met: failedStarts === 0 });
}

async function addDatabase(postgres: EmbeddedPostgres, name: string): Promise<DatabaseUrls> {
  const of = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await asAdmin(postgres.adminUrl, `create database ${name} owner clinical_owner`);
  const adminUrl = of(postgres.adminUrl);
  await asAdmin(adminUrl, 'alter schema public owner to clinical_owner');
  return { adminUrl, migrationUrl: of(postgres.migrationUrl), appUrl: of(postgres.appUrl) };
}

async function asAdmin(url: string, text: string): Promise<{ n?: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ n?: string }>(text)).rows;
  } finally {
    await client.end();
  }
}

const countTables = async (url: string): Promise<number> =>
  Number((await asAdmin(url, "select count(*) as n from pg_tables where schemaname = 'public'"))[0]!.n);

/** Builds the newest tagged release next to this checkout. Null without a tag. */
async function buildRelease(): Promise<string | null> {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const tag = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0];
  if (!tag) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-release-'));
  cleanups.push(async () => git('worktree', 'remove', '--force', folder));
  git('worktree', 'add', '--detach', folder, tag);
  say(`Building ${tag}`);
  for (const words of [['ci'], ['run', 'build']])
    execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

interface Written {
  key: string;
  id: string;
}

/** A client that uses any ready process. Returns what was acknowledged and what failed. */
function startClient(ports: () => string[], apiKey: string) {
  const written: Written[] = [];
  const failures: string[] = [];
  let [stopped, sent] = [false, 0];
  let ready: string[] = [];
  const probing = (async () => {
    while (!stopped) {
      const answers = await Promise.all(
        ports().map(async (url) =>
          (await fetch(`${url}/readyz`).catch(() => null))?.status === 200 ? url : null,
        ),
      );
      ready = answers.filter((url) => url !== null);
      await pause(250);
    }
  })();
  const write = async () => {
    while (!stopped) {
      const url = ready[sent++ % Math.max(1, ready.length)];
      await pause(50);
      if (!url) continue;
      const key = randomUUID();
      try {
        const response = await fetch(`${url}/v1/patients`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${apiKey}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify({
            name: { family: `Rolling${sent}`, given: ['Ann'] },
            birth_date: '1980-01-02',
            sex: 'female',
          }),
        });
        const body = (await response.json()) as { id: string };
        if (response.status === 201) written.push({ key, id: body.id });
        else if (response.status !== 429) failures.push(String(response.status));
      } catch (error) {
        failures.push(String((error as { cause?: { code?: string } }).cause?.code ?? error));
      }
    }
  };
  const running = [probing, write(), write()];
  return {
    written,
    failures,
    sent: () => sent,
    isReady: (url: string) => ready.includes(url),
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** The older process serves, the newer one starts next to it, the older one stops; then both are this version. */
async function rollingUpgrade(): Promise<void> {
  const older = await buildRelease();
  if (!older) say('There is no tagged release: both processes are this version.');
  const release = await newestRelease();
  const { folder, postgres } = await emptyDatabase();
  const settings = { ...settingsOf(postgres, folder, release.encryption_keys), DRAIN_SECONDS: '2' };
  await loadRelease(release, postgres, settings.DATA_DIR);
  const here = process.cwd();
  const startIn = async (checkout: string): Promise<Service> => {
    process.chdir(checkout);
    try {
      return await startService({ ...settings, PORT: String(await freePort()) });
    } finally {
      process.chdir(here);
    }
  };
  let current = await startIn(older ?? here);
  let serving = [current.url];
  const client = startClient(() => serving, release.api_key);
  for (let round = 0; round < number('rounds'); round++) {
    await pause(3_000);
    const next = await startIn(here);
    serving = [current.url, next.url];
    while (!client.isReady(next.url)) await pause(50);
    await pause(1_000);
    await current.stop();
    serving = [next.url];
    current = next;
  }
  await pause(2_000);
  await client.stop();
  await current.stop();
  const { patients = [] } = await rowsOf(postgres.adminUrl);
  const families = (patients as { name: { family: string } }[]).filter(({ name }) =>
    name.family.startsWith('Rolling'),
  );
  report({ name: 'replacements under load', measured: values.rounds, met: null });
  report({ name: 'requests', measured: String(client.sent()), met: null });
  report({
    name: 'failed requests',
    measured: client.failures.join(', ') || '0',
    met: client.failures.length === 0,
  });
  report({
    name: 'acknowledged writes lost',
    measured: String(Math.max(0, client.written.length - families.length)),
    met: families.length >= client.written.length,
  });
}

try {
  say(`${values.kills} kills, ${values.rounds} replacements, --seed ${values.seed}`);
  await killStarts();
  await rollingUpgrade();
} finally {
  for (const clean of cleanups.reverse()) await clean().catch((error: unknown) => say(String(error)));
}
process.exit(failed ? 1 : 0);
