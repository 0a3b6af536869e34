import { spawn } from 'node:child_process';

/**
 * Runs the operator's malware scanner on one file: no shell, the file as last argument, exit code 0 for clean, 1 for
 * infected, anything else for no result. The output is discarded: scanners list the names of files in archives, which
 * may contain patient data.
 */

export type Verdict = 'clean' | 'infected';
export interface NoAnswer {
  /** Exit code, signal or system error, for the log. */
  problem: string;
}

/** Do not pass on our environment, which contains secrets. */
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
      // A new process group, so that the command's child processes end with it.
      ...(POSIX ? { env: BARE, detached: true } : {}),
    });
    let cause: string | undefined;
    const kill = (why: string) => {
      cause ??= why;
      try {
        if (POSIX && child.pid) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // The process has just exited.
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
