import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { readDemo, startService } from '../../support/service';
import { Guesser } from './guesser';
import { watchOthers } from './others';

/**
 * `npm run audit:brute-force` (C-04): guesses on one account from many addresses, then one password on many accounts,
 * while the owner signs in from a known browser and others use the service.
 */

const { values } = parseArgs({
  options: {
    guesses: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '5000' },
    addresses: { type: 'string', default: '250' },
    minutes: { type: 'string', default: '10' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
};
const [guesses, accounts, addresses, minutes] = [
  number('guesses'),
  number('accounts'),
  number('addresses'),
  number('minutes'),
];
/** Allowed password checks of one account in ten minutes. */
const MOST_CHECKS = 100;
/** Limits of `server/rate-limits/throttle.ts` for unknown browsers: burst, then per minute. */
const [BURST, EACH_MINUTE] = [200, 120];
const SLOWER = 2;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-brute-force-'));
const service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
const urls = await connectionOfRunningServer(folder);
const pool = new pg.Pool({ connectionString: urls!.adminUrl, max: 1 });
const wrong: string[] = [];

/** Checked passwords are recorded as failed; throttled attempts are not checked. */
const checks = async (): Promise<number> =>
  (
    await pool.query<{ n: number }>(
      "SELECT coalesce(sum(count), 0)::int AS n FROM security_events WHERE code = 'sign_in_failed'",
    )
  ).rows[0]!.n;

async function attack(name: string, count: number, email: (at: number) => string, most: number) {
  const guesser = await Guesser.at(service.url, addresses);
  const before = await checks();
  const others = watchOthers(service.url, demo.apiKey);
  const began = performance.now();
  const gap = (minutes * 60_000) / count;
  const open = new Set<Promise<void>>();
  let inside = 0;
  for (let at = 0; at < count; at++) {
    const due = began + at * gap - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    const sent = guesser.guess(email(at), `guess number ${at} of many`, at).then((signedIn) => {
      if (signedIn) inside++;
    });
    const kept = sent.catch(() => undefined).finally(() => open.delete(kept));
    open.add(kept);
    if (at === Math.floor(count / 2)) await ownerSignsIn(name);
  }
  await Promise.all(open);
  const p99 = await others.stop();
  const checked = (await checks()) - before;
  say(`${name}: ${count} guesses from ${addresses} addresses in ${minutes} min`);
  say(`  passwords checked   ${checked} (at most ${most})`);
  say(`  p99 of others       ${p99.toFixed(1)} ms (quiet: ${quiet.toFixed(1)} ms, at most ${SLOWER} times)`);
  if (checked > most) wrong.push(`${name}: ${checked} passwords were checked`);
  if (p99 > SLOWER * quiet) wrong.push(`${name}: others waited ${p99.toFixed(1)} ms`);
  if (inside > 0) wrong.push(`${name}: ${inside} guesses were let in`);
}

async function ownerSignsIn(during: string): Promise<void> {
  const signedIn = await owner.guess(victim.email, victim.password, 0);
  say(`${during}: the owner at a known browser ${signedIn ? 'is let in' : 'is kept out'}`);
  if (!signedIn) wrong.push(`${during}: the owner could not sign in`);
}

const demo = await readDemo(folder);
const victim = demo.people.find(({ role }) => role === 'clinician')!;
const owner = await Guesser.at(service.url, 1);
let quiet = 0;
try {
  if (!(await owner.guess(victim.email, victim.password, 0))) throw new Error('The owner cannot sign in.');
  const others = watchOthers(service.url, demo.apiKey);
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  quiet = await others.stop();
  await attack('one account', guesses, () => victim.email, MOST_CHECKS * Math.max(1, minutes / 10));
  const most = BURST + EACH_MINUTE * (minutes + 1);
  await attack('many accounts', accounts, (at) => `person-${at}@demo.example`, most);
  for (const sentence of wrong) say(`WRONG: ${sentence}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await pool.end();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
