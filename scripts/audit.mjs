// npm run audit:<name>: bundles and runs tests/<name>/main.ts, a check that is too long for the suite (docs/testing.md).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, root } from './lib/root.mjs';

/** Builds that a check starts as the product. */
const NEEDS = {
  idempotency: ['server', 'pages'],
  garbage: ['server', 'pages'],
  'brute-force': ['server', 'pages'],
  cpu: ['server', 'pages'],
  timing: ['server', 'pages'],
  scan: ['server', 'pages'],
  documents: ['server', 'pages'],
  portal: ['server', 'pages'],
  outage: ['server', 'pages'],
  alterations: ['server'],
};

await main(async () => {
  const [name] = process.argv.splice(2, 1);
  await prepare(NEEDS[name] ?? []);
  await bundle([name]);
  process.env.NODE_ENV = 'production';
  process.env.LOG_LEVEL ??= 'silent';
  await import(pathToFileURL(path.join(root, `dist/${name}.mjs`)).href);
});
