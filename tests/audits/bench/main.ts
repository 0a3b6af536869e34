import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { SCOPES } from '../../../server/shared/scopes';
import { closePool } from '../../../server/db/client';
import { migrate } from '../../../server/db/migrate';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { newId, newRequestId, readId, showId } from '../../../server/shared/ids';
import { createOrganization } from '../../../server/domain/organizations/create-organization';
import { systemContext } from '../../../server/shared/system-actor';
import { completeEnv, env } from '../../../server/env';
import { serveBare, type BareSettings } from './bare';
import { residentMemory } from './cpu';
import { deepPage, growthOfSearch, searchAgainstRead, uploads, type Finding } from './further';
import { loadData, loadPatients } from './load-data';
import { CONNECTIONS, measure, medianRound, stopLoad, warmUp, type Round, type Target } from './measure';
import { assertSameAnswers, operations, type Operation } from './operations';
import { messages } from './messages';
import { ordersOut } from './orders';
import { createPeople, inboxPage, liveUpdates } from './portal';
import { isMllpServer, MLLP_SERVERS, type ReceiverSettings } from './mllp';
import { printFindings, printTable, type Measured } from './report';
import { runSealer, sealerCost, type SealerSettings } from './sealer';
import { closeEnvironment, dropEnvironment, encryptionKeys, openPostgres, postgresPid, startBare, startProduct } from './environment';

/**
 * `npm run bench`: the product against a bare server with the same guarantees, in alternating rounds within one run.
 * The ratio matters; absolute figures depend on the machine.
 */
const HELP = `Options: --patients N (100000)  --reports N (34000)  --organizations N (200)  --rounds N (3)  --seconds N (6)
         --only WORD  --growth (one more organization of 1,000,000 patients)  --sealer (only its cost)
         --log-level info|silent  --main FILE (dist/main.mjs)  --node-argument ARG (of the product; may repeat)`;

/** No further rounds start after this time: a slow machine runs fewer of them. */
const LATEST_MS = 360_000;

const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

