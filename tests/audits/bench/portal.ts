import { setTimeout as later } from 'node:timers/promises';
import type pg from 'pg';
import type { Changes } from '../../../server/domain/changes/contract';
import { createUser } from '../../../server/domain/people/create-user';
import type { Context } from '../../../server/shared/context';
import { openStream } from '../../support/event-stream';
import { signIn, type Credentials } from '../scan/service';
import { cpuTime, residentMemory } from './cpu';
import type { Finding } from './further';
import type { Target } from './measure';

/** Pages of the portal: the inbox among many reports, and the time until a change reaches all open pages. */

const PEOPLE = 25;

export async function createPeople(ctx: Context): Promise<Credentials[]> {
  const people: Credentials[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const person = { email: `bench${n}@example.org`, password: `measured-by-number-${n}-of-many` };
    await createUser(ctx, { ...person, name: `Bench ${n}`, role: 'clinician' });
    people.push(person);
  }
  return people;
}

const REPORTS = 100_000;
/** Of 50 reports one is unsigned. */
const INBOX = `
  INSERT INTO lab_results (org_id, id, created_at, updated_at, created_by, patient_id, status, lab, report_key, specimens,
                           collected_at, collected_at_precision, reported_at, issued_at, severity, panels, source, inbox_rank, sequence)
  SELECT org_id, uuidv7(), created_at, updated_at, created_by, patient_id, status, lab, 'inbox:' || n, specimens,
         collected_at - n * interval '5 minutes', collected_at_precision, reported_at, issued_at, severity, panels, source,
         CASE WHEN n % 50 = 0 THEN n % 6 + 1 END, 1
  FROM (SELECT * FROM lab_results WHERE org_id = $1 ORDER BY id LIMIT 1) model, generate_series(1, ${REPORTS}) n`;

const ROUNDS = 100;

/** In sequence, next to a page of as many bytes from the bare server. */
export async function inboxPage(client: pg.Client, orgId: string, product: Target, bare: Target, key: string, people: Credentials[]): Promise<Finding> {
  await client.query(INBOX, [orgId]);
  await client.query('VACUUM ANALYZE lab_results');
  const cookies = await Promise.all(people.slice(0, 4).map((person) => signIn(product.url, person)));
  const page = (nth: number) => timed(`${product.url}/inbox?scope=everyone`, { cookie: cookies[nth % cookies.length]! });
  const { bytes } = await page(0);
  const times: Record<'page' | 'bare', number[]> = { page: [], bare: [] };
  for (let nth = -10; nth < ROUNDS; nth++) {
    const [inbox, other] = [await page(Math.abs(nth)), await timed(`${bare.url}/v1/page?bytes=${bytes}`, { Authorization: `Bearer ${key}` })];
    if (nth < 0) continue;
    times.page.push(inbox.ms);
    times.bare.push(other.ms);
  }
  const [ours, theirs] = [quantile(times.page, 0.95), quantile(times.bare, 0.95)];
  return {
    name: `inbox page among ${REPORTS.toLocaleString('en')} reports`,
    measured: `p50 ${quantile(times.page, 0.5).toFixed(1)} ms, p95 ${ours.toFixed(1)} ms; bare page of ${(bytes / 1000).toFixed(0)} kB p95 ${theirs.toFixed(1)} ms: ${(ours / theirs).toFixed(1)} times`,
    goal: 'at most 5 times',
    met: ours <= 5 * theirs,
  };
}

async function timed(url: string, headers: Record<string, string>): Promise<{ ms: number; bytes: number }> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  const { byteLength } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return { ms: performance.now() - began, bytes: byteLength };
}

const PAGES = 500;
const CHANGES = 20;
const LONGEST_MS = 10_000;
const IDLE_MS = 20_000;

/** Deletes new patients, one after the other, and waits until every page has received that. */
export async function liveUpdates(product: Target, key: string, people: Credentials[]): Promise<Finding[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const cookies: string[] = [];
  for (const person of people) cookies.push(await signIn(product.url, person));
  const received = Array.from({ length: PAGES }, () => 0);
  const streams = [];
  const memory = residentMemory(product.pid);
  for (let n = 0; n < PAGES; n++)
    streams.push(
      await openStream(`${product.url}/api/trpc/changes.watchChanges?input=%7B%7D`, { Cookie: cookies[n % cookies.length]!, 'Sec-Fetch-Site': 'same-origin' }, ({ event, data }) => {
        if (event === 'message' && (JSON.parse(data) as Changes).inbox) received[n] = performance.now();
      }),
    );
  const idle = await idleCost(product.pid);
  const grown = memory === null ? null : residentMemory(product.pid)! - memory;
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const body = JSON.stringify({ name: { family: 'Live', given: ['Bella'] }, birth_date: '1980-04-05', sex: 'female' });
    const made = await fetch(`${product.url}/v1/patients`, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body });
    const { id } = (await made.json()) as { id: string };
    await later(Math.random() * 1_000);
    const answer = await fetch(`${product.url}/v1/patients/${id}`, { method: 'DELETE', headers });
    const committed = performance.now();
    if (!answer.ok) throw new Error(`A deletion answered ${answer.status} ${await answer.text()}`);
    received.fill(0);
    while (received.some((at) => at === 0) && performance.now() - committed < LONGEST_MS) await later(20);
    times.push(...received.map((at) => (at === 0 ? Infinity : at - committed)));
  }
  for (const stream of streams) stream.close();
  const p99 = quantile(times, 0.99);
  return [
    {
      name: `change to ${PAGES} open pages`,
      measured: `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms after the commit`,
      goal: 'p99 at most 500 ms',
      met: p99 <= 500,
    },
    {
      name: `${PAGES} open pages without changes`,
      measured: idle === null || grown === null ? '-' : `${(100 * idle).toFixed(1)} % of a core, ${grown} MB`,
      goal: 'at most 5 % and 150 MB',
      met: idle === null || grown === null ? null : idle <= 0.05 && grown <= 150,
    },
  ];
}

/** Share of one core; null where it cannot be measured. */
async function idleCost(pid: number): Promise<number | null> {
  await later(2_000);
  const [began, before] = [performance.now(), cpuTime(pid)];
  await later(IDLE_MS);
  const after = cpuTime(pid);
  return before === null || after === null ? null : (after - before) / (performance.now() - began);
}

const quantile = (values: number[], share: number): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!;
