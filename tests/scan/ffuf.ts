import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from './findings';
import type { Tap } from './tap';
import { runTool, type Bounds } from './tools';

/** ffuf asks for every word below a folder, or for every pair of method and path; each answer is judged. */

export interface Sweep {
  name: string;
  tap: Tap;
  /** Folder with both slashes. */
  folder: string;
  words: string[];
  /** One for each word; GET where it is missing. */
  methods?: string[];
  headers?: Record<string, string>;
}

export interface Asked {
  method: string;
  path: string;
  status: number;
  location: string;
  /** `Allow` of an answer of 405. */
  allow: string | undefined;
}

/** Null when the answer is one that the service should give. */
export type Judge = (asked: Asked) => string | null;

interface Result {
  input: { WORD: string; METHOD?: string };
  status: number;
  redirectlocation: string;
}

export async function runFfuf(sweep: Sweep, judge: Judge, bounds: Bounds): Promise<Finding[]> {
  const { name, tap, folder, words, methods, headers = {} } = sweep;
  const file = (kind: string): string => path.join(bounds.folder, `${name}-${kind}`);
  await writeFile(file('words'), words.join('\n'));
  if (methods) await writeFile(file('methods'), methods.join('\n'));
  await runTool(
    'ffuf',
    [
      ...['-s', '-mc', 'all', '-t', '6', '-timeout', '20', '-of', 'json', '-o', file('result.json')],
      ...['-u', `${tap.url}${folder}WORD`, '-w', `${file('words')}:WORD`],
      ...(methods ? ['-X', 'METHOD', '-w', `${file('methods')}:METHOD`, '-mode', 'pitchfork'] : []),
      ...Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]),
    ],
    bounds,
  );
  const text = await readFile(file('result.json'), 'utf8').catch(() => null);
  const results = text === null ? [] : ((JSON.parse(text) as { results: Result[] | null }).results ?? []);
  const findings: Finding[] = [];
  if (results.length < words.length)
    findings.push({
      scanner: 'ffuf',
      level: 'high',
      place: name,
      what: `${results.length} answers to ${words.length} words: not everything was asked (--minutes)`,
    });
  for (const { input, status, redirectlocation: location } of results) {
    const method = input.METHOD ?? 'GET';
    const asked = folder + input.WORD;
    const wrong = judge({
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
