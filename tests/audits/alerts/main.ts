import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { registry } from '../../../server/http/metrics';

/**
 * `npm run audit:alerts`: promtool checks the alert rules and the example configuration, runs the tests of the rules, and
 * lints names and help of our metrics.
 */
const FOLDER = path.resolve('docs/operations/monitoring');

const promtool = (words: string[], input?: string) =>
  spawnSync('promtool', words, { cwd: FOLDER, encoding: 'utf8', ...(input === undefined ? {} : { input }) });

async function run(): Promise<void> {
  if (promtool(['--version']).error !== undefined) {
    process.stderr.write('This needs promtool (apt-get install -y prometheus).\n');
    process.exitCode = 2;
    return;
  }
  // The library has its own metrics.
  const own = (await registry.metrics())
    .split('\n')
    .filter((line) => /^(?:# \w+ )?clinical_/.test(line))
    .join('\n');
  const checks: [string, ReturnType<typeof promtool>][] = [
    ['rules', promtool(['check', 'rules', 'alerts.yaml'])],
    ['configuration', promtool(['check', 'config', '--syntax-only', 'prometheus.yaml'])],
    ['tests of the rules', promtool(['test', 'rules', 'alerts.test.yaml'])],
    ['metrics', promtool(['check', 'metrics'], `${own}\n`)],
  ];
  for (const [what, { status, stdout, stderr }] of checks) {
    process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'}  ${what}\n`);
    if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
  }
  process.exit(checks.every(([, { status }]) => status === 0) ? 0 : 1);
}

await run();
