import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';

/**
 * The Chromium of the browser tests: Debian's when present, else Playwright's own, else the one inside the npm
 * package `@sparticuz/chromium`, so that tests run where no browser can be downloaded.
 */
export interface FoundBrowser {
  executablePath: string;
  args: string[];
  /** Where the packaged browser finds libraries that the machine lacks. */
  env?: Record<string, string>;
  /** The packaged one has no PDF viewer. */
  showsPdf: boolean;
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

export async function findBrowser(): Promise<FoundBrowser> {
  const remembered = process.env.CLINICAL_TEST_BROWSER;
  if (remembered) return JSON.parse(remembered) as FoundBrowser;
  const found = await search();
  // Workers load the configuration again; the packaged browser is unpacked once per run.
  process.env.CLINICAL_TEST_BROWSER = JSON.stringify(found);
  return found;
}

async function search(): Promise<FoundBrowser> {
  for (const executablePath of [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
  ]) {
    if (existsSync(executablePath))
      return { executablePath, args: QUIET, showsPdf: !/headless_shell|headless-shell/.test(executablePath) };
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-browser-'));
  process.env.TMPDIR = folder;
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  // Not with the arguments that the package proposes: one process for all pages dies at the second context, and pages
  // without the rules of origins would prove nothing.
  const found = { executablePath, args: ['--headless=shell', ...QUIET.slice(1)], showsPdf: false };
  if (spawnSync(executablePath, ['--version']).status === 0) return found;
  // A bare machine lacks a few libraries (NSS among them). The package brings them for one kind of host, which this
  // setting names; they are given to the browser alone.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  await packaged.executablePath();
  delete process.env.AWS_LAMBDA_JS_RUNTIME;
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
  };
  return { ...found, env };
}
