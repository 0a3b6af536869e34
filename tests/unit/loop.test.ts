import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoop, type Loop } from '../../server/jobs/loop';

let loop: Loop | undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await loop?.stop();
  vi.useRealTimers();
});

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('background loop', () => {
  it('runs a turn at once and the next one after the pause', async () => {
    const turn = vi.fn(() => Promise.resolve());
    loop = startLoop({ name: 'test', everyMs: 100 }, turn);
    expect(turn).toHaveBeenCalledTimes(1);
    await after(99);
    expect(turn).toHaveBeenCalledTimes(1);
    await after(1);
    expect(turn).toHaveBeenCalledTimes(2);
  });

  it('can pause before the first turn', async () => {
    const turn = vi.fn(() => Promise.resolve());
    loop = startLoop({ name: 'test', everyMs: 100, firstMs: 500 }, turn);
    await after(499);
    expect(turn).not.toHaveBeenCalled();
    await after(1);
    expect(turn).toHaveBeenCalledTimes(1);
  });

  it('continues at once while there is more to do', async () => {
    const answers = [true, true, false];
    const turn = vi.fn(() => Promise.resolve(answers.shift() ?? false));
    loop = startLoop({ name: 'test', everyMs: 100 }, turn);
    await after(0);
    expect(turn).toHaveBeenCalledTimes(3);
  });

  it('can be woken from its pause', async () => {
    const turn = vi.fn(() => Promise.resolve());
    loop = startLoop({ name: 'test', everyMs: 1_000 }, turn);
    await after(0);
    loop.wake();
    await after(0);
    expect(turn).toHaveBeenCalledTimes(2);
  });

  it('pauses longer after each error up to a limit, and normally after a success', async () => {
    const started: number[] = [];
    const begin = Date.now();
    loop = startLoop({ name: 'test', everyMs: 100, longestBackoffMs: 300 }, () => {
      started.push(Date.now() - begin);
      return started.length === 5 ? Promise.resolve() : Promise.reject(new Error('away'));
    });
    await after(1_200);
    // Pauses of 100, 200, 300, 300, then 100 after the success.
    expect(started).toEqual([0, 100, 300, 600, 900, 1_000, 1_100]);
  });

  it('stops at once during a pause', async () => {
    const turn = vi.fn(() => Promise.resolve());
    loop = startLoop({ name: 'test', everyMs: 1_000 }, turn);
    await after(0);
    await loop.stop();
    expect(loop.running()).toBe(false);
    await after(5_000);
    expect(turn).toHaveBeenCalledTimes(1);
  });

  it('stops after the turn in progress, which receives the signal', async () => {
    let finish = () => {};
    let seen: AbortSignal | undefined;
    let stopped = false;
    loop = startLoop({ name: 'test', everyMs: 0 }, (signal) => {
      seen = signal;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const ended = loop.stop().then(() => (stopped = true));
    await after(1_000);
    expect([stopped, seen?.aborted]).toEqual([false, true]);
    finish();
    await ended;
    expect(stopped).toBe(true);
  });
});
