import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './private-files';

/** Questions about other processes: is this one alive, is it still the same one, where does it work. */

const run = promisify(execFile);

/**
 * A word that differs when a pid is used again by another process (start time); null when the process is gone or
 * a zombie.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may hold blanks: fields are counted behind it. Field 3 state, field 22 start.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return null;
  }
  if (process.platform === 'win32') return 'alive';
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

/** True when the process is a Postgres whose data folder is `folder`. */
export async function servesFolder(pid: number, folder: string): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false;
  if (process.platform === 'linux') {
    // Postgres works inside its data folder. A process of somebody else cannot be read, and is none of ours.
    const cwd = await fs.readlink(`/proc/${pid}/cwd`).catch(() => null);
    const name = await fs.readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return name.trim() === 'postgres' && cwd === (await fs.realpath(folder));
  }
  if (process.platform === 'win32') return true;
  const command = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return command.stdout.includes('postgres') && command.stdout.includes(folder);
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
