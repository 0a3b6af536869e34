import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { setThreadFile } from '../../server/domain/inbound-reports/worker-threads/run-by-size';

/** Bundles the thread for large messages like the server does, inside node_modules so that packages resolve. */
export async function withIntakeThread(): Promise<void> {
  const outfile = path.resolve('node_modules/.cache/intake-thread', `${process.pid}.mjs`);
  await build({
    entryPoints: ['server/domain/inbound-reports/worker-threads/thread.ts'],
    outfile,
    bundle: true,
    logLevel: 'warning',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
  });
  setThreadFile(pathToFileURL(outfile));
}
