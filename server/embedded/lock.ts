import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { rmSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors/start-error';
import { errorCode } from './private-files';
import { pause, processIdentity } from './processes';

/**
 * One holder per `DATA_DIR`: a file with the holder's pid and start time, so that neither a crash nor a reused pid
 * blocks the next start. A server fails if another server holds the lock; both wait for an operator's tool to end.
 */
export type Purpose = 'server' | 'tool';

interface Holder {
  pid: number;
  identity: string;
  purpose: Purpose;
  token: string;
}

const lockFile = (dataDir: string): string => path.join(dataDir, 'lock.json');
const WAIT_FOR_TOOL_MS = 60_000;
/** A server being restarted may still be shutting down. */
const WAIT_FOR_SERVER_MS = 3_000;

async function readHolder(file: string): Promise<Holder | null> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { pid: 0, identity: '', purpose: 'server', token: '' };
  }
}

/** The live holder of the folder, if any. */
export async function lockHolder(dataDir: string): Promise<{ pid: number; purpose: Purpose } | null> {
  const holder = await readHolder(lockFile(dataDir));
  return holder && (await processIdentity(holder.pid)) === holder.identity ? holder : null;
}

/** @returns a function that releases the lock; safe to call twice and in an `exit` listener */
export async function lockDataDir(
  dataDir: string,
  purpose: Purpose,
  log: (line: string) => void,
): Promise<() => void> {
  const file = lockFile(dataDir);
  const own: Holder = {
    pid: process.pid,
    identity: (await processIdentity(process.pid)) ?? '',
    purpose,
    token: randomBytes(8).toString('hex'),
  };
  const draft = `${file}.${own.token}`;
  await fs.writeFile(draft, JSON.stringify(own), { mode: 0o644 });
  const began = Date.now();
  try {
    for (let round = 0; ; round += 1) {
      try {
        await fs.link(draft, file); // atomic: the lock appears with its content or not at all
        break;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const holder = await lockHolder(dataDir);
      if (!holder) await removeStale(file, own.token);
      else if (Date.now() - began > (holder.purpose === 'server' ? WAIT_FOR_SERVER_MS : WAIT_FOR_TOOL_MS))
        throw new StartError(
          `DATA_DIR ${dataDir} is in use by another process (pid ${holder.pid}); stop it or choose another DATA_DIR.`,
        );
      else {
        if (round === 0 && holder.purpose === 'tool')
          log(`Waiting for the admin tool (pid ${holder.pid}) to finish`);
        await pause(200);
      }
    }
  } finally {
    await fs.rm(draft, { force: true });
  }
  return () => {
    try {
      if ((JSON.parse(readFileSync(file, 'utf8')) as Holder).token === own.token) rmSync(file);
    } catch {
      // Already gone, or the folder was removed.
    }
  };
}

/** Two processes may see the same stale lock: only the one that renamed exactly that file may continue. */
async function removeStale(file: string, token: string): Promise<void> {
  const aside = `${file}.stale-${token}`;
  try {
    await fs.rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved && (await processIdentity(moved.pid)) === moved.identity)
    await fs.link(aside, file).catch(() => undefined);
  await fs.rm(aside, { force: true });
}
