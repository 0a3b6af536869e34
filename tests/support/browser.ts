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
  process.env.TMPDIR = mkdtempSync(path.join(os.tmpdir(), 'clinical-browser-'));
  const { default: packaged } = await import('@sparticuz/chromium');
  return {
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...QUIET.slice(1)],
    showsPdf: false,
  };
}
