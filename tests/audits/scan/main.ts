import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { blindSpots } from './controls';
import type { Finding } from './findings';
import { targetsOfApi, personOfExamples, type OpenApi } from './operations';
import { pagesOf, targetOfSignIn, targetsOfPages, targetsOfProcedures, valueOf } from './portal-targets';
import { findRecords } from './records';
import { printReport, type Row } from './report';
import { rejectedTargets } from './requests';
import { complaintsOf, countsOf, startScanned, type Scanned } from './service';
import { runSqlmap, type SqlTarget } from './sqlmap';
import { runSweeps, sweepsOf } from './sweeps';
import { startTap, type Tap } from './tap';
import { findTools, type Bounds } from './tools';
import { startVulnerable } from './vulnerable';
import { runWapiti, type Crawl } from './wapiti';

/**
 * `npm run audit:scan`: sqlmap, wapiti and ffuf against the built service (D-01, D-13, A-04). Each must first find the
 * vulnerabilities of a vulnerable server.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    level: { type: 'string', default: '1' },
    risk: { type: 'string', default: '3' },
    words: { type: 'string', default: '5000' },
    only: { type: 'string', default: 'sqlmap,wapiti,ffuf' },
  },
});
const number = (name: 'minutes' | 'level' | 'risk' | 'words', most = Infinity): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`--${name} is not a number for it`);
  return value;
};
const depth = { level: number('level', 5), risk: number('risk', 3), processes: 3 };
const seconds = number('minutes') * 60;
const words = number('words');
const wanted = (scanner: string): boolean => values.only.split(',').includes(scanner);
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
/** Share of the total time; the scanners get what the controls leave. */
const FOR_CONTROLS = 0.3;

const { versions, missing } = findTools();
if (missing.length > 0) {
  say(`Missing: ${missing.join(', ')}. On Debian: apt-get install -y ${missing.join(' ')}`);
  process.exit(2);
}
say(`${versions.join(', ')}; --minutes ${values.minutes} --level ${depth.level} --risk ${depth.risk}`);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
const stopped = new Promise<never>((_, reject) =>
  stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error)),
);
const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-scan-'));
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  process.exitCode = (await Promise.race([scan(), stopped])) ? 0 : 1;
} catch (error) {
  say(stop.signal.aborted ? (error as Error).message : String((error as Error).stack));
  process.exitCode = 1;
} finally {
  stop.abort();
  for (const close of closers.reverse()) await close().catch((error: Error) => say(error.message));
}
process.exit();

async function scan(): Promise<boolean> {
  const starting = startScanned(folder);
  // Even if it is stopped before it is running.
  closers.push(() =>
    starting.then(
      (started) => started.close(),
      () => undefined,
    ),
  );
  const scanned = await starting;
  const tap = async (url: string, cookies?: string[]): Promise<Tap> => {
    const made = await startTap(url, cookies);
    closers.push(() => made.close());
    return made;
  };
  const { url } = scanned.service;
  const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as OpenApi;
  const records = await findRecords(scanned, personOfExamples(document));
  const targets: SqlTarget[] = [
    ...(await targetsOfApi(document, records, scanned)),
    ...(await targetsOfProcedures(records)),
    ...targetsOfPages(records),
    await targetOfSignIn(scanned),
  ];
  const rejected = await rejectedTargets((await tap(url, scanned.cookies)).url, targets);
  for (const sentence of rejected) say(`The unaltered request is rejected: ${sentence}`);
  if (rejected.length > 0) return false;

  const vulnerable = await startVulnerable(scanned.adminUrl);
  closers.push(() => vulnerable.close());
  const end = Date.now() + seconds * 1000;
  const boundsUntil = async (until: number, step: string): Promise<(name: string) => Bounds> => {
    for (const name of ['sqlmap', 'wapiti', 'ffuf'])
      await mkdir(path.join(folder, step, name), { recursive: true });
    return (name) => ({ folder: path.join(folder, step, name), until, signal: stop.signal });
  };
  say('Controls: a server that has what the scanners look for');
  const control = await boundsUntil(Date.now() + seconds * 1000 * FOR_CONTROLS, 'control');
  const blind = await blindSpots(vulnerable, depth, seconds * FOR_CONTROLS * 0.5, control);
  stop.signal.throwIfAborted();
  for (const sentence of blind) say(`The scanner sees nothing: ${sentence}`);
  if (blind.length > 0) return false;

  say(`${targets.length} requests for sqlmap; ${Math.round((end - Date.now()) / 1000)} s left`);
  const bounds = await boundsUntil(end, 'service');
  const taps = {
    sqlmap: await tap(url, scanned.cookies),
    pages: await tap(url),
    portal: await tap(url, scanned.cookies),
    anonymous: await tap(url),
    person: await tap(url, scanned.cookies),
  };
  const left = (): number => (end - Date.now()) / 1000;
  const rows: Row[] = await Promise.all([
    timed('sqlmap', [taps.sqlmap], async () => {
      const { findings, untested } = await runSqlmap(taps.sqlmap, targets, depth, bounds('sqlmap'));
      return [...findings, ...untested.map((place) => unfinished('sqlmap', place))];
    }),
    timed('wapiti', [taps.pages, taps.portal], async () => {
      const findings: Finding[] = [];
      const crawls = crawlsOf(taps, vulnerable.url, scanned, targets, pagesOf(records));
      for (const [at, crawl] of crawls.entries())
        // wapiti checks its time limit only between requests: a quarter of the time is a margin for that.
        findings.push(...(await runWapiti(crawl, (left() / (crawls.length - at)) * 0.75, bounds('wapiti'))));
      return findings;
    }),
    timed('ffuf', [taps.anonymous, taps.person], async () =>
      runSweeps(await sweepsOf(document, records, { ...taps, key: scanned.key }, words), bounds('ffuf')),
    ),
  ]);
  return printReport([...rows, await ofService(scanned)]);
}

