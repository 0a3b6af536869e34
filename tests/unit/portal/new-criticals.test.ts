import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewCriticals } from '../../../components/inbox/new-criticals';

/** New critical results are read again until the server returns them. */

const RESULTS = {
  data: [{ id: 'res_1', version: 1, told: false, patient: { id: 'pat_1' } }],
  total: 1,
  patient_total: 1,
  alarm: { as_of: '2026-11-05T08:00:00.000Z' },
};

class Channel {
  onmessage: unknown = null;
  postMessage(): void {}
  close(): void {}
}

let stop: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
  });
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null }),
  );
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function watched(isDown: () => boolean) {
  const reads: number[] = [];
  const shown: unknown[] = [];
  const start = Date.now();
  const client = {
    fetchQuery: () => {
      reads.push(Date.now() - start);
      return isDown() ? Promise.reject(new Error('500')) : Promise.resolve(RESULTS);
    },
    invalidateQueries: () => Promise.resolve(),
    setQueryData: () => undefined,
  } as unknown as QueryClient;
  const criticals = new NewCriticals(client, 'usr_a', '2026-11-05T07:00:00.000Z', (results) =>
    shown.push(results),
  );
  stop = criticals.start();
  criticals.lookSoon();
  return { reads, shown };
}

describe('new critical results', () => {
  it('are shown after a server failure without another change', async () => {
    let isDown = true;
    const { reads, shown } = watched(() => isDown);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(reads.length).toBeGreaterThan(3);
    expect(shown).toEqual([]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(shown).toEqual([expect.objectContaining({ total: 1 })]);
    const count = reads.length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(reads).toHaveLength(count);
  });

  it('are requested at growing intervals of at most 30 s, until the page is left', async () => {
    const { reads } = watched(() => true);
    await vi.advanceTimersByTimeAsync(300_000);
    const gaps = reads.slice(1).map((at, index) => at - reads[index]!);
    for (const [index, gap] of gaps.entries()) {
      const longest = Math.min(1_000 * 2 ** index, 30_000);
      expect(gap).toBeGreaterThanOrEqual(longest * 0.75 - 1);
      expect(gap).toBeLessThanOrEqual(longest + 1);
    }
    expect(gaps.length).toBeGreaterThan(10);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveLength(gaps.length + 1);
  });
});
