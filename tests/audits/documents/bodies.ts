import { newId, showId } from '../../../server/shared/ids';
import { hostileBodies, requestOf } from '../../support/multipart-bodies';
import { exchange } from '../../support/raw';
import { cpuMs } from '../../support/processor';
import type { Finding } from './report';
import type { Setup } from './setup';

/** D-07: the table of hostile multipart bodies against the built service, with the processor time of each. */

const TIMES = 5;
const BAR_MS = 50;

export async function bodies(setup: Setup): Promise<Finding[]> {
  const table = hostileBodies(setup.patientId, showId('patient', newId()));
  const before = await setup.rows();
  const wrong: string[] = [];
  let taken = 0;
  const costs: { name: string; ms: number }[] = [];
  for (const entry of table) {
    const request = requestOf(entry, setup.host, setup.key);
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const began = await cpuMs(setup.pid);
      const { answers } = await exchange(setup.url, [request], { waitMs: 20_000 });
      times.push((await cpuMs(setup.pid)) - began);
      const statuses = answers.map(({ status }) => status).join();
      if (statuses !== String(entry.status))
        wrong.push(`${entry.name}: ${statuses} instead of ${entry.status}`);
      if (answers[0]?.status === 201) taken++;
    }
    costs.push({ name: entry.name, ms: times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]! });
  }
  costs.sort((a, b) => b.ms - a.ms);
  const now = await setup.rows();
  const more = (now.available ?? 0) - (before.available ?? 0);
  const { staged } = await setup.files();
  const dearest = costs.slice(0, 3).map(({ name, ms }) => `${ms.toFixed(1)} ms ${name}`);
  return [
    {
      name: `${table.length} multipart bodies, ${TIMES} times each`,
      measured: wrong.length === 0 ? 'each as in the table' : wrong.slice(0, 10).join('; '),
      goal: 'one answer each, the one of the table',
      met: wrong.length === 0,
    },
    {
      name: 'processor time of each, median',
      measured: dearest.join(', '),
      goal: `at most ${BAR_MS} ms`,
      met: costs[0]!.ms <= BAR_MS,
    },
    {
      name: 'leftovers',
      measured: `${more} documents, ${staged} staged, ${/unhandled|uncaught/i.test(setup.output()) ? 'unhandled errors' : 'nothing unhandled'}`,
      goal: `${taken} documents, 0 staged, nothing unhandled`,
      met: more === taken && staged === 0 && !/unhandled|uncaught/i.test(setup.output()),
    },
  ];
}
