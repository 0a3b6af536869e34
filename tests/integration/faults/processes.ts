import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { processIdentity } from '../../../server/embedded/processes';
import { clusterFolder } from '../../../server/embedded/secrets';

/** Starts the built service, or a script, as a separate process, and checks what remains of it. */

export interface Launched {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

export function launch(
  args: string[],
  settings: Record<string, string>,
  options: { uid?: number; gid?: number } = {},
): Launched {
  if (args[0] === 'dist/main.mjs' && !(existsSync('dist/main.mjs') && existsSync('.next/BUILD_ID')))
    throw new Error('There is no build to start; run `npm run build` first.');
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DEMO_DATA: 'small',
    ...settings,
  } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (heard.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (heard.stderr += String(chunk)));
  return {
    child,
    stdout: () => heard.stdout,
    stderr: () => heard.stderr,
    ended: new Promise((resolve) => child.once('close', resolve)),
  };
}

/** Runs a start that must fail. */
export async function failedStart(
  settings: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const launched = launch(['dist/main.mjs'], settings);
  const limit = setTimeout(() => launched.child.kill('SIGKILL'), 45_000);
  const code = await launched.ended;
  clearTimeout(limit);
  return { code, stdout: launched.stdout(), stderr: launched.stderr() };
}

export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(path.join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8')).split('\n')[0]);

export const isAlive = async (pid: number): Promise<boolean> => (await processIdentity(pid)) !== null;

export async function until(holds: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline;) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return holds();
}

/** A connection on which requests are written by hand. */
export interface RawConnection {
  write(text: string): void;
  received(): string;
  closed: Promise<void>;
}

export async function connect(port: number): Promise<RawConnection> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return { write: (text) => void socket.write(text), received: () => received, closed };
}
