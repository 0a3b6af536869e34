import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import { residentMemory } from './cpu';
import { measure, median, medianRound, type Round, type Target } from './measure';
import { headersOf, type Operation } from './operations';

/** Measurements other than pairs of rates: searches against reads, deep pages, uploads, memory. */

export interface Finding {
  name: string;
  /** Formatted for display. */
  measured: string;
  goal: string;
  /** Null if it cannot be measured on this machine. */
  met: boolean | null;
}

const get = (name: string, paths: string[]): Operation => ({ name, goal: 0, method: 'GET', paths, plain: false });
const ms = (value: number): string => `${value.toFixed(1)} ms`;

const searchPaths = (searches: string[]): string[] => searches.map((q) => `/v1/patients?q=${encodeURIComponent(q)}`);

/** p95 of searches and of reads by ID, in alternating rounds. */
export async function searchAgainstRead(product: Target, key: string, searches: string[], patients: string[], rounds: number, seconds: number): Promise<Finding & { p95: number }> {
  const [search, read] = [get('search', searchPaths(searches)), get('read', patients.map((id) => `/v1/patients/${id}`))];
  await measure(product, search, key, 3);
  const searched: Round[] = [];
  const was: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    searched.push(await measure(product, search, key, seconds));
    was.push(await measure(product, read, key, seconds));
  }
  const [found, reading] = [medianRound(searched), medianRound(was)];
  const cpu = (of: Round) => `${(of.cpu ?? 0).toFixed(2)} + ${(of.databaseCpu ?? 0).toFixed(2)}`;
  return {
    name: 'search patients by q',
    measured: `p95 ${ms(found.p95)}, read by id ${ms(reading.p95)}: ${(found.p95 / reading.p95).toFixed(1)} times (CPU of server and Postgres ${cpu(found)} ms and ${cpu(reading)} ms)`,
    goal: 'at most 3 times',
    met: found.p95 <= 3 * reading.p95,
    p95: found.p95,
  };
}

export function growthOfSearch(small: { patients: number; p95: number }, large: { patients: number; p95: number }): Finding {
  const ratio = large.p95 / small.p95;
  const of = (entry: typeof small) => `${entry.patients.toLocaleString('en')} patients ${ms(entry.p95)}`;
  return { name: 'search grows with the organization', measured: `${of(small)}, ${of(large)}: ${ratio.toFixed(2)}`, goal: 'at most 1.5', met: ratio <= 1.5 };
}

/** Follows cursors to the thousandth page, then alternates between the first page and that one. */
export async function deepPage(product: Target, key: string, rounds: number, seconds: number): Promise<Finding> {
  const first = '/v1/patients?limit=25';
  let path = first;
  let page = 1;
  for (; page < 1000; page++) {
    const answer = await fetch(product.url + path, { headers: { Authorization: `Bearer ${key}` } });
    const { next_cursor } = (await answer.json()) as { next_cursor: string | null };
    if (!next_cursor) break;
    path = `${first}&cursor=${encodeURIComponent(next_cursor)}`;
  }
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const shallow = await measure(product, get('page 1', [first]), key, seconds);
    const deep = await measure(product, get('deep page', [path]), key, seconds);
    ratios.push(deep.p50 / shallow.p50);
  }
  const ratio = median(ratios);
  return { name: `page ${page} of a list by cursor`, measured: `${ratio.toFixed(2)} of the time of page 1`, goal: 'at most 1.2', met: ratio <= 1.2 };
}

const SIZE = 50 * 1024 * 1024;
const BOUNDARY = 'bench-boundary-7d1f';
// Plain text; random digits, so that nothing can compress it.
const bytes = Buffer.from(randomBytes(SIZE / 2).toString('hex').slice(0, SIZE));

export async function uploads(product: Target, bare: Target, key: string, patient: string, rounds: number): Promise<Finding[]> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const toProduct = () => send(`${product.url}/v1/documents`, multipart(patient, sha256), { ...headersOf(get('', []), key, ''), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }, 201);
  const toBare = () => send(`${bare.url}/bytes`, [bytes], {}, 200);
  await toProduct();
  await toBare();
  const ratios: number[] = [];
  let [ours, theirs] = [0, 0];
  for (let round = 0; round < rounds * 2; round++) {
    const first = round % 2 === 0;
    const one = await timed(first ? toProduct : toBare);
    const other = await timed(first ? toBare : toProduct);
    [ours, theirs] = first ? [one, other] : [other, one];
    ratios.push(theirs / ours);
  }
  const ratio = median(ratios);
  const speed = (milliseconds: number) => `${(SIZE / 1_048_576 / (milliseconds / 1000)).toFixed(0)} MB/s`;
  const before = residentMemory(product.pid);
  let peak = before ?? 0;
  const watch = setInterval(() => (peak = Math.max(peak, residentMemory(product.pid) ?? 0)), 50);
  await Promise.all(Array.from({ length: 20 }, toProduct));
  clearInterval(watch);
  const grown = peak - (before ?? 0);
  return [
    { name: 'upload 50 MB, multipart', measured: `${ratio.toFixed(2)} of bytes to disk with SHA-256 (last ${speed(ours)}, bare ${speed(theirs)})`, goal: 'at least 0.8', met: ratio >= 0.8 },
    { name: 'memory during 20 such uploads at once', measured: before === null ? '-' : `${before} MB, peak +${grown} MB`, goal: 'at most +20 MB', met: before === null ? null : grown <= 20 },
  ];
}

function multipart(patient: string, sha256: string): Buffer[] {
  const part = (head: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const metadata = JSON.stringify({ patient_id: patient, category: 'other', sha256 });
  return [Buffer.from(`${part('name="metadata"')}${metadata}\r\n${part('name="file"; filename="bench.txt"')}`), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
}

function send(url: string, parts: Buffer[], headers: Record<string, string>, wanted: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const request = http.request(url, { method: 'POST', headers: { ...headers, 'Content-Length': length } }, (response) => {
      response.resume().once('end', () => (response.statusCode === wanted ? resolve() : reject(new Error(`An upload to ${url} answered ${response.statusCode}`))));
    });
    request.once('error', reject);
    for (const part of parts) request.write(part);
    request.end();
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
