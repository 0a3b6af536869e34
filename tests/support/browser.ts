import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/**
 * A Chromium for tests and audits. `pinned` is from the npm package `@sparticuz/chromium`: the same on every machine,
 * without a download, and twice as fast over the whole suite. `installed` is a full browser, as users have: Debian's,
 * else Playwright's. If one is missing, the other is used.
 */
export type Preferred = 'pinned' | 'installed';

export interface FoundBrowser {
  executablePath: string;
  args: string[];
  /** Where the packaged browser finds libraries the machine lacks. */
  env?: Record<string, string>;
}

const QUIET = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export async function findBrowser(preferred: Preferred): Promise<FoundBrowser> {
  const remembered = process.env.CLINICAL_TEST_BROWSER;
  if (remembered) return JSON.parse(remembered) as FoundBrowser;
  const found =
    preferred === 'pinned' ? ((await unpack()) ?? installed()) : (installed() ?? (await unpack()));
  if (!found) throw new Error('No Chromium runs here. Install one, for example with npx playwright install.');
  // Workers load the configuration again; the packaged browser is unpacked once per run.
  process.env.CLINICAL_TEST_BROWSER = JSON.stringify(found);
  return found;
}

function installed(): FoundBrowser | null {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', chromium.executablePath()];
  const executablePath = places.find((place) => existsSync(place));
  return executablePath === undefined ? null : { executablePath, args: QUIET };
}

const starts = (path: string, env: object = process.env): boolean =>
  spawnSync(path, ['--version'], { env: env as NodeJS.ProcessEnv }).status === 0;

/** Unpacks atomically, once. */
async function unpack(): Promise<FoundBrowser | null> {
  const { version } = JSON.parse(
    readFileSync(path.resolve('node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string };
  const folder = path.resolve('node_modules/.cache/chromium', version);
  const executablePath = path.join(folder, 'chromium');
  if (!existsSync(executablePath)) {
    mkdirSync(path.dirname(folder), { recursive: true });
    const begun = mkdtempSync(`${folder}-`);
    await unpackInto(begun);
    try {
      renameSync(begun, folder);
    } catch {
      // Another run was faster.
      rmSync(begun, { recursive: true });
    }
  }
  // Not with the package's own arguments: a single process for all pages dies at the second context, and pages without
  // the same-origin policy would prove nothing.
  const found = { executablePath, args: ['--headless=shell', ...QUIET.slice(1)] };
  if (starts(executablePath)) return found;
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') };
  return starts(executablePath, env) ? { ...found, env: env as Record<string, string> } : null;
}

/** Minimal machines lack libraries (such as NSS), which the package includes for one kind of host, named here. */
async function unpackInto(folder: string): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
