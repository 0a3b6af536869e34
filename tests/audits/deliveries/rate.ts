import http from 'node:http';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import type { Finding } from '../../support/finding';
import { quantiles } from '../../support/quantiles';
import type { Setup } from './fairness';
import { endOf, pause, startWorkerProcess } from './parts';
import { fill, hookTo, organizations, writeEvent } from './fixture';

const HOOKS = 20;
/** The worker's concurrency for that many webhooks. */
const AT_ONCE = HOOKS * 4;
const GOAL = 0.6;
const P99_MS = 1_000;
const LATEST_MS = 120_000;

/** Deliveries per second, compared with a bare loop of signed POSTs; then half of that rate, with its delays. */
export async function rate(
  { fixture, receiver, file, say }: Setup,
  deliveries: number,
  rounds: number,
  seconds: number,
): Promise<Finding[]> {
  const [org = ''] = await organizations(fixture, 1);
  const hooks: string[] = [];
  for (let at = 0; at < HOOKS; at++) hooks.push(await hookTo(org, `${receiver.url}/rate-${at}`));
  const ratios: number[] = [];
  const rates: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < rounds; round++) {
    say(`Round ${round + 1} of ${rounds}: ${deliveries} deliveries`);
    for (const hook of hooks) await fill(fixture, org, hook, Math.ceil(deliveries / HOOKS));
    receiver.arrived.length = 0;
    const worker = await startWorkerProcess(file, fixture.settings);
    const product = await until(() => receiver.arrived.length >= deliveries, receiver.arrived);
    await endOf(worker, 'stop');
    receiver.arrived.length = 0;
    const bare = await bareLoop(receiver.url, deliveries);
    rates.push(product);
    bares.push(bare);
    ratios.push(product / bare);
  }
  const median = (values: number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  const [ratio, product, bare] = [median(ratios), median(rates), median(bares)];
  const perSecond = Math.max(1, Math.floor(product / 2 / HOOKS));
  say(`Half of it: ${perSecond * HOOKS} deliveries a second for ${seconds} s`);
  const waits = await halfLoad({ fixture, receiver, file, say }, org, perSecond, seconds);
  const { p50, p95, p99, most } = quantiles(waits);
  return [
    {
      name: `deliveries per second, goal ${GOAL} of the bare loop`,
      measured: `${product.toFixed(0)}/s, bare ${bare.toFixed(0)}/s: ${ratio.toFixed(2)}${ratio < GOAL ? ', missed' : ''}`,
      met: null,
    },
    {
      name: `commit to receiver at half of that, goal p99 ${P99_MS} ms`,
      measured: `${waits.length} deliveries: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, longest ${most} ms${p99 < P99_MS ? '' : ', missed'}`,
      met: null,
    },
  ];
}

/** @returns arrivals per second, from the first to the last */
async function until(done: () => boolean, arrived: [string, string, number, string][]): Promise<number> {
  for (const deadline = Date.now() + LATEST_MS; !done() && Date.now() < deadline;) await pause(20);
  const times = arrived.map(([, , at]) => at).sort((a, b) => a - b);
  return (times.length / Math.max(1, times.at(-1)! - times[0]!)) * 1000;
}

async function bareLoop(url: string, count: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const secret = newSigningSecret();
  const body = JSON.stringify({ object: 'event', type: 'patient.created', filler: 'x'.repeat(400) });
  const post = (number: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        ...signatureHeaders([secret], `evt_${number}`, new Date(), body),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      http
        .request(`${url}/bare`, { method: 'POST', agent, headers }, (response) =>
          response.resume().on('end', resolve),
        )
        .on('error', reject)
        .end(body);
    });
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await post(next++);
    }),
  );
  agent.destroy();
  return (count / (performance.now() - began)) * 1000;
}

async function halfLoad(
  { fixture, receiver, file }: Setup,
  org: string,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const worker = await startWorkerProcess(file, fixture.settings);
  receiver.arrived.length = 0;
  const committed = new Map<string, number>();
  const began = Date.now();
  for (let written = 0; written < perSecond * seconds; written++) {
    const due = began + (written * 1000) / perSecond;
    if (due > Date.now()) await pause(due - Date.now());
    committed.set(await writeEvent(org), Date.now());
  }
  for (const deadline = Date.now() + LATEST_MS; Date.now() < deadline; await pause(50))
    if (receiver.arrived.length >= committed.size * HOOKS) break;
  await endOf(worker, 'stop');
  return receiver.arrived.flatMap(([, id, at]) => {
    const from = committed.get(id);
    return from === undefined ? [] : [Math.max(0, at - from)];
  });
}
