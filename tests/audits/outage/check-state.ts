import { showId } from '../../../server/shared/ids';
import { joinAudit } from '../idempotency/audited';
import type { Finding } from '../../support/finding';
import type { Way } from '../../support/outage';
import { quantiles } from '../../support/quantiles';
import { KINDS, type Answer, type Load } from './load';
import type { Setup } from './service';

export interface Outage {
  way: Way;
  seconds: number;
  /** `performance.now()` when it became unavailable, and when it accepted connections again. */
  from: number;
  accepted: number;
}

/** After this time a hanging database is detected (decision 0022), with a margin. */
const KNOWN_MS = 3_500;
const LONGEST_HANG_MS = 5_000;
const P99_MS = 1_000;
const BACK_MS = 2_000;

const ms = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? 'none' : `${value.toFixed(0)} ms`;
const took = ({ begunAt, endedAt }: Answer) => endedAt - begunAt;

const isGood = ({ kind, status, retryAfter, readable }: Answer): boolean =>
  (status >= 200 && status < 300) || (kind !== 'probe' && status === 503 && retryAfter && readable);

/** The slowest response, and when it started. */
function slowOf(answers: readonly Answer[], from: number): string {
  const [slowest] = [...answers].sort((a, b) => took(b) - took(a));
  return slowest ? ` (${slowest.kind} ${slowest.status}, begun after ${ms(slowest.begunAt - from)})` : '';
}

function lateOf([first]: readonly Answer[], accepted: number): string {
  return first ? ` (${first.kind} ${first.status}, begun after ${ms(first.begunAt - accepted)})` : '';
}

/** Statuses other than success or a correct 503. */
function othersOf(answers: readonly Answer[]): string {
  const others = new Map<string, number>();
  for (const { kind, status } of answers.filter((answer) => !isGood(answer)))
    others.set(`${kind} ${status}`, (others.get(`${kind} ${status}`) ?? 0) + 1);
  return [...others].map(([what, count]) => `${count} ${what}`).join(', ') || 'none';
}

/** @param next when PostgreSQL became unavailable again */
export function checkOutage(
  { way, seconds, from, accepted }: Outage,
  all: readonly Answer[],
  next: number,
): Finding[] {
  const during = all.filter(({ begunAt, endedAt }) => endedAt >= from && begunAt <= accepted);
  const rejected = during.filter(({ status }) => status === 503).length;
  const name = (what: string) => `${way} ${seconds} s: ${what}`;
  const others = othersOf(during);
  const known = way === 'hang' ? during.filter(({ begunAt }) => begunAt > from + KNOWN_MS) : during;
  const { p99 } = quantiles(known.map(took));
  // It may end before it is detected.
  const isShort = way === 'hang' && accepted - from <= KNOWN_MS;
  const longest = Math.max(0, ...during.map(took));
  const backs = KINDS.map((kind) => {
    const first = all.find(
      (answer) =>
        answer.kind === kind && answer.endedAt >= accepted && answer.status < 300 && answer.status > 0,
    );
    return [kind, first && first.endedAt - accepted] as const;
  });
  const late = all.filter(
    ({ begunAt, endedAt, status }) =>
      begunAt > accepted + BACK_MS && endedAt < next && !(status >= 200 && status < 300),
  );
  return [
    {
      name: name('answers are successes, or 503 with Retry-After'),
      measured: `${during.length} answers, ${rejected} of them 503; others: ${others}`,
      met: others === 'none' && (rejected > 0 || way === 'hang'),
    },
    {
      name: name(way === 'hang' ? `p99 once it is known, under ${P99_MS} ms` : `p99 under ${P99_MS} ms`),
      measured: `${ms(p99)} of ${known.length}; longest of all ${ms(longest)}${slowOf(during, from)}`,
      met: (p99 < P99_MS || isShort) && longest < LONGEST_HANG_MS,
    },
    {
      name: name(`first successes within ${BACK_MS} ms of accepting, and no failure after them`),
      measured: `${backs.map(([kind, after]) => `${kind} ${ms(after)}`).join(', ')}; ${late.length} failed later${lateOf(late, accepted)}`,
      met: backs.every(([, after]) => after !== undefined && after <= BACK_MS) && late.length === 0,
    },
  ];
}

/** Responses outside the outages. */
export function checkRest(outages: readonly Outage[], all: readonly Answer[]): Finding {
  const rest = all.filter(({ begunAt, endedAt }) =>
    outages.every(({ from, accepted }) => endedAt < from || begunAt > accepted + BACK_MS),
  );
  const failed = rest.filter(({ status }) => status < 200 || status >= 300);
  const measured = `${rest.length} answers, ${failed.length} failed`;
  return {
    name: 'nothing fails between the outages',
    measured,
    met: failed.length === 0 && rest.length > 100,
  };
}

/** After the last outage, when every unacknowledged write has been repeated. */
export async function checkStored(
  setup: Pick<Setup, 'query' | 'arrived'>,
  load: Pick<Load, 'begun'>,
  prefix: string,
): Promise<Finding[]> {
  const rows = await setup.query<{ mark: string; n: number }>(
    "select name->>'family' as mark, count(*)::int as n from patients where name->>'family' like $1 group by 1",
    [`${prefix}%`],
  );
  const stored = new Map(rows.map(({ mark, n }) => [mark, n]));
  const notOnce = [...load.begun].filter((mark) => stored.get(mark) !== 1);
  const invented = [...stored.keys()].filter((mark) => !load.begun.has(mark));
  const audited = await joinAudit(setup, prefix);
  const events = await setup.query<{ id: string; body: string; deliveries: number; open: number }>(
    `select e.id, e.body, count(d.id)::int as deliveries, count(d.id) filter (where d.status <> 'succeeded')::int as open
     from events e join patients p on p.id = e.object_id and p.name->>'family' like $1
     left join deliveries d on d.org_id = e.org_id and d.event_id = e.id group by e.id, e.body`,
    [`${prefix}%`],
  );
  const bodies = new Map(events.map(({ id, body }) => [showId('event', id), body]));
  const all = await setup.query<{ id: string }>('select id from events');
  const known = new Set(all.map(({ id }) => showId('event', id)));
  const lost = [...bodies].filter(([id]) => !setup.arrived.has(id));
  const altered = [...bodies].filter(([id, body]) => setup.arrived.get(id)?.some((came) => came !== body));
  const unknown = [...setup.arrived.keys()].filter((id) => !known.has(id));
  const unsettled = events.filter(({ deliveries, open }) => deliveries !== 1 || open > 0);
  const again = [...setup.arrived.values()].reduce((sum, came) => sum + came.length - 1, 0);
  return [
    {
      name: 'every write, acknowledged or repeated under its key, is stored once',
      measured: `${load.begun.size} writes, ${notOnce.length} not once, ${invented.length} never sent`,
      met: notOnce.length === 0 && invented.length === 0 && load.begun.size > 0,
    },
    {
      name: 'each has one audit row and one event',
      measured: `${audited.writes} writes; ${audited.violations.slice(0, 3).join('; ') || 'no violation'}`,
      met: audited.violations.length === 0 && audited.writes === load.begun.size,
    },
    {
      name: 'no webhook is lost, invented or altered',
      measured: `${bodies.size} events, ${lost.length} lost, ${unknown.length} invented, ${altered.length} altered, ${unsettled.length} not recorded; ${again} came again`,
      met: [lost, unknown, altered, unsettled].every(({ length }) => length === 0) && bodies.size > 0,
    },
  ];
}