function unfinished(scanner: string, place: string): Finding {
  return { scanner, level: 'high', place, what: 'was not tried (--minutes)' };
}

/** The service's own state: whether it survived, its counters, its error log. */
async function ofService({ service }: Scanned): Promise<Row> {
  const finding = (what: string): Finding => ({
    scanner: 'service',
    level: 'high',
    place: service.url,
    what,
  });
  if (service.child.exitCode !== null)
    return { name: 'service', requests: 0, seconds: 0, findings: [finding('ended during the scan')] };
  const { requests, broken, limited } = await countsOf(service);
  const findings = complaintsOf(service).map((line) => finding(`log: ${line.slice(0, 300)}`));
  if (broken > 0) findings.push(finding(`${broken} answers of 5xx by its own count`));
  if (limited > 0)
    findings.push(finding(`${limited} requests rejected for a limit: the scanners saw a wall`));
  return { name: 'service', requests, seconds: 0, findings };
}

async function timed(name: string, taps: Tap[], run: () => Promise<Finding[]>): Promise<Row> {
  const began = Date.now();
  const findings = wanted(name) ? await run() : [];
  const broken = taps.flatMap((tap) => tap.broken);
  say(`${name} finished after ${Math.round((Date.now() - began) / 1000)} s`);
  return {
    name,
    requests: taps.reduce((sum, tap) => sum + tap.requests, 0),
    seconds: Math.round((Date.now() - began) / 1000),
    findings: [...findings, ...broken.map((one): Finding => ({ scanner: name, level: 'high', ...one }))],
  };
}

function crawlsOf(
  taps: { pages: Tap; portal: Tap },
  endpoint: string,
  { key }: Scanned,
  targets: SqlTarget[],
  pages: ReturnType<typeof pagesOf>,
): Crawl[] {
  const paths = pages.map(({ path: page, query }) => {
    const parameters = new URLSearchParams(query.map((name) => [name, valueOf(name)]));
    return query.length > 0 ? `${page}?${parameters.toString()}` : page;
  });
  const lists = targets.filter(({ name, method }) => method === 'GET' && /^GET .* \?/.test(name));
  return [
    { name: 'pages-signed-out', url: taps.pages.url, paths, endpoint },
    { name: 'pages-signed-in', url: taps.portal.url, paths, endpoint },
    {
      name: 'interface',
      url: taps.pages.url,
      paths: lists.map(({ path: list }) => list.replace('*', '')),
      headers: { Authorization: `Bearer ${key}` },
      endpoint,
    },
  ];
}
