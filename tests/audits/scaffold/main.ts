import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Makes a resource in a clone and runs `npm run check` and its tests there. */

const clone = mkdtempSync(path.join(os.tmpdir(), 'clinical-scaffold-'));
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: clone, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } });

try {
  execFileSync('git', ['clone', '--quiet', '--shared', process.cwd(), clone], { stdio: 'inherit' });
  cpSync('node_modules', path.join(clone, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.includes(`node_modules${path.sep}.cache`),
  });
  run('npm', 'run', 'new:resource', '--', 'referrals');
  run('npm', 'run', 'db:generate', '--', '--name', 'referrals');
  run('npm', 'run', 'openapi:update');
  run('npm', 'run', 'check');
  run(
    'npx',
    'vitest',
    'run',
    '--project=database',
    'tests/integration/domain/referrals.test.ts',
    'tests/integration/domain/database-catalog.test.ts',
    'tests/integration/isolation',
    'tests/integration/matrix',
  );
} catch {
  // The failed command has printed its reason.
  process.exitCode = 1;
} finally {
  rmSync(clone, { recursive: true, force: true });
}
