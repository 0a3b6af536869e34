import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runScanner } from '../../../server/domain/documents/run-scanner';
import { SCAN_TIMEOUT_MS } from '../../../server/domain/documents/scan-document';

/** A zombie is not running. */
const isRunning = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/^\d+ \(.*\) Z/s.test(stat);
};

it.skipIf(process.platform !== 'linux')(
  'hanging scanner is ended after its time with all child processes, without a result',
  async () => {
    expect(SCAN_TIMEOUT_MS).toBe(120_000);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'scanner-'));
    const script = path.join(folder, 'hangs');
    await writeFile(script, `#!/bin/sh\nsleep 600 &\necho $! > ${folder}/pid\nwait\n`);
    await chmod(script, 0o700);
    try {
      const outcome = await runScanner(script, '/dev/null', {
        timeoutMs: 1_000,
        signal: new AbortController().signal,
      });
      expect(outcome).toEqual({ problem: 'timeout' });
      const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
      await expect.poll(() => isRunning(pid)).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
