import { beforeEach, describe, expect, it } from 'vitest';
import {
  LEASE_MS,
  LOOK_HOLDS_MS,
  WebhookQueues,
  type Claimed,
  type Hook,
} from '../../../server/deliveries/webhook-queues';

const AT = Date.UTC(2026, 0, 1);
let clock: number;
let ticks: number;
beforeEach(() => void ([clock, ticks] = [AT, 0]));

const queuesOf = (slots = 100) =>
  new WebhookQueues(
    slots,
    () => new Date(clock),
    () => ticks,
  );
const claims = (webhookId: string, count: number, hookVersion = 1): Claimed[] =>
  Array.from({ length: count }, (_, at) => ({
    orgId: 'org',
    id: `${webhookId}-${at}`,
    webhookId,
    token: 'token',
    attempts: 0,
    leaseUntil: new Date(clock + LEASE_MS),
    hookVersion,
    eventId: 'event',
    eventType: 'patient.created',
    body: '{}',
  }));
const hookOf = (id: string, version = 1): Hook => ({
  orgId: 'org',
  id,
  version,
  url: `https://${id}.example.org/`,
  secrets: [{ orgId: 'org', id: 'secret', ciphertext: 'sealed' }],
});

/** One database turn with these results. */
function turn(queues: WebhookQueues, claimed: Claimed[], hooks: Hook[]) {
  const state = queues.state();
  queues.turned(state, claimed, hooks);
  return state;
}
function takeAll(queues: WebhookQueues): Claimed[] {
  const taken: Claimed[] = [];
  for (let next = queues.take(); next; next = queues.take()) taken.push(next.claimed);
  return taken;
}
const ahead = (queues: WebhookQueues) => queues.state().ahead.map(({ id, count }) => [id, count]);

describe('deliveries of one webhook', () => {
  it('are at most four at once, and the next starts when one ends', () => {
    const queues = queuesOf();
    turn(queues, claims('a', 10), [hookOf('a')]);
    const [first] = takeAll(queues);
    expect(queues.state().begun).toEqual([{ orgId: 'org', id: 'a', count: 4 }]);
    queues.ended(first!, false);
    expect(takeAll(queues).map(({ id }) => id)).toEqual(['a-4']);
  });

  it('are leased ahead up to twice the last turn, at most sixty, and fewer when idle', () => {
    const queues = queuesOf();
    turn(queues, claims('a', 60), [hookOf('a')]);
    expect(ahead(queues)).toEqual([]);
    for (let sent = 0; sent < 3; sent++) queues.ended(queues.take()!.claimed, false);
    expect(ahead(queues)).toEqual([['a', 6]]);
    expect(ahead(queues)).toEqual([['a', 3]]);
    for (let sent = 0; sent < 40; sent++) queues.ended(queues.take()!.claimed, false);
    expect(ahead(queues)).toEqual([['a', 60]]);
  });

  it('are not leased ahead after a failure, and pending ones are released', () => {
    const queues = queuesOf();
    turn(queues, claims('a', 10), [hookOf('a')]);
    const [first] = takeAll(queues);
    const state = queues.state();
    queues.ended(first!, true);
    queues.turned(state, claims('a', 5), [hookOf('a')]);
    expect(queues.take()).toBeNull();
    expect(queues.state()).toMatchObject({ ahead: [], waiting: [] });
    expect(queues.returned).toHaveLength(11);
  });

  it('are not sent when their lease could end first', () => {
    const queues = queuesOf();
    turn(queues, claims('a', 6), [hookOf('a')]);
    clock += 13_000;
    expect(takeAll(queues)).toHaveLength(4);
    clock += 1_001;
    queues.ended(claims('a', 1)[0]!, false);
    expect(queues.take()).toBeNull();
    expect(queues.returned.map(({ id }) => id)).toEqual(['a-4', 'a-5']);
  });

  it('are not sent on outdated data from the database', () => {
    const queues = queuesOf();
    turn(queues, claims('a', 2), [hookOf('a')]);
    ticks += LOOK_HOLDS_MS + 1;
    expect(queues.take()).toBeNull();
    expect(queues.state().waiting).toEqual([{ orgId: 'org', id: 'a' }]);
    turn(queues, [], [hookOf('a')]);
    expect(takeAll(queues)).toHaveLength(2);
  });

  it.each([
    ['that is paused, deleted or suspended', []],
    ['that was paused and enabled meanwhile', [hookOf('a', 3)]],
  ])('leased ahead are released once: %s', (_name, hooks) => {
    const queues = queuesOf();
    turn(queues, claims('a', 6), [hookOf('a')]);
    takeAll(queues);
    turn(queues, [], hooks);
    expect(takeAll(queues)).toEqual([]);
    expect(turn(queues, [], []).returned.map(({ id }) => id)).toEqual(['a-4', 'a-5']);
    expect(queues.returned).toEqual([]);
  });

  it('use a new secret from the next turn on', () => {
    const queues = queuesOf();
    turn(queues, claims('a', 6), [hookOf('a')]);
    const before = queues.take()!.hook;
    turn(queues, [], [hookOf('a')]);
    expect(queues.take()!.hook).toBe(before);
    turn(queues, [], [{ ...hookOf('a'), secrets: [] }]);
    expect(queues.take()!.hook.secrets).toEqual([]);
  });
});

describe('deliveries of many webhooks', () => {
  it('prefer the webhook with the fewest in progress, within the number of slots', () => {
    const queues = queuesOf(6);
    turn(
      queues,
      [...claims('a', 9), ...claims('b', 9), ...claims('c', 1)],
      ['a', 'b', 'c'].map((id) => hookOf(id)),
    );
    expect(takeAll(queues).map(({ id }) => id)).toEqual(['a-0', 'b-0', 'c-0', 'a-1', 'b-1', 'a-2']);
  });

  it('have room for the free slots and the leases of fast webhooks', () => {
    const queues = queuesOf(10);
    expect(queues.state().room).toBe(10);
    turn(queues, claims('a', 8), [hookOf('a')]);
    for (let sent = 0; sent < 3; sent++) queues.ended(queues.take()!.claimed, false);
    queues.take();
    // Ten slots and six ahead; one is in progress and four are queued.
    expect(queues.state().room).toBe(11);
  });
});

it('release everything pending on close, and start and request nothing', () => {
  const queues = queuesOf();
  turn(queues, claims('a', 6), [hookOf('a')]);
  takeAll(queues);
  const state = queues.state();
  queues.close();
  queues.turned(state, claims('b', 2), [hookOf('a'), hookOf('b')]);
  expect(queues.take()).toBeNull();
  expect(queues.returned.map(({ id }) => id)).toEqual(['a-4', 'a-5', 'b-0', 'b-1']);
  expect(queues.state().room).toBe(0);
});