function readOptions() {
  const { values } = parseArgs({
    options: {
      patients: { type: 'string', default: '100000' },
      reports: { type: 'string', default: '34000' },
      organizations: { type: 'string', default: '200' },
      growth: { type: 'boolean', default: false },
      sealer: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '6' },
      only: { type: 'string', default: '' },
      'log-level': { type: 'string', default: 'info' },
      main: { type: 'string', default: 'dist/main.mjs' },
      'node-argument': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'patients' | 'reports' | 'organizations' | 'rounds' | 'seconds'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
    return value;
  };
  return { ...values, patients: number('patients'), reports: number('reports'), organizations: number('organizations'), rounds: number('rounds'), seconds: number('seconds') };
}

type Options = ReturnType<typeof readOptions>;

async function run(options: Options): Promise<void> {
  const began = performance.now();
  say('Starting Postgres');
  const postgres = await openPostgres();
  await migrate(postgres.migrationUrl);
  completeEnv({ DATABASE_URL: postgres.appUrl, MIGRATION_DATABASE_URL: postgres.migrationUrl, ENCRYPTION_KEYS: encryptionKeys });
  const made = await createOrganization({ transport: 'admin', requestId: newRequestId(), ip: null }, { name: 'Benchmark', slug: 'bench' });
  const orgId = readId('organization', made.id)!;
  const { key } = await createApiKey(systemContext(orgId, 'admin'), { name: 'bench', scopes: [...SCOPES], rate_limit: 1_000_000 });
  const people = await createPeople(systemContext(orgId, 'admin'));
  await closePool();

  say(`Loading ${options.patients} patients and ${options.reports * 30} observations in ${options.organizations} organizations`);
  const panel = newId();
  const loaded = await loadData(postgres.adminUrl, orgId, { uuid: panel, shown: showId('panel', panel) }, options);

  say('Starting the product and the bare server');
  const product = await startProduct({ main: options.main, logLevel: options['log-level'], nodeArguments: options['node-argument'] });
  const idle = residentMemory(product.pid);
  const bare = await startBare({ orgId, connections: env.DATABASE_POOL });
  const databasePid = postgresPid();
  const targets = { product: { ...product, databasePid }, bare: { ...bare, databasePid }, key: key! };
  const measured: Measured[] = [];
  const findings: Finding[] = [];
  const patients = loaded.patientIds.map((id) => showId('patient', id));
  const all = operations({ patients, results: loaded.resultIds.map((id) => showId('lab_result', id)), ordered: loaded.orderedIds.map((id) => showId('patient', id)) });
  const wanted = (name: string) => !options.sealer && name.includes(options.only);
  for (const operation of all.filter(({ name }) => wanted(name))) {
    await assertSameAnswers(operation, product.url, bare.url, key!);
    measured.push(await compare(operation, targets, options));
  }
  const { rounds, seconds } = options;
  const note = async (name: string, work: () => Promise<Finding[]>) => {
    if (!wanted(name)) return;
    say(`Measuring: ${name}`);
    findings.push(...(await work()));
  };
  await note('search', async () => {
    const here = await searchAgainstRead(targets.product, key!, loaded.searches, patients, rounds, seconds);
    return options.growth ? [here, await growth(targets.product, postgres.adminUrl, options)] : [here];
  });
  await note('deep page', async () => [await deepPage(targets.product, key!, rounds, seconds)]);
  const build = { main: options.main, logLevel: options['log-level'], nodeArguments: options['node-argument'] };
  await note('HL7 messages', () => messages(orgId, postgres.adminUrl, build, rounds, seconds));
  await note('orders sent', () => ordersOut(orgId, postgres.adminUrl, databasePid, build, rounds));
  await note('inbox page', async () => {
    const client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    try {
      return [await inboxPage(client, orgId, targets.product, targets.bare, key!, people)];
    } finally {
      await client.end();
    }
  });
  await note('live updates', () => liveUpdates(targets.product, key!, people));
  if (options.sealer) {
    say('Measuring: sealer');
    findings.push(await sealerCost(targets.product, all.find(({ name }) => name === 'read a patient by id')!, key!, rounds, seconds));
  }
  const memory = residentMemory(product.pid);
  await note('uploads', () => uploads(targets.product, targets.bare, key!, patients[0]!, rounds));
  if (memory !== null && idle !== null && !options.only && !options.sealer)
    findings.push({ name: 'memory', measured: `idle ${idle} MB, after load ${memory} MB`, goal: 'at most 140 and 350 MB', met: idle <= 140 && memory <= 350 });
  if (!options.only && !options.sealer) findings.push({ name: 'start of the built product, database up', measured: `${(product.readyMs / 1000).toFixed(1)} s`, goal: 'at most 2 s', met: product.readyMs <= 2_000 });

  if (measured.length > 0) printTable(measured, { memory, seconds: (performance.now() - began) / 1000, connections: CONNECTIONS, rounds, roundSeconds: seconds });
  printFindings(findings);
  const machine = { cpus: os.cpus().length, model: os.cpus()[0]?.model ?? null, memory: os.totalmem(), node: process.version, load: os.loadavg()[0] };
  mkdirSync('bench', { recursive: true });
  writeFileSync('bench/results.json', `${JSON.stringify({ at: new Date().toISOString(), machine, options, memory, measured, findings }, null, 2)}\n`);
}

/** The same searches in an organization of ten thousand and one of a million patients, in addition to the others. */
async function growth(product: Target, adminUrl: string, { rounds, seconds }: Options): Promise<Finding> {
  const sizes = [10_000, 1_000_000].map((patients) => ({ patients, p95: 0 }));
  for (const size of sizes) {
    say(`Loading an organization of ${size.patients} patients`);
    const made = await createOrganization({ transport: 'admin', requestId: newRequestId(), ip: null }, { name: 'Growth', slug: `growth-${size.patients}` });
    const orgId = readId('organization', made.id)!;
    const { key } = await createApiKey(systemContext(orgId, 'admin'), { name: 'bench', scopes: [...SCOPES], rate_limit: 1_000_000 });
    await closePool();
    const searches = await loadPatients(adminUrl, orgId, size.patients);
    const answer = await fetch(`${product.url}/v1/patients?limit=100`, { headers: { Authorization: `Bearer ${key}` } });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    size.p95 = (await searchAgainstRead(product, key!, searches, data.map(({ id }) => id), rounds, seconds)).p95;
  }
  return growthOfSearch(sizes[0]!, sizes[1]!);
}

async function compare(operation: Operation, { product, bare, key }: { product: Target; bare: Target; key: string }, options: Options): Promise<Measured> {
  say(`Measuring: ${operation.name}`);
  await warmUp(product, operation, key);
  await warmUp(bare, operation, key);
  const rounds: { product: Round; bare: Round }[] = [];
  for (let round = 0; round < options.rounds && (round === 0 || performance.now() < LATEST_MS); round++) {
    // The order alternates, because the database state differs for the first one (checkpoint, vacuum).
    const first = round % 2 === 0;
    const one = await measure(first ? product : bare, operation, key, options.seconds);
    const other = await measure(first ? bare : product, operation, key, options.seconds);
    rounds.push(first ? { product: one, bare: other } : { product: other, bare: one });
  }
  const plain = operation.plain ? await measure({ ...bare, url: `${bare.url}/plain` }, operation, key, Math.min(3, options.seconds)) : null;
  return { name: operation.name, goal: operation.goal, product: medianRound(rounds.map((round) => round.product)), bare: medianRound(rounds.map((round) => round.bare)), plain, rounds };
}

if (process.argv[2] === 'bare') {
  process.once('message', (settings: BareSettings) => serveBare(settings));
  process.once('disconnect', () => process.exit());
} else if (process.argv[2] === 'sealer') {
  process.once('message', (settings: SealerSettings) => runSealer(settings));
  process.once('disconnect', () => process.exit());
} else if (isMllpServer(process.argv[2])) {
  const run = MLLP_SERVERS[process.argv[2]];
  process.once('message', (settings: ReceiverSettings) => void run(settings));
  process.once('disconnect', () => process.exit());
} else if (process.argv.includes('--help')) {
  process.stdout.write(`${HELP}\n`);
} else {
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal exits at once.
      if (stopped) process.exit(130);
      stopped = true;
      say('Stopping');
      stopLoad();
      void closeEnvironment().finally(() => process.exit(130));
    });
  }
  process.on('exit', dropEnvironment);
  try {
    await run(readOptions());
  } catch (error) {
    if (!stopped) process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  } finally {
    if (!stopped) await closeEnvironment();
  }
}
