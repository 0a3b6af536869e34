// npm run audit:<name>: bundles and runs tests/audits/<name>/main.ts, a check too long for the suite. npm run audit:
// lists them. npm run audit:nightly: runs them in turn (docs/testing.md).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AUDITS } from './lib/audits.mjs';
import { bundle } from './lib/bundle.mjs';
import { runNightly } from './lib/nightly.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, root, ScriptError } from './lib/root.mjs';

function list() {
  for (const [name, { checks, minutes }] of Object.entries(AUDITS))
    process.stdout.write(`audit:${name.padEnd(12)} ${String(minutes).padStart(3)} min  ${checks}\n`);
  process.stdout.write('audit:nightly runs all of them, and what npm test has been cut from\n');
}

await main(async () => {
  const [name] = process.argv.splice(2, 1);
  if (name === undefined) return list();
  if (name === 'nightly') return runNightly();
  if (!(name in AUDITS)) throw new ScriptError(`There is no audit ${name}. \`npm run audit\` lists them.`);
  await prepare(AUDITS[name].needs ?? []);
  await bundle([name]);
  process.env.NODE_ENV = 'production';
  process.env.LOG_LEVEL ??= 'silent';
  await import(pathToFileURL(path.join(root, `dist/${name}.mjs`)).href);
});
