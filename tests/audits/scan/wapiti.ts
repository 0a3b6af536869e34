import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, Level } from './findings';
import { runTool, type Bounds } from './tools';

/** wapiti over the given pages and lists and those it discovers from there; only its JSON report is read. */

/** `ssrf` is omitted: it needs an external host that reports requests. */
const MODULES = [
  'http_headers',
  'cookieflags',
  'csp',
  'crlf',
  'redirect',
  'xss',
  'sql',
  'file',
  'exec',
  'xxe',
  'permanentxss',
  'blindsql',
];

export interface Crawl {
  name: string;
  url: string;
  /** Start paths. */
  paths: string[];
  headers?: Record<string, string>;
  /** Replaces wapiti's own site, which is never contacted. */
  endpoint: string;
}

interface Entry {
  method: string;
  path: string;
  info: string;
  level: number | string;
  parameter: string;
}
interface Report {
  vulnerabilities: Record<string, Entry[]>;
  anomalies: Record<string, Entry[]>;
  infos: { crawled_pages_nbr?: number };
}

const LEVEL_OF: Record<string, Level> = { '4': 'high', '3': 'high', '2': 'medium', '1': 'low', '0': 'info' };

/** @param seconds for all modules together */
export async function runWapiti(crawl: Crawl, seconds: number, within: Bounds): Promise<Finding[]> {
  const bounds = { ...within, folder: path.join(within.folder, crawl.name) };
  await mkdir(bounds.folder, { recursive: true });
  const report = path.join(bounds.folder, 'report.json');
  await runTool(
    'wapiti',
    [
      '-u',
      `${crawl.url}/`,
      '--scope',
      'folder',
      '-m',
      MODULES.join(','),
      '-f',
      'json',
      '-o',
      report,
      ...crawl.paths.flatMap((start) => ['-s', crawl.url + start]),
      ...Object.entries(crawl.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      '--max-scan-time',
      String(Math.ceil(seconds / 6)),
      '--max-attack-time',
      String(Math.ceil(seconds / MODULES.length)),
      '--max-links-per-page',
      '40',
      '--max-files-per-dir',
      '30',
      '-d',
      '4',
      '-t',
      '10',
      '--endpoint',
      `${crawl.endpoint}/`,
      '--no-bugreport',
      '--flush-session',
      '--store-session',
      path.join(bounds.folder, 'session'),
    ],
    bounds,
  );
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null)
    return [{ scanner: 'wapiti', level: 'high', place: crawl.name, what: 'made no report (--minutes)' }];
  const { vulnerabilities, anomalies } = JSON.parse(text) as Report;
  return [
    ...(await cutShort(crawl.name, bounds)),
    ...[vulnerabilities, anomalies].flatMap((kinds) =>
      Object.entries(kinds).flatMap(([kind, entries]) =>
        entries.map((entry) => ({
          scanner: 'wapiti',
          level: LEVEL_OF[String(entry.level)] ?? 'high',
          place: `${crawl.name}: ${entry.method} ${entry.path}`,
          what: `${kind}: ${entry.info}${entry.parameter ? ` (${entry.parameter})` : ''}`,
        })),
      ),
    ),
  ];
}

/** Modules that did not finish: because of the time limit, which is expected, or an error in wapiti. */
async function cutShort(name: string, bounds: Bounds): Promise<Finding[]> {
  const log = (await readFile(path.join(bounds.folder, 'wapiti.log'), 'utf8'))
    .split('Launching module ')
    .slice(1);
  return log.flatMap((text): Finding[] => {
    const module = /^\w+/.exec(text)![0];
    const place = `${name}: module ${module}`;
    if (text.includes('File "/usr/lib/python3'))
      return [{ scanner: 'wapiti', level: 'medium', place, what: 'stopped with an internal error' }];
    return text.includes('Max attack time was reached')
      ? [{ scanner: 'wapiti', level: 'info', place, what: 'came to its bound (--minutes)' }]
      : [];
  });
}
