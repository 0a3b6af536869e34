import { beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS, LOOK_HOLDS_MS, Lanes, type Claimed, type Hook } from '../../../server/deliveries/lanes';

const AT = Date.UTC(2026, 0, 1);
let clock: number;
let ticks: number;
beforeEach(() => void ([clock, ticks] = [AT, 0]));

const lanesOf = (slots = 100) =>
  new Lanes(
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
function turn(lanes: Lanes, claimed: Claimed[], hooks: Hook[]) {
  const standing = lanes.standing();
  lanes.turned(standing, claimed, hooks);
  return standing;
}
function takeAll(lanes: Lanes): Claimed[] {
  const taken: Claimed[] = [];
  for (let next = lanes.take(); next; next = lanes.take()) taken.push(next.claimed);
  return taken;
}
const ahead = (lanes: Lanes) => lanes.standing().ahead.map(({ id, count }) => [id, count]);

describe('deliveries of one webhook', () => {
  it('are at most four at once, and the next starts when one ends', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 10), [hookOf('a')]);
    const [first] = takeAll(lanes);
    expect(lanes.standing().begun).toEqual([{ orgId: 'org', id: 'a', count: 4 }]);
    lanes.ended(first!, false);
    expect(takeAll(lanes).map(({ id }) => id)).toEqual(['a-4']);
  });

  it('are leased ahead up to twice the last turn, at most sixty, and fewer when idle', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 60), [hookOf('a')]);
    expect(ahead(lanes)).toEqual([]);
    for (let sent = 0; sent < 3; sent++) lanes.ended(lanes.take()!.claimed, false);
    expect(ahead(lanes)).toEqual([['a', 6]]);
    expect(ahead(lanes)).toEqual([['a', 3]]);
    for (let sent = 0; sent < 40; sent++) lanes.ended(lanes.take()!.claimed, false);
    expect(ahead(lanes)).toEqual([['a', 60]]);
  });

  it('are not leased ahead after a failure, and pending ones are released', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 10), [hookOf('a')]);
    const [first] = takeAll(lanes);
    const standing = lanes.standing();
    lanes.ended(first!, true);
    lanes.turned(standing, claims('a', 5), [hookOf('a')]);
    expect(lanes.take()).toBeNull();
    expect(lanes.standing()).toMatchObject({ ahead: [], waiting: [] });
    expect(lanes.returned).toHaveLength(11);
  });

  it('are not sent when their lease could end first', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 6), [hookOf('a')]);
    clock += 13_000;
    expect(takeAll(lanes)).toHaveLength(4);
    clock += 1_001;
    lanes.ended(claims('a', 1)[0]!, false);
    expect(lanes.take()).toBeNull();
    expect(lanes.returned.map(({ id }) => id)).toEqual(['a-4', 'a-5']);
  });

  it('are not sent on outdated data from the database', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 2), [hookOf('a')]);
    ticks += LOOK_HOLDS_MS + 1;
    expect(lanes.take()).toBeNull();
    expect(lanes.standing().waiting).toEqual([{ orgId: 'org', id: 'a' }]);
    turn(lanes, [], [hookOf('a')]);
    expect(takeAll(lanes)).toHaveLength(2);
  });

  it.each([
    ['that is paused, deleted or suspended', []],
    ['that was paused and enabled meanwhile', [hookOf('a', 3)]],
  ])('leased ahead are released once: %s', (_name, hooks) => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 6), [hookOf('a')]);
    takeAll(lanes);
    turn(lanes, [], hooks);
    expect(takeAll(lanes)).toEqual([]);
    expect(turn(lanes, [], []).returned.map(({ id }) => id)).toEqual(['a-4', 'a-5']);
    expect(lanes.returned).toEqual([]);
  });

  it('use a new secret from the next turn on', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 6), [hookOf('a')]);
    const before = lanes.take()!.hook;
    turn(lanes, [], [hookOf('a')]);
    expect(lanes.take()!.hook).toBe(before);
    turn(lanes, [], [{ ...hookOf('a'), secrets: [] }]);
    expect(lanes.take()!.hook.secrets).toEqual([]);
  });
});

describe('deliveries of many webhooks', () => {
  it('prefer the webhook with the fewest in progress, within the number of slots', () => {
    const lanes = lanesOf(6);
    turn(
      lanes,
      [...claims('a', 9), ...claims('b', 9), ...claims('c', 1)],
      ['a', 'b', 'c'].map((id) => hookOf(id)),
    );
    expect(takeAll(lanes).map(({ id }) => id)).toEqual(['a-0', 'b-0', 'c-0', 'a-1', 'b-1', 'a-2']);
  });

  it('have room for the free slots and the leases of fast webhooks', () => {
    const lanes = lanesOf(10);
    expect(lanes.standing().room).toBe(10);
    turn(lanes, claims('a', 8), [hookOf('a')]);
    for (let sent = 0; sent < 3; sent++) lanes.ended(lanes.take()!.claimed, false);
    lanes.take();
    // Ten slots and six ahead; one is in progress and four are queued.
    expect(lanes.standing().room).toBe(11);
  });
});

it('release everything pending on close, and start and request nothing', () => {
  const lanes = lanesOf();
  turn(lanes, claims('a', 6), [hookOf('a')]);
  takeAll(lanes);
  const standing = lanes.standing();
  lanes.close();
  lanes.turned(standing, claims('b', 2), [hookOf('a'), hookOf('b')]);
  expect(lanes.take()).toBeNull();
  expect(lanes.returned.map(({ id }) => id)).toEqual(['a-4', 'a-5', 'b-0', 'b-1']);
  expect(lanes.standing().room).toBe(0);
});
