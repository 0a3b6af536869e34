import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockSize, Limiter, type SharedCounter, type Subject } from '../../../server/rate-limits/limiter';
import { requests, signedAddresses, uploads, type Policy } from '../../../server/rate-limits/policies';
import { newId } from '../../../server/shared/ids';
import type { Actor } from '../../../server/shared/context';

/** Leases with simulated clocks and a counter that behaves like the one in PostgreSQL. */

const WINDOW_MS = 60_000;
const alice: Subject = { orgId: 'org', name: 'key_a' };
const limit = (quota: number): Policy => ({ name: 'default', quota });

class Clock {
  constructor(public ms = 0) {}
  read = () => this.ms;
}

/** `shared-counter.ts` in memory. */
function sharedCounter(clock: Clock) {
  const rows = new Map<string, { startedAt: number; used: number }>();
  const leases: number[] = [];
  const counter: SharedCounter = async (subject, { name, quota }, wanted) => {
    const key = `${subject.orgId} ${subject.name} ${name}`;
    const row = rows.get(key);
    const current = row && clock.ms - row.startedAt < WINDOW_MS ? row : { startedAt: clock.ms, used: 0 };
    const granted = Math.min(wanted, quota - current.used);
    rows.set(key, { ...current, used: current.used + granted });
    leases.push(granted);
    const secondsLeft = (current.startedAt + WINDOW_MS - clock.ms) / 1000;
    return Promise.resolve({ granted, used: current.used + granted, window: current.startedAt, secondsLeft });
  };
  return { counter, leases };
}

describe('lease size', () => {
  it.each([
    [600, 0, 6],
    [600, 540, 6],
    [600, 560, 4],
    [600, 595, 1],
    [300, 0, 3],
    [60, 0, 1],
    [1, 0, 1],
    [1_000_000, 0, 10_000],
    [1_000_000, 999_990, 1],
  ])('of %i with %i used is %i', (quota, used, size) => expect(blockSize(quota, used)).toBe(size));

  it('wastes at most 2 % when two processes stop during a lease', () => {
    for (let quota = 1; quota <= 5_000; quota++)
      expect(2 * (blockSize(quota, 0) - 1)).toBeLessThanOrEqual(0.02 * quota);
  });
});

describe('limiter of one process', () => {
  it('admits exactly the quota, reports the remainder, and resets with the next window', async () => {
    const clock = new Clock(5_000);
    const limiter = new Limiter(sharedCounter(clock).counter, clock.read);
    for (let n = 1; n <= 20; n++)
      expect(await limiter.take(alice, limit(20))).toMatchObject({ admitted: true, remaining: 20 - n });
    clock.ms += 17_500;
    expect(await limiter.take(alice, limit(20))).toMatchObject({
      admitted: false,
      remaining: 0,
      seconds: 43,
    });
    clock.ms += WINDOW_MS - 17_501;
    expect(await limiter.take(alice, limit(20))).toMatchObject({ admitted: false, seconds: 1 });
    clock.ms += 1;
    expect(await limiter.take(alice, limit(20))).toMatchObject({
      admitted: true,
      remaining: 19,
      seconds: 60,
    });
  });

  it('asks the counter once per lease, and never for rejected requests', async () => {
    const clock = new Clock();
    const { counter, leases } = sharedCounter(clock);
    const limiter = new Limiter(counter, clock.read);
    for (let n = 0; n < 6; n++) await limiter.take(alice, limit(600));
    expect(leases).toEqual([6]);
    for (let n = 6; n < 1_600; n++) await limiter.take(alice, limit(600));
    expect(leases.reduce((sum, granted) => sum + granted)).toBe(600);
    expect(leases.length).toBeLessThan(130);
  });

  it('carries no units into the next window', async () => {
    const clock = new Clock();
    const { counter, leases } = sharedCounter(clock);
    const limiter = new Limiter(counter, clock.read);
    await limiter.take(alice, limit(600));
    clock.ms += WINDOW_MS;
    await limiter.take(alice, limit(600));
    expect(leases).toEqual([6, 6]);
  });

  it('takes one lease at a time, as large as the number of pending requests', async () => {
    const clock = new Clock();
    const { counter, leases } = sharedCounter(clock);
    let open = 0;
    const limiter = new Limiter(async (...args) => {
      expect(++open).toBe(1);
      await new Promise(setImmediate);
      open--;
      return counter(...args);
    }, clock.read);
    const statuses = await Promise.all(Array.from({ length: 1_000 }, () => limiter.take(alice, limit(600))));
    expect(statuses.filter(({ admitted }) => admitted)).toHaveLength(600);
    expect(leases).toEqual([600]);
  });

  it('counts subjects, organizations and policies separately', async () => {
    const clock = new Clock();
    const limiter = new Limiter(sharedCounter(clock).counter, clock.read);
    await limiter.take(alice, limit(1));
    expect((await limiter.take(alice, limit(1))).admitted).toBe(false);
    expect((await limiter.take({ ...alice, name: 'key_b' }, limit(1))).admitted).toBe(true);
    expect((await limiter.take({ ...alice, orgId: 'other' }, limit(1))).admitted).toBe(true);
    expect((await limiter.take(alice, { name: 'uploads', quota: 1 })).admitted).toBe(true);
  });

  it('admits no request when the counter fails, and asks again for the next', async () => {
    const clock = new Clock();
    const { counter } = sharedCounter(clock);
    let away = true;
    const limiter = new Limiter(
      (...args) => (away ? Promise.reject(new Error('away')) : counter(...args)),
      clock.read,
    );
    const takes = [limiter.take(alice, limit(5)), limiter.take(alice, limit(5))];
    for (const take of takes) await expect(take).rejects.toThrow('away');
    away = false;
    expect(await limiter.take(alice, limit(5))).toMatchObject({ admitted: true, remaining: 4 });
  });

  it('forgets expired windows', async () => {
    const clock = new Clock();
    const limiter = new Limiter(sharedCounter(clock).counter, clock.read);
    await limiter.take(alice, limit(5));
    limiter.tidy();
    expect(limiter.size).toBe(1);
    clock.ms += WINDOW_MS;
    limiter.tidy();
    expect(limiter.size).toBe(0);
  });
});

