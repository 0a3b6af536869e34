import { parseArgs } from 'node:util';
import { accepts } from '../../../server/embedded/roles';
import { pause } from '../deliveries/parts';
import { printFinding, type Finding } from '../../support/finding';
import { takePostgres, type Way } from '../../support/outage';
import { checkOutage, checkRest, checkStored, type Outage } from './check-state';
import { startLoad, type Load } from './load';
import { startSetup, type Setup } from './service';

/**
 * `npm run audit:outage`: PostgreSQL is stopped, killed and suspended for 1, 10 and 60 s under load (F-02). Every
 * response must be a success or 503 with `Retry-After`, the process must continue, and acknowledged writes must exist.
 */
const WAYS: Way[] = ['stop', 'crash', 'hang'];
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: WAYS.join(',') },
    lengths: { type: 'string', default: '1,10,60' },
    rate: { type: 'string', default: '40' },
  },
});
const ways = WAYS.filter((way) => values.only.split(',').includes(way));
const lengths = values.lengths.split(',').map(Number);
const rate = Number(values.rate);
if (ways.length === 0) throw new Error(`--only takes ${WAYS.join(', ')}`);
if (![...lengths, rate].every((value) => value > 0))
  throw new Error('--lengths and --rate take numbers above 0');

const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
/** Before, between and after the outages. */
const CALM_MS = 5_000;
const SETTLE_MS = 90_000;
let wrong = 0;
function print(finding: Finding): void {
  printFinding(finding);
  if (!finding.met) wrong++;
}

/** PostgreSQL is restored before the run ends, even if it is interrupted. */
let giveBack: () => Promise<void> = () => Promise.resolve();
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void (stopped = true));

async function outage(setup: Setup, way: Way, seconds: number): Promise<Outage> {
  const from = performance.now();
  const back = await takePostgres(setup.service.dataDir, way);
  giveBack = back;
  for (const until = from + seconds * 1000; performance.now() < until && !stopped;) await pause(20);
  const accepting = (async () => {
    while (!(await accepts(setup.adminUrl))) await pause(10);
    return performance.now();
  })();
  await back();
  giveBack = () => Promise.resolve();
  return { way, seconds, from, accepted: await accepting };
}

/** Repeats unacknowledged writes until they succeed, then waits for deliveries. */
async function settle(setup: Setup, load: Load): Promise<void> {
  const open = [...load.begun].filter((mark) => !load.acknowledged.has(mark));
  say(`${load.acknowledged.size} writes acknowledged, ${open.length} repeated under their keys`);
  for (const mark of open)
    for (let attempt = 0; attempt < 20 && (await load.repeat(mark)) !== 201; attempt++) await pause(250);
  for (const until = Date.now() + SETTLE_MS; Date.now() < until && !stopped; await pause(500)) {
    const [row] = await setup.query<{ n: string }>(
      "select count(*) as n from deliveries where status in ('pending', 'failed') or lease_until is not null",
    );
    if (row?.n === '0') return;
  }
}

say(`${ways.join(', ')} for ${lengths.join(', ')} s at ${rate} requests a second`);
const setup = await startSetup();
try {
  const prefix = `Outage${Date.now() % 2 ** 31}x`;
  const { pid } = setup.service.child;
  const load = startLoad(setup, prefix, rate);
  const outages: Outage[] = [];
  await pause(CALM_MS);
  for (const way of ways)
    for (const seconds of lengths) {
      if (stopped) break;
      say(`${way} for ${seconds} s`);
      outages.push(await outage(setup, way, seconds));
      await pause(CALM_MS);
    }
  await load.stop();
  const ended = performance.now();
  for (const [at, one] of outages.entries())
    checkOutage(one, load.answers, outages[at + 1]?.from ?? ended).forEach(print);
  print(checkRest(outages, load.answers));
  await settle(setup, load);
  (await checkStored(setup, load, prefix)).forEach(print);
  const { child, output } = setup.service;
  const faults = output().match(/uncaught|unhandled|unexpected error/g)?.length ?? 0;
  print({
    name: 'the process lives, and logs no internal error',
    measured: `${child.exitCode === null && child.pid === pid ? 'the same' : 'ended'}, ${faults} faults logged`,
    met: child.exitCode === null && child.signalCode === null && faults === 0,
  });
  if (wrong > 0) process.stderr.write(`${output().slice(-20_000)}\n`);
  if (stopped) wrong++;
  process.stdout.write(`${wrong} wrong\n`);
  process.exitCode = wrong > 0 ? 1 : 0;
} finally {
  await giveBack().catch(() => undefined);
  await setup.close();
}
process.exit();
