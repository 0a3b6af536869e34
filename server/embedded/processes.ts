import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './private-files';

/** Whether a process is alive, is still the same one, and which folder it runs in. */

const run = promisify(execFile);

/** Differs if a pid is reused (start time); null if the process is gone or a zombie. */
export async function processIdentity(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces, so fields are counted after it. Field 3 is the state, field 22 the
      // start time.
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

/** Whether the process is a PostgreSQL with the data folder `folder`. */
export async function servesFolder(pid: number, folder: string): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false;
  if (process.platform === 'linux') {
    // PostgreSQL runs inside its data folder. Another user's process is not readable and not ours.
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
