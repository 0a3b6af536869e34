import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepChanges, type TabChanges } from '../../../components/client/changes';
import { followRows, type ListedRow } from '../../../components/inbox/outdated-rows';

/** Rows of the inbox whose values are no longer current. */

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

class Channel {
  static onmessage: ((event: { data: TabChanges }) => void) | null = null;
  set onmessage(hear: (event: { data: TabChanges }) => void) {
    Channel.onmessage = hear;
  }
  close(): void {}
}
const tell = (changes: Partial<TabChanges>) =>
  Channel.onmessage!({ data: { ...NOTHING, position: '200', ...changes } });

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null });
let stop: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { setTimeout, clearTimeout });
  vi.stubGlobal('document', page);
  vi.stubGlobal('BroadcastChannel', Channel);
  page.visibilityState = 'visible';
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const listed = (id: string, isRestricted = false): ListedRow => ({ id, version: 1, isRestricted });
const ROWS = [listed('res_a'), listed('res_b'), listed('res_c', true)];

/** @param newest versions by report */
function followed(newest: Record<string, number>, rows = ROWS) {
  const shown: [id: string, why: string][][] = [];
  const read = vi.fn(async () => Object.entries(newest).map(([id, version]) => ({ id, version })));
  stop = followRows(rows, '100', read, (ids) => shown.push([...ids]));
  const settle = () => vi.advanceTimersByTimeAsync(500);
  return { shown, read, settle };
}

describe('rows of the inbox', () => {
  it('are outdated once their report has a newer version or is no longer listed', async () => {
    const { shown, settle } = followed({ res_b: 2, res_c: 1 });
    tell({ results: ['res_a', 'res_b'] });
    await settle();
    expect(shown).toEqual([
      [
        ['res_a', 'gone'],
        ['res_b', 'newer'],
      ],
    ]);
  });

  it('are not read again because of reports that are not listed', async () => {
    const { read, settle } = followed({}, ROWS.slice(0, 2));
    tell({ inbox: true, results: ['res_x'], critical: ['res_y'] });
    await settle();
    expect(read).not.toHaveBeenCalled();
  });

  it('are current if the list contains the change already', async () => {
    const { shown, settle } = followed({ res_a: 1, res_b: 1, res_c: 1 });
    tell({ results: ['res_a'] });
    await settle();
    expect(shown).toEqual([[]]);
  });

  it('are read again after any change if a chart is restricted, whose reports are not named', async () => {
    const { shown, settle } = followed({ res_a: 1, res_b: 1, res_c: 2 });
    tell({ inbox: true });
    await settle();
    expect(shown).toEqual([[['res_c', 'newer']]]);
  });

  it('include a change that the page received before they were displayed', async () => {
    keepChanges({ ...NOTHING, position: '150', results: ['res_b'] });
    const { shown, settle } = followed({ res_a: 1, res_b: 2, res_c: 1 });
    await settle();
    expect(shown).toEqual([[['res_b', 'newer']]]);
  });

  it('are read again after a failure, and in the background only when the page is visible', async () => {
    const { read, shown, settle } = followed({ res_a: 2, res_b: 1, res_c: 1 });
    read.mockRejectedValueOnce(new Error('500'));
    tell({ results: ['res_a'] });
    await settle();
    expect(shown).toEqual([]);
    page.visibilityState = 'hidden';
    tell({});
    await settle();
    expect(read).toHaveBeenCalledTimes(1);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(shown).toEqual([[['res_a', 'newer']]]);
  });
});
