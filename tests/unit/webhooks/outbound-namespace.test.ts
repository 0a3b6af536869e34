import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Probe } from './namespace-probe';

/** The guard with no exceptions, in a network namespace in which private addresses would respond. */

const root = path.resolve(import.meta.dirname, '../../..');
const ENTER = ['-r', '-n'];
const hasNamespaces =
  spawnSync('unshare', [...ENTER, 'ip', 'addr', 'add', '93.184.215.14/32', 'dev', 'lo']).status === 0;

let folder: string;
let found: Probe;
beforeAll(async () => {
  if (!hasNamespaces) return;
  // Next to the packages it loads.
  folder = mkdtempSync(path.join(root, 'node_modules/.namespace-'));
  const outfile = path.join(folder, 'probe.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'namespace-probe.ts')],
    outfile,
    logLevel: 'warning',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  });
  const { stdout } = await promisify(execFile)('unshare', [...ENTER, process.execPath, outfile], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, LOG_LEVEL: 'silent' },
    timeout: 25_000,
  });
  found = JSON.parse(stdout) as Probe;
});
afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasNamespaces)('isolated network namespace (skipped where unavailable)', () => {
  it('reaches public receivers by address and by name', () => {
    for (const url of [
      'https://93.184.215.14/hook',
      'https://93.184.215.14:8443/hook',
      'https://receiver.example.org/hook',
    ])
      expect(found.targets[url], url).toEqual({ stored: true, error: null, status: 200 });
    // Its certificate is for the other address, so it was connected to.
    expect(found.targets['https://[2606:4700:4700::1111]/hook']).toMatchObject({
      stored: true,
      error: 'tls',
    });
  });

  it('follows no redirect, and uses no other port or plain http', () => {
    expect(found.targets['https://93.184.215.14/away']).toMatchObject({ error: 'redirect', status: 302 });
    for (const url of ['https://93.184.215.14:444/hook', 'http://93.184.215.14/hook'])
      expect(found.targets[url], url).toEqual({ stored: false, error: 'blocked_address', status: null });
  });

  it('connects to no private address, however written, named or exchanged', () => {
    const reached = ['93.184.215.14', '2606:4700:4700::1111'];
    expect(found.reached).toEqual(reached.sort());
    const inner = Object.entries(found.targets).filter(
      ([url]) => !/\/\/(?:93\.184\.215\.14|receiver\.|\[2606)/.test(url),
    );
    expect(inner.length).toBeGreaterThan(50);
    for (const [url, { stored, error, status }] of inner) {
      expect({ error, status }, url).toEqual({ error: 'blocked_address', status: null });
      expect(stored, url).toBe(url.includes('//later-'));
    }
  });
});
