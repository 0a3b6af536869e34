import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FILE_LIMIT } from '../../support/multipart-bodies';
import { bodies } from './bodies';
import { bombing } from './bombing';
import { malware } from './malware';
import { oversize } from './oversize';
import { paths } from './paths';
import { print, type Finding } from './report';
import { startSetup, type Setup } from './setup';

/** `npm run audit:documents`: hostile uploads against the built service (D-07, D-08, D-10, D-11, D-12). */

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
const LIMIT = 50 * 1024 * 1024;

interface Check {
  name: string;
  /** Required programs. */
  tools: string[];
  run: () => Promise<Finding[]>;
}

const on = (settings: Record<string, string>, check: (setup: Setup) => Promise<Finding[]>) => async () => {
  const setup = await startSetup(settings);
  return check(setup).finally(() => setup.close());
};

const CHECKS: Check[] = [
  { name: 'bodies', tools: [], run: on({ MAX_UPLOAD_BYTES: String(FILE_LIMIT) }, bodies) },
  { name: 'oversize', tools: [], run: on({}, (setup) => oversize(setup, LIMIT)) },
  { name: 'bombs', tools: [], run: on({}, (setup) => bombing(setup, LIMIT)) },
  { name: 'malware', tools: ['clamd', 'clamdscan'], run: malware },
  { name: 'paths', tools: ['strace'], run: on({}, paths) },
];

const isThere = (tool: string) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;

let wrong = 0;
const missing: string[] = [];
for (const { name, tools, run } of CHECKS.filter(({ name }) => name.includes(values.only))) {
  const lacking = tools.filter((tool) => !isThere(tool));
  if (lacking.length > 0) {
    missing.push(...lacking);
    say(`${name}: left out, ${lacking.join(' and ')} not installed`);
    continue;
  }
  say(name);
  for (const finding of await run()) {
    print(finding);
    if (!finding.met) wrong++;
  }
}
process.stdout.write(`${wrong} wrong${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}\n`);
process.exitCode = wrong > 0 ? 1 : missing.length > 0 ? 2 : 0;
