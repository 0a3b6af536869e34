import type { Finding } from '../../support/finding';
import { quantiles } from '../../support/quantiles';
import type { Say } from './main';
import { endOf, pause, startWorkerProcess, type Receiver } from './parts';
import { fill, hookTo, organizations, writeEvent, type Fixture } from './fixture';

export interface Setup {
  fixture: Fixture;
  receiver: Receiver;
  file: string;
  say: Say;
}

const ORGANIZATIONS = 5;
const HOOKS_EACH = 20;
const EVERY_MS = 1_000;
const P99_MS = 5_000;
/** Maximum wait for the last deliveries. */
const PATIENCE_MS = 60_000;

/** E-05: of a hundred receivers one hangs and one has a long backlog; the others must receive their events in time. */
export async function fairness(
  { fixture, receiver, file, say }: Setup,
  backlog: number,
  seconds: number,
): Promise<Finding[]> {
  const orgs = await organizations(fixture, ORGANIZATIONS);
  const [first = '', second = ''] = orgs;
  await hookTo(first, `${receiver.url}/hang`);
  const full = await hookTo(second, `${receiver.url}/full`);
  const paths = new Map<string, string[]>(orgs.map((org) => [org, []]));
  for (const [place, org] of orgs.entries())
    for (let at = place < 2 ? 1 : 0; at < HOOKS_EACH; at++) {
      const path = `good-${place}-${at}`;
      await hookTo(org, `${receiver.url}/${path}`);
      paths.get(org)!.push(path);
    }
  say(`Writing ${backlog} waiting deliveries of one of ${ORGANIZATIONS * HOOKS_EACH} webhooks`);
  await fill(fixture, second, full, backlog);
  const worker = await startWorkerProcess(file, fixture.settings);
  // The hanging send must be in progress before the measurement starts.
  await writeEvent(first);
  for (const deadline = Date.now() + PATIENCE_MS; !receiver.arrived.some(([path]) => path === 'hang');) {
    if (Date.now() > deadline) throw new Error('The receiver that hangs was never asked.');
    await pause(50);
  }
  say(`An event a second in each organization, for ${seconds} s`);
  receiver.arrived.length = 0;
  const committed = new Map<string, { org: string; at: number }>();
  for (let turn = 0; turn < seconds; turn++) {
    const next = pause(EVERY_MS);
    for (const org of orgs) committed.set(await writeEvent(org), { org, at: Date.now() });
    await next;
  }
  const waits = new Map<string, number>();
  const wanted = [...committed.values()].reduce((sum, { org }) => sum + paths.get(org)!.length, 0);
  for (const deadline = Date.now() + PATIENCE_MS; waits.size < wanted && Date.now() < deadline;) {
    for (const [path, id, at] of receiver.arrived) {
      const event = committed.get(id);
      const key = `${path} ${id}`;
      if (event && path.startsWith('good') && !waits.has(key)) waits.set(key, Math.max(0, at - event.at));
    }
    await pause(100);
  }
  const drained = receiver.arrived.filter(([path]) => path === 'full').length;
  await endOf(worker, 'kill');
  await fixture.query("update deliveries set status = 'skipped' where status in ('pending', 'failed')");
  await fixture.query('update webhooks set enabled = false');
  const { p50, p95, p99, most } = quantiles([...waits.values()]);
  return [
    {
      name: 'events of the others that did not arrive',
      measured: `${wanted - waits.size} of ${wanted}`,
      met: waits.size === wanted,
    },
    {
      name: 'commit to receiver, while one hangs and one has a backlog',
      measured: `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, longest ${most} ms; the backlog had ${drained} meanwhile`,
      met: p99 < P99_MS,
    },
  ];
}
