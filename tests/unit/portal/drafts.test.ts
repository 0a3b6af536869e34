import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftSaver } from '../../../components/client/drafts/draft-saver';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('draft saver', () => {
  it('saves after a pause of two seconds', () => {
    const save = vi.fn();
    const { later } = draftSaver();
    later(save);
    vi.advanceTimersByTime(1_500);
    later(save);
    vi.advanceTimersByTime(1_999);
    expect(save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('saves ten seconds after the first letter during fast typing, and then again', () => {
    const save = vi.fn();
    const { later } = draftSaver();
    for (let at = 0; at < 19_900; at += 100) {
      later(save);
      vi.advanceTimersByTime(100);
    }
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('saves nothing after a stop', () => {
    const save = vi.fn();
    const { later, stop } = draftSaver();
    later(save);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(save).not.toHaveBeenCalled();
  });

  it('sends one request after the other, and continues after an error', async () => {
    const { send } = draftSaver();
    const arrived: string[] = [];
    const slow = send(() =>
      new Promise((resolve) => setTimeout(resolve, 5_000)).then(() => arrived.push('old')),
    );
    const failed = send(() => Promise.reject(new Error('offline')));
    const last = send(async () => arrived.push('new'));
    const reported = expect(failed).rejects.toThrow('offline');
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all([slow, reported, last]);
    expect(arrived).toEqual(['old', 'new']);
  });
});
