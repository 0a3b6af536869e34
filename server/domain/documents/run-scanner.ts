import { spawn } from 'node:child_process';

/**
 * Runs the operator's malware command over one file: no shell, the file as last argument, 0 clean, 1 infected,
 * anything else no answer. What it prints is thrown away: scanners name the files inside archives, and those names can
 * hold patient data.
 */

export type Verdict = 'clean' | 'infected';
export interface NoAnswer {
  /** A word for the log: exit code, signal, or the system's error. */
  problem: string;
}

/** Our environment holds secrets that a scanner has no business with. */
const BARE = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
} as unknown as NodeJS.ProcessEnv;

const POSIX = process.platform !== 'win32';

export function runScanner(
  command: string,
  file: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Verdict | NoAnswer> {
  const [program, ...args] = command.trim().split(/\s+/) as [string, ...string[]];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, file], {
      stdio: 'ignore',
      shell: false,
      windowsHide: true,
      // A group of its own, so that what the command started ends with it.
      ...(POSIX ? { env: BARE, detached: true } : {}),
    });
    let cause: string | undefined;
    const kill = (why: string) => {
      cause ??= why;
      try {
        if (POSIX && child.pid) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    };
    const timer = setTimeout(() => kill('timeout'), timeoutMs);
    const stop = () => kill('stopped');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const end = (outcome: Verdict | NoAnswer) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    child.once('error', (error: NodeJS.ErrnoException) => end({ problem: error.code ?? 'cannot start' }));
    child.once('exit', (code, killedBy) => {
      if (cause === undefined && code === 0) end('clean');
      else if (cause === undefined && code === 1) end('infected');
      else end({ problem: cause ?? killedBy ?? `exit ${code}` });
    });
  });
}
