import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CONTROLS, probe, type Probed } from './probe';

/**
 * `npm run audit:outbound`: the outbound guard handles every forbidden target in a process watched by `strace`;
 * connect() may be called only for the addresses of the controls (E-07).
 */
const PART = 'probe';
const MINUTES_MS = 5 * 60_000;
/** For IPv4 and IPv6; an interrupted call's line contains the address too. */
const ADDRESS = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/g;

async function watched(folder: string): Promise<{ probed: Probed; addresses: string[]; calls: number }> {
  const log = path.join(folder, 'calls');
  const { stdout } = await promisify(execFile)(
    'strace',
    [
      '-f',
      '-qq',
      '-e',
      'trace=connect,sendto,sendmsg,sendmmsg',
      '-e',
      'signal=none',
      '-o',
      log,
      process.execPath,
      fileURLToPath(import.meta.url),
      PART,
    ],
    { timeout: MINUTES_MS, maxBuffer: 64 * 1024 * 1024 },
  );
  const lines = (await readFile(log, 'latin1'))
    .split('\n')
    .filter((line) => /sa_family=AF_INET6?\b/.test(line));
  const addresses = lines.flatMap((line) => [...line.matchAll(ADDRESS)].map(([, four, six]) => four ?? six!));
  return { probed: JSON.parse(stdout) as Probed, addresses, calls: lines.length };
}

async function run(): Promise<void> {
  if (spawnSync('strace', ['--version'], { stdio: 'ignore' }).error !== undefined) {
    process.stderr.write('This needs strace (apt-get install -y strace).\n');
    process.exitCode = 2;
    return;
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-outbound-'));
  try {
    const { probed, addresses, calls } = await watched(folder);
    const seen = new Set(addresses);
    const expected = Object.values(CONTROLS);
    const others = [...seen].filter((address) => !expected.includes(address));
    const missing = expected.filter((address) => !seen.has(address));
    const findings: [boolean, string][] = [
      [
        probed.wrong.length === 0 && probed.targets >= 200,
        `${probed.targets} targets and ${probed.names} names that lead to inner addresses: ${probed.wrong.length} not rejected${probed.wrong
          .slice(0, 5)
          .map((one) => `; ${one}`)
          .join('')}`,
      ],
      [
        others.length === 0,
        `${calls} calls with an address: ${others.length} addresses other than the controls${others
          .slice(0, 5)
          .map((one) => `; ${one}`)
          .join('')}`,
      ],
      [
        missing.length === 0 && probed.controls,
        `controls (a send that is allowed, a socket without the guard): ${missing.length === 0 ? 'both seen' : `not seen: ${missing.join(', ')}`}`,
      ],
    ];
    for (const [met, text] of findings) process.stdout.write(`${met ? 'ok  ' : 'FAIL'}  ${text}\n`);
    process.exitCode = findings.every(([met]) => met) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === PART) {
  process.stdout.write(JSON.stringify(await probe()));
  process.exit();
}
await run();