describe('limiters of several processes', () => {
  it('never exceed the quota of a window, and miss at most their leases', async () => {
    const step = fc.record({ process: fc.nat(2), times: fc.integer({ min: 1, max: 40 }), ms: fc.nat(4_000) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 250 }),
        fc.array(step, { minLength: 20, maxLength: 60 }),
        async (quota, steps) => {
          const time = new Clock();
          const { counter } = sharedCounter(time);
          // Processes have unrelated clocks: only differences may count.
          const limiters = [-9e9, 0, 123_456_789].map((skew) => new Limiter(counter, () => time.ms + skew));
          const admitted = new Map<number, number>();
          const stranded = limiters.length * (blockSize(quota, 0) - 1);
          for (const { process, times, ms } of steps) {
            time.ms += ms;
            for (let n = 0; n < times; n++) {
              const status = await limiters[process]!.take(alice, limit(quota));
              const sum = (admitted.get(status.window) ?? 0) + (status.admitted ? 1 : 0);
              admitted.set(status.window, sum);
              if (sum > quota) throw new Error(`${sum} of ${quota} admitted`);
              if (time.ms - status.window >= WINDOW_MS)
                throw new Error('used a unit of a window that is over');
              if (!status.admitted && sum < quota - stranded)
                throw new Error(`only ${sum} of ${quota} admitted`);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('end a window no later than the counter, however slow it is', async () => {
    const time = new Clock();
    const { counter } = sharedCounter(time);
    const slow: SharedCounter = async (...args) => {
      const lease = await counter(...args);
      time.ms += 3_000;
      return lease;
    };
    const limiter = new Limiter(slow, time.read);
    const { window } = await limiter.take(alice, limit(600));
    time.ms = window + WINDOW_MS;
    // The process has units left, but their window has ended by the counter's clock.
    expect((await limiter.take(alice, limit(600))).window).toBe(window + WINDOW_MS);
  });
});

describe('rate-limit policies', () => {
  const actor = (kind: Actor['kind'], rateLimit: number | null = null): Actor => ({
    kind,
    id: newId(),
    orgId: newId(),
    scopes: new Set(),
    role: null,
    rateLimit,
  });

  it('allow keys 600, users 300, and custom limits of a key', () => {
    expect(requests(actor('api_key')).quota).toBe(600);
    expect(requests(actor('api_key', 20)).quota).toBe(20);
    expect(requests(actor('user')).quota).toBe(300);
  });

  it('allow 60 uploads, more for a key with a higher limit, never fewer', () => {
    expect(uploads(actor('api_key')).quota).toBe(60);
    expect(uploads(actor('user')).quota).toBe(60);
    expect(uploads(actor('api_key', 6_000)).quota).toBe(600);
    expect(uploads(actor('api_key', 5)).quota).toBe(60);
  });

  it('count the signed URLs of a key apart from its requests', () => {
    expect(signedAddresses(actor('api_key', 5))).toEqual({ name: 'addresses', quota: 600 });
    expect(signedAddresses(actor('user'))).toEqual(requests(actor('user')));
  });
});
