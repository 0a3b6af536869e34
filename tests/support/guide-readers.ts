import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { GUIDES } from '@/components/docs/guides';
import { samplesOf, type Sample } from '@/components/docs/guide';
import { createIngestKey } from '../../server/domain/lab-connections/create-ingest-key';
import { realKey } from './database';
import { furnish, type Furnished } from './furnish';
import { laboratory } from './laboratory';

/** The samples of the guides by file name, and how their readers run them. */

export const SAMPLES = new Map<string, Sample>(
  GUIDES.flatMap((guide) => samplesOf(guide)).map((sample) => [sample.file, sample]),
);

export const LANGUAGES = ['mjs', 'py'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Reader {
  folder: string;
  things: Furnished;
  settings: Record<string, string>;
}

/** An organization, and a folder with all samples and both clients, as the reader of a guide has them. */
export async function makeReader(language: Language, url: string): Promise<Reader> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `clinical-guides-${language}-`));
  for (const { file, code } of SAMPLES.values()) writeFileSync(path.join(folder, file), code);
  copyFileSync('docs/client/clinical_client.py', path.join(folder, 'clinical_client.py'));
  await build({
    entryPoints: ['docs/client/main.ts'],
    outfile: path.join(folder, 'node_modules/clinical-data-service-client/index.js'),
    bundle: true,
    platform: 'node',
  });
  const things = await furnish(`guides-${language}`);
  const lab = await laboratory(things.org.ctx);
  const settings = {
    CLINICAL_URL: url,
    API_KEY: await realKey(things.org),
    INGEST_KEY: (await createIngestKey(things.org.ctx, { connection_id: lab.id })).key!,
  };
  return { folder, things, settings };
}

const run = promisify(execFile);

/** Runs one sample. @returns lines of its output */
export async function runSample(
  { folder, settings }: Reader,
  file: string,
  more: Record<string, string> = {},
): Promise<string[]> {
  const [program, ...options] = programOf(file);
  const { stdout } = await run(program!, options, {
    cwd: folder,
    env: environment({ ...settings, ...more }),
  });
  return stdout.trim().split('\n');
}

export function programOf(file: string): string[] {
  if (file.endsWith('.sh')) return ['bash', '-eu', '-o', 'pipefail', file];
  // Without installed packages: the samples need the standard library only.
  return file.endsWith('.py') ? ['python3', '-S', file] : [process.execPath, file];
}

export const environment = (given: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  PATH: process.env.PATH,
  // Print each line at once, as in a terminal.
  PYTHONUNBUFFERED: '1',
  ...given,
});

/** In front of the service: the first requests fail. */
export async function relayTo(
  url: string,
  failures: number,
  status: number,
  headers: Record<string, string> = {},
) {
  const relay = createServer((request, response) => {
    if (failures-- > 0) return response.writeHead(status, headers).end();
    const { authorization } = request.headers;
    void fetch(url + request.url!, { headers: { Authorization: authorization! } }).then(async (answer) =>
      response
        .writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type')! })
        .end(await answer.text()),
    );
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`, close: () => relay.close() };
}
