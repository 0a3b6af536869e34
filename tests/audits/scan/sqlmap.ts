import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from './findings';
import type { Tap } from './tap';
import { runTool, type Bounds } from './tools';

/** sqlmap, with one request file per target; only its CSV of results is read. */

export interface SqlTarget {
  name: string;
  method: string;
  /** sqlmap puts its payloads at `*`. Without `*`, it tries every query parameter and every value of a JSON body. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Status of the unaltered request if it is unavoidably rejected. */
  rejected?: number;
}

export interface Depth {
  level: number;
  risk: number;
  processes: number;
}

/** Boolean, error, union, stacked, time. */
const TECHNIQUES = 'BEUST';
/** Fewer requests mean that sqlmap skipped a target. */
const FEWEST = 15;

/** The target with its number in the tap. */
const numbered = (targets: readonly SqlTarget[]): [number, SqlTarget][] =>
  targets.map((target, at) => [at, target]);

export async function runSqlmap(
  tap: Tap,
  targets: readonly SqlTarget[],
  depth: Depth,
  bounds: Bounds,
): Promise<{ findings: Finding[]; untested: string[] }> {
  // With a single target sqlmap writes no results file.
  const processes = Math.max(1, Math.min(depth.processes, Math.floor(targets.length / 2)));
  const shards = Array.from({ length: processes }, (_, shard) =>
    numbered(targets).filter(([at]) => at % processes === shard),
  );
  const findings = await Promise.all(shards.map((shard) => runShard(tap, shard, targets, depth, bounds)));
  return {
    findings: findings.flat(),
    untested: numbered(targets)
      .filter(([at]) => (tap.byTarget.get(at) ?? 0) < FEWEST)
      .map(([, { name }]) => name),
  };
}

async function runShard(
  tap: Tap,
  shard: [number, SqlTarget][],
  targets: readonly SqlTarget[],
  { level, risk }: Depth,
  bounds: Bounds,
): Promise<Finding[]> {
  const first = shard[0]![0];
  const files = await Promise.all(
    shard.map(async ([at, target]) => {
      const file = path.join(bounds.folder, `target-${at}.txt`);
      await writeFile(file, requestText(new URL(tap.url).host, at, target));
      return file;
    }),
  );
  const results = path.join(bounds.folder, `results-${first}.csv`);
  const finished = await runTool(
    'sqlmap',
    [
      '-r',
      files.join(','),
      '--ignore-stdin',
      '--batch',
      '--disable-coloring',
      '--flush-session',
      '--dbms',
      'PostgreSQL',
      '--technique',
      TECHNIQUES,
      '--time-sec',
      '1',
      '--level',
      String(level),
      '--risk',
      String(risk),
      '--skip-waf',
      '--keep-alive',
      '--drop-set-cookie',
      '--ignore-redirects',
      '--ignore-code',
      '*',
      // Answers to sqlmap's questions: continue after a first finding, and do not skip values as "cast to a number".
      '--answers',
      'further tests=N,kind of cases=N',
      '--output-dir',
      path.join(bounds.folder, `output-${first}`),
      '--results-file',
      results,
    ],
    bounds,
  );
  const findings = readResults(await readFile(results, 'utf8').catch(() => ''), targets);
  if (!finished)
    findings.push({
      scanner: 'sqlmap',
      level: 'high',
      place: `${shard.length} targets`,
      what: 'did not come to its end: not everything was tried (--minutes)',
    });
  return findings;
}

function requestText(host: string, at: number, { method, path: target, headers, body }: SqlTarget): string {
  const head = [`${method} /t${at}${target} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Columns: target, place, parameter, techniques, notes. */
function readResults(csv: string, targets: readonly SqlTarget[]): Finding[] {
  return csv
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = Number(/\/t(\d+)\//.exec(line)?.[1]);
      const [notes = '', techniques = '', parameter = '', place = ''] = line.trim().split(',').reverse();
      // sqlmap tried to exploit it and failed.
      const disproved = /false positive/i.test(notes);
      return {
        scanner: 'sqlmap',
        level: disproved ? ('info' as const) : ('high' as const),
        place: targets[at]?.name ?? line,
        what: `SQL injection in ${place} ${parameter} (${techniques})${notes ? `: ${notes}` : ''}`,
      };
    });
}
