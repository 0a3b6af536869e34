import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportClosed, tellRead, type TabChanges } from '../../../components/client/changes';
import { NewCriticals } from '../../../components/inbox/new-criticals';

/** New critical results are read again until the server returns them. */

const RESULTS = {
  data: [{ id: 'res_1', version: 1, told: false, patient: { id: 'pat_1' } }],
  total: 1,
  patient_total: 1,
  unmatched: [] as { id: string; value: null }[],
  alarm: { as_of: '2026-11-05T08:00:00.000Z' },
};

const NONE = { ...RESULTS, data: [], total: 0, patient_total: 0 };

const NOTHING = {
  everything: false,
  inbox: false,
  critical: [],
  unmatched: [],
  decided: [],
  results: [],
  orders: [],
  documents: [],
  charts: [],
  order_charts: [],
  document_charts: [],
  restricted: [],
} satisfies TabChanges;

const channels = new Set<Channel>();
const tell = (changes: Partial<TabChanges>) => {
  for (const { onmessage } of channels) onmessage?.({ data: { ...NOTHING, ...changes } });
};

class Channel {
  onmessage: ((event: { data: TabChanges }) => void) | null = null;
  constructor() {
    channels.add(this);
  }
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
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  stop();
  channels.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function watched(isDown: () => boolean, results = RESULTS) {
  const reads: number[] = [];
  const inputs: string[] = [];
  const shown: unknown[] = [];
  const start = Date.now();
  const client = {
    fetchQuery: ({ queryKey }: { queryKey: unknown }) => {
      reads.push(Date.now() - start);
      inputs.push(JSON.stringify(queryKey));
      return isDown() ? Promise.reject(new Error('500')) : Promise.resolve(results);
    },
    invalidateQueries: () => Promise.resolve(),
    setQueryData: () => undefined,
  } as unknown as QueryClient;
  const criticals = new NewCriticals(client, 'usr_a', '2026-11-05T07:00:00.000Z', (results) =>
    shown.push(results),
  );
  stop = criticals.start();
  return { criticals, reads, inputs, shown };
}

describe('new critical results', () => {
  it('are shown after a server failure without another change', async () => {
    let isDown = true;
    const { criticals, reads, shown } = watched(() => isDown);
    criticals.lookSoon();
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

  it('of the report on the page are not shown after a reload', async () => {
    const before = watched(() => false);
    before.criticals.lookSoon();
    await vi.advanceTimersByTimeAsync(600);
    expect(before.shown).toEqual([expect.objectContaining({ total: 1 })]);
    stop();
    tellRead({ id: 'res_1', version: 1 });
    const { reads, shown } = watched(() => false);
    await vi.advanceTimersByTimeAsync(600);
    reportClosed();
    expect(reads).toHaveLength(1);
    expect(shown).toEqual([null]);
  });

  it('without a patient are shown until they are dismissed', async () => {
    const unmatched = [{ id: 'rpt_1', value: null }];
    const { inputs, shown } = watched(() => false, { ...NONE, unmatched });
    tell({ unmatched: ['rpt_1'] });
    await vi.advanceTimersByTimeAsync(600);
    expect(inputs).toEqual([expect.stringContaining('"unmatched_ids":["rpt_1"]')]);
    expect(shown).toEqual([expect.objectContaining({ total: 0, unmatched })]);
    tell({ dismissed: { ids: ['rpt_1'] } });
    expect(shown.at(-1)).toBeNull();
  });

  it('are read again when a match, of which users without an inbox hear only the chart, may end them', async () => {
    const { inputs } = watched(() => false, { ...NONE, unmatched: [{ id: 'rpt_1', value: null }] });
    tell({ unmatched: ['rpt_1'] });
    await vi.advanceTimersByTimeAsync(600);
    tell({ charts: ['4k'] });
    await vi.advanceTimersByTimeAsync(600);
    expect(inputs).toHaveLength(2);
  });

  it('are shown again after a reload until they are dismissed', async () => {
    const before = watched(() => false, { ...RESULTS, unmatched: [{ id: 'rpt_1', value: null }] });
    tell({ critical: ['res_1'], unmatched: ['rpt_1'] });
    await vi.advanceTimersByTimeAsync(600);
    tell({ dismissed: { ids: ['rpt_1'] } });
    expect(before.shown.at(-1)).toMatchObject({ total: 1, unmatched: [] });
    stop();
    channels.clear();
    const reloaded = watched(() => false, { ...RESULTS, unmatched: [{ id: 'rpt_1', value: null }] });
    await vi.advanceTimersByTimeAsync(600);
    expect(reloaded.inputs[0]).toContain('"ids":["res_1"]');
    expect(reloaded.shown).toEqual([expect.objectContaining({ total: 1, unmatched: [] })]);
    tell({ dismissed: { ids: ['res_1'] } });
    stop();
    channels.clear();
    const { reads } = watched(() => false);
    await vi.advanceTimersByTimeAsync(600);
    expect(reads).toEqual([]);
  });

  it('are requested at growing intervals of at most 30 s, until the page is left', async () => {
    const { criticals, reads } = watched(() => true);
    criticals.lookSoon();
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
