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

describe('of one webhook', () => {
  it('at most four are under way, and the next goes out when one has ended', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 10), [hookOf('a')]);
    const [first] = takeAll(lanes);
    expect(lanes.standing().begun).toEqual([{ orgId: 'org', id: 'a', count: 4 }]);
    lanes.ended(first!, false);
    expect(takeAll(lanes).map(({ id }) => id)).toEqual(['a-4']);
  });

  it('twice what was taken since the last turn may be leased ahead, at most sixty, and less when it falls quiet', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 60), [hookOf('a')]);
    expect(ahead(lanes)).toEqual([]);
    for (let sent = 0; sent < 3; sent++) lanes.ended(lanes.take()!.claimed, false);
    expect(ahead(lanes)).toEqual([['a', 6]]);
    expect(ahead(lanes)).toEqual([['a', 3]]);
    for (let sent = 0; sent < 40; sent++) lanes.ended(lanes.take()!.claimed, false);
    expect(ahead(lanes)).toEqual([['a', 60]]);
  });

  it('nothing is ahead after a failure: what waits is given back, also what is leased in the same moment', () => {
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

  it('nothing is sent whose lease could end before it does', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 6), [hookOf('a')]);
    clock += 13_000;
    expect(takeAll(lanes)).toHaveLength(4);
    clock += 1_001;
    lanes.ended(claims('a', 1)[0]!, false);
    expect(lanes.take()).toBeNull();
    expect(lanes.returned.map(({ id }) => id)).toEqual(['a-4', 'a-5']);
  });

  it('nothing is sent on an old word of the database', () => {
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
  ])('what was leased ahead is given back, once: %s', (_name, hooks) => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 6), [hookOf('a')]);
    takeAll(lanes);
    turn(lanes, [], hooks);
    expect(takeAll(lanes)).toEqual([]);
    expect(turn(lanes, [], []).returned.map(({ id }) => id)).toEqual(['a-4', 'a-5']);
    expect(lanes.returned).toEqual([]);
  });

  it('a new secret is used from the next turn on', () => {
    const lanes = lanesOf();
    turn(lanes, claims('a', 6), [hookOf('a')]);
    const before = lanes.take()!.hook;
    turn(lanes, [], [hookOf('a')]);
    expect(lanes.take()!.hook).toBe(before);
    turn(lanes, [], [{ ...hookOf('a'), secrets: [] }]);
    expect(lanes.take()!.hook.secrets).toEqual([]);
  });
});

describe('of many webhooks', () => {
  it('the one with the fewest under way is next, and no more go out than there are places', () => {
    const lanes = lanesOf(6);
    turn(
      lanes,
      [...claims('a', 9), ...claims('b', 9), ...claims('c', 1)],
      ['a', 'b', 'c'].map((id) => hookOf(id)),
    );
    expect(takeAll(lanes).map(({ id }) => id)).toEqual(['a-0', 'b-0', 'c-0', 'a-1', 'b-1', 'a-2']);
  });

  it('room is the places that are free and what quick ones may have ahead', () => {
    const lanes = lanesOf(10);
    expect(lanes.standing().room).toBe(10);
    turn(lanes, claims('a', 8), [hookOf('a')]);
    for (let sent = 0; sent < 3; sent++) lanes.ended(lanes.take()!.claimed, false);
    lanes.take();
    // Ten slots and six ahead; one is in progress and four are queued.
    expect(lanes.standing().room).toBe(11);
  });
});

it('closed, it gives everything back that waits, begins nothing and asks for nothing', () => {
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
