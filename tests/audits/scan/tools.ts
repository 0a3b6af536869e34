import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';

/** The scanners: external programs on the PATH, run with a temporary home. */

const TOOLS = { sqlmap: '--version', wapiti: '--version', ffuf: '-V' } as const;
export type Tool = keyof typeof TOOLS;

/** Versions of the installed ones. */
export function findTools(): { versions: string[]; missing: Tool[] } {
  const versions: string[] = [];
  const missing: Tool[] = [];
  for (const [tool, flag] of Object.entries(TOOLS) as [Tool, string][]) {
    const { error, stdout } = spawnSync(tool, [flag], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (error) missing.push(tool);
    else versions.push(`${tool} ${/\d+\.\d+(\.\d+)?/.exec(stdout)?.[0] ?? '?'}`);
  }
  return { versions, missing };
}

export interface Bounds {
  /** Temporary: home, reports, logs. */
  folder: string;
  /** Instant (Date.now) at which the tool is stopped. */
  until: number;
  /** Stops the tool with the whole command. */
  signal: AbortSignal;
}

/** @returns whether the tool finished without an error */
export function runTool(tool: Tool, args: string[], { folder, until, signal }: Bounds): Promise<boolean> {
  return new Promise((resolve) => {
    signal.throwIfAborted();
    // A separate process group: wapiti and sqlmap start helpers, which must end too.
    const child = spawn(tool, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        HOME: folder,
        TMPDIR: folder,
        XDG_DATA_HOME: folder,
        LANG: 'C.UTF-8',
        TERM: 'dumb',
      },
    });
    const log = createWriteStream(path.join(folder, `${tool}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    const end = (): void => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // Already ended.
      }
    };
    const timer = setTimeout(end, Math.max(0, until - Date.now()));
    signal.addEventListener('abort', end, { once: true });
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      log.end();
      resolve(code === 0);
    });
  });
}
