import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './server';

/** The built service as a separate process: pages, API, worker, embedded PostgreSQL in a temporary folder. */

export interface Service {
  url: string;
  dataDir: string;
  child: ChildProcess;
  env: NodeJS.ProcessEnv;
  output(): string;
  stop(): Promise<number | null>;
}

export interface DemoFile {
  people: { id: string; email: string; password: string; role: string }[];
  apiKey: string;
}

export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'clinical-browser-')));
  const port = settings.PORT ?? String(await freePort());
  const { DATABASE_URL: _a, MIGRATION_DATABASE_URL: _b, ENCRYPTION_KEYS: _c, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...rest,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: dataDir,
    DEMO_DATA: 'small',
    LOG_LEVEL: 'info',
    ...settings,
  };
  const child = spawn(process.execPath, ['dist/main.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const url = `http://localhost:${port}`;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const service: Service = {
    url,
    dataDir,
    child,
    env,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
  try {
    await Promise.race([
      ready(url),
      ended.then((code) => {
        throw new Error(`The service ended with ${code}:\n${output}`);
      }),
    ]);
  } catch (error) {
    // No one else would stop it and its PostgreSQL.
    await service.stop();
    throw error;
  }
  return service;
}

async function ready(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not become ready in 60 s.');
}

export const readDemo = async (dataDir: string): Promise<DemoFile> =>
  JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
