// npm run audit:nightly: every audit with its full numbers, and the parts cut from `npm test`. Continues after a
// failure.
import { parseArgs } from 'node:util';
import { AUDITS } from './audits.mjs';
import { prepare } from './prepare.mjs';
import { say, ScriptError } from './root.mjs';
import { node, tool } from './run.mjs';

const FULL = { NODE_ENV: 'test', TEST_SIZE: 'full' };

/** @type {Record<string, () => Promise<number>>} */
const RUNS = {
  // All 256 scope sets, 200 concurrent requests, all roles and strangers, new seeds, isolation over the whole matrix,
  // upgrades, and the files that the suite omits.
  requests: () =>
    tool('vitest', ['run', '--project=database', '--project=nightly', '--project=faults'], { env: FULL }),
  coverage: () => node('scripts/coverage.mjs', []),
  // Changes the code itself, and expects a unit test to fail.
  mutation: () => node('scripts/mutation.mjs', []),
  // Accessibility of every page at both widths.
  browser: () => tool('playwright', ['test'], { env: FULL }),
  ...Object.fromEntries(
    Object.entries(AUDITS).map(([name, { full = [] }]) => [
      name,
      () => node('scripts/audit.mjs', [name, ...full]),
    ]),
  ),
};

/** Audits exit with 2 if the machine lacks a requirement. */
const RESULTS = { 0: 'passed', 2: 'not possible here' };

export async function runNightly() {
  const list = { type: 'string', default: '' };
  const { values } = parseArgs({ options: { only: list, except: list } });
  const [only, except] = [values.only, values.except].map((names) => names.split(',').filter(Boolean));
  const unknown = [...only, ...except].find((name) => !(name in RUNS));
  if (unknown) throw new ScriptError(`${unknown} is not one of ${Object.keys(RUNS).join(', ')}.`);
  const chosen = Object.keys(RUNS).filter(
    (name) => (only.length === 0 || only.includes(name)) && !except.includes(name),
  );
  await prepare(['server', 'pages', 'client']);
  const rows = [];
  for (const name of chosen) {
    say(`${name} …`);
    const began = performance.now();
    const code = await RUNS[name]();
    rows.push({ name, code, minutes: (performance.now() - began) / 60_000 });
  }
  for (const { name, code, minutes } of rows)
    process.stdout.write(
      `${name.padEnd(12)} ${minutes.toFixed(1).padStart(6)} min  ${RESULTS[code] ?? `FAILED (${code})`}\n`,
    );
  const codes = rows.map(({ code }) => code);
  const failed = codes.filter((code) => !(code in RESULTS)).length;
  process.stdout.write(
    `${rows.length} audits, ${failed} failed, ${codes.filter((code) => code === 2).length} not possible here\n`,
  );
  process.exitCode = failed > 0 ? 1 : Math.max(0, ...codes);
}
