import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from './findings';
import type { Tap } from './tap';
import { runTool, type Bounds } from './tools';

/** ffuf requests every word below a folder, or every pair of method and path; each response is checked. */

export interface Sweep {
  name: string;
  tap: Tap;
  /** Folder with both slashes. */
  folder: string;
  words: string[];
  /** One per word; GET by default. */
  methods?: string[];
  headers?: Record<string, string>;
}

interface Asked {
  method: string;
  path: string;
  status: number;
  location: string;
  /** `Allow` of a 405 response. */
  allow: string | undefined;
}

/** Null if the response is acceptable. */
export type Check = (asked: Asked) => string | null;

interface Result {
  input: { WORD: string; METHOD?: string };
  status: number;
  redirectlocation: string;
}

/** Retries for words without a response: ffuf loses about one in a thousand. */
const ROUNDS = 3;

export async function runFfuf(sweep: Sweep, check: Check, bounds: Bounds): Promise<Finding[]> {
  const { name, tap, folder, words } = sweep;
  const results: Result[] = [];
  let open = words.map((word, at) => ({ word, method: sweep.methods?.[at] }));
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    results.push(...(await askAll(sweep, open, bounds)));
    const answered = new Set(results.map(({ input }) => `${input.METHOD ?? ''} ${input.WORD}`));
    open = open.filter(({ word, method = '' }) => !answered.has(`${method} ${word}`));
  }
  const findings: Finding[] = [];
  if (open.length > 0)
    findings.push({
      scanner: 'ffuf',
      level: 'high',
      place: name,
      what: `no answer to ${open.length} of ${words.length} words: not everything was asked (--minutes)`,
    });
  for (const { input, status, redirectlocation: location } of results) {
    const method = input.METHOD ?? 'GET';
    const asked = folder + input.WORD;
    const wrong = check({
      method,
      path: asked,
      status,
      location,
      allow: tap.allowed.get(`${method} ${asked}`),
    });
    if (wrong)
      findings.push({
        scanner: 'ffuf',
        level: status >= 500 ? 'high' : 'medium',
        place: `${name}: ${method} ${asked}`,
        what: `${status}${location ? ` to ${location}` : ''}: ${wrong}`,
      });
  }
  return findings;
}

async function askAll(
  { name, tap, folder, headers = {} }: Sweep,
  open: { word: string; method: string | undefined }[],
  bounds: Bounds,
): Promise<Result[]> {
  const file = (kind: string): string => path.join(bounds.folder, `${name}-${kind}`);
  const methods = open.flatMap(({ method }) => method ?? []);
  await writeFile(file('words'), open.map(({ word }) => word).join('\n'));
  await writeFile(file('methods'), methods.join('\n'));
  await rm(file('result.json'), { force: true });
  await runTool(
    'ffuf',
    [
      '-s',
      '-mc',
      'all',
      '-t',
      '6',
      '-timeout',
      '20',
      '-of',
      'json',
      '-o',
      file('result.json'),
      '-u',
      `${tap.url}${folder}WORD`,
      '-w',
      `${file('words')}:WORD`,
      ...(methods.length > 0
        ? ['-X', 'METHOD', '-w', `${file('methods')}:METHOD`, '-mode', 'pitchfork']
        : []),
      ...Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]),
    ],
    bounds,
  );
  const text = await readFile(file('result.json'), 'utf8').catch(() => null);
  return text === null ? [] : ((JSON.parse(text) as { results: Result[] | null }).results ?? []);
}
