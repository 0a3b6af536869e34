// Bundles our TypeScript for Node. Packages are not bundled and are loaded from node_modules.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, ScriptError } from './root.mjs';

const ENTRIES = {
  main: 'server/main.ts',
  admin: 'server/cli/main.ts',
  'intake-thread': 'server/domain/inbound-reports/worker-threads/thread.ts',
  alerts: 'tests/audits/alerts/main.ts',
  backup: 'tests/audits/backup/main.ts',
  bench: 'tests/audits/bench/main.ts',
  connections: 'tests/audits/connections/main.ts',
  sabotage: 'tests/audits/sabotage/main.ts',
  alterations: 'tests/audits/alterations/main.ts',
  scaffold: 'tests/audits/scaffold/main.ts',
  model: 'tests/audits/model/main.ts',
  contract: 'scripts/contract/main.ts',
  migrations: 'scripts/migrations/main.ts',
  'release-database': 'scripts/release-database/main.ts',
  idempotency: 'tests/audits/idempotency/main.ts',
  timing: 'tests/audits/timing/main.ts',
  'brute-force': 'tests/audits/brute-force/main.ts',
  scan: 'tests/audits/scan/main.ts',
  clients: 'tests/audits/clients/main.ts',
  growth: 'tests/audits/growth/main.ts',
  plans: 'tests/audits/plans/main.ts',
  garbage: 'tests/audits/garbage/main.ts',
  cpu: 'tests/audits/cpu/main.ts',
  documents: 'tests/audits/documents/main.ts',
  deliveries: 'tests/audits/deliveries/main.ts',
  crash: 'tests/audits/crash/main.ts',
  orders: 'tests/audits/orders/main.ts',
  outage: 'tests/audits/outage/main.ts',
  outbound: 'tests/audits/outbound/main.ts',
  adt: 'tests/audits/adt/main.ts',
  upgrade: 'tests/audits/upgrade/main.ts',
  rolling: 'tests/audits/rolling/main.ts',
  failover: 'tests/audits/failover/main.ts',
  image: 'tests/audits/image/main.ts',
  helm: 'tests/audits/helm/main.ts',
  storage: 'tests/audits/storage/main.ts',
  overload: 'tests/audits/overload/main.ts',
  hl7v2: 'tests/audits/hl7v2/main.ts',
  changes: 'tests/audits/changes/main.ts',
  feed: 'tests/audits/feed/main.ts',
  portal: 'tests/audits/portal/main.ts',
  simulator: 'tests/browser/simulator/main.ts',
  firefox: 'tests/audits/firefox/main.ts',
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
    define: { CLINICAL_COMMIT: JSON.stringify(commit()) },
    logLevel: 'warning',
  };
}

/** Of the sources, for `/metrics`: from the setting, for a build without the repository, or from Git. */
function commit() {
  if (process.env.CLINICAL_COMMIT) return process.env.CLINICAL_COMMIT;
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '-changed';
    return git('rev-parse', 'HEAD') + changed;
  } catch {
    return 'unknown';
  }
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
