// Bundles our own TypeScript for Node; packages stay outside and are loaded from node_modules.
import fs from 'node:fs';
import path from 'node:path';
import { root, ScriptError } from './root.mjs';

export const ENTRIES = {
  main: 'server/main.ts',
  admin: 'server/admin/main.ts',
  bench: 'tests/bench/main.ts',
  connections: 'tests/connections/main.ts',
  sabotage: 'tests/sabotage/main.ts',
  alterations: 'tests/alterations/main.ts',
  model: 'tests/model/main.ts',
  contract: 'tests/contract/main.ts',
  idempotency: 'tests/idempotency/main.ts',
  timing: 'tests/timing/main.ts',
  'brute-force': 'tests/brute-force/main.ts',
  scan: 'tests/scan/main.ts',
  plans: 'tests/plans/main.ts',
  garbage: 'tests/garbage/main.ts',
  cpu: 'tests/cpu/main.ts',
  documents: 'tests/documents/main.ts',
  deliveries: 'tests/deliveries/main.ts',
  crash: 'tests/crash/main.ts',
  outage: 'tests/outage/main.ts',
  outbound: 'tests/outbound/main.ts',
  hl7v2: 'tests/hl7v2/main.ts',
  feed: 'tests/feed/main.ts',
  portal: 'tests/portal/main.ts',
};

export function bundleOptions(names) {
  const entryPoints = Object.fromEntries(
    names
      .filter((name) => fs.existsSync(path.join(root, ENTRIES[name])))
      .map((name) => [name, ENTRIES[name]]),
  );
  return {
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@': root },
    sourcemap: true,
    logLevel: 'warning',
  };
}

export async function bundle(names) {
  const { build } = await import('esbuild');
  try {
    await build(bundleOptions(names));
  } catch (error) {
    if (error.errors) throw new ScriptError('The server could not be bundled; the errors are above.');
    throw error;
  }
}
