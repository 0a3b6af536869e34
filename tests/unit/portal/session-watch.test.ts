import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLeft } from '../../../components/shell/session/session-clock';
import { SessionWatch, type PageSession } from '../../../components/shell/session/session-watch';
import { uploadBegins } from '../../../components/shell/session/uploads';

/** P-16: warning, extension and end of a session, across tabs, sleep, uploads and the back-forward cache. */

const MINUTE = 60_000;
const PAGE: PageSession = {
  organization: 'org_a',
  organizationName: 'Alpha',
  person: 'usr_a',
  personName: 'A. Person',
  idleMs: 15 * MINUTE,
  restLeftMs: 720 * MINUTE,
  isFollowing: true,
};

const channels = new Set<Tab>();
/** As in a browser: all others receive the message, the sender does not. */
class Tab {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this) other.onmessage?.({ data });
  }
  close(): void {
    channels.delete(this);
  }
}

let stops: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  const window = Object.assign(new EventTarget(), {
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
    fetch: () => Promise.reject(new Error('unused')),
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
  vi.stubGlobal('BroadcastChannel', Tab);
  vi.stubGlobal('performance', { now: () => 0 });
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  channels.clear();
  // First, because the stubs refer to the fake clock: in the other order they would remain for the next file.
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server with a session shared by all tabs. */
function makeServer(idleMs = PAGE.idleMs, restMs = PAGE.restLeftMs) {
  const state = { idleAt: Date.now() + idleMs, restAt: Date.now() + restMs, reachable: true, asked: 0 };
  const answer = () => {
    if (!state.reachable) return Promise.reject(Object.assign(new Error(), { name: 'TRPCClientError' }));
    const now = Date.now();
    if (Math.min(state.idleAt, state.restAt) <= now)
      return Promise.reject({ code: 'missing_credentials' } as unknown as Error);
    return Promise.resolve({ idle_ms: state.idleAt - now, rest_ms: state.restAt - now });
  };
  return {
    state,
    ask: () => {
      state.asked++;
      return answer();
    },
    extend: () => {
      if (state.reachable && Math.min(state.idleAt, state.restAt) > Date.now())
        state.idleAt = Date.now() + idleMs;
      return answer();
    },
  };
}

function openTab(server: ReturnType<typeof makeServer>, page: Partial<PageSession> = {}) {
  const seen = { hidden: false, left: 0, atLeaving: '', reason: '', saved: 0 };
  const watch = new SessionWatch(
    { ...PAGE, restLeftMs: server.state.restAt - Date.now(), ...page },
    {
      ask: server.ask,
      extend: server.extend,
      conceal: (hidden) => void (seen.hidden = hidden),
      leave: (reason) => {
        seen.left++;
        seen.reason = reason ?? 'unknown';
        seen.atLeaving = watch.view().kind;
      },
      saveDrafts: () => void seen.saved++,
    },
  );
  stops.push(watch.start());
  return { watch, seen, kind: () => watch.view().kind };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Timers stop while a machine sleeps; its clock does not. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('session watch', () => {
  it('warns two minutes before the end, saves drafts, counts down and clears the page before leaving', async () => {
    const tab = openTab(makeServer());
    await pass(13 * MINUTE - 1000);
    expect(tab.kind()).toBe('open');
    await pass(1000);
    expect(tab.watch.view()).toMatchObject({ kind: 'warned', leftMs: 2 * MINUTE, final: false });
    expect(tab.seen.saved).toBe(1);
    await pass(MINUTE);
    expect(tab.watch.view()).toMatchObject({ leftMs: MINUTE });
    await pass(MINUTE - 1);
    expect(tab.kind()).toBe('warned');
    // Including later input.
    expect(tab.seen.saved).toBe(2);
    await pass(2);
    expect(tab.seen).toMatchObject({ left: 1, atLeaving: 'ended' });
  });

  it('continues in all tabs when the user confirms', async () => {
    const server = makeServer();
    const [one, two] = [openTab(server), openTab(server)];
    await pass(13 * MINUTE);
    expect([one.kind(), two.kind()]).toEqual(['warned', 'warned']);
    await one.watch.extend();
    await pass(0);
    expect([one.kind(), two.kind()]).toEqual(['open', 'open']);
    await pass(13 * MINUTE - 1000);
    expect(two.kind()).toBe('open');
    await pass(1000);
    expect(two.kind()).toBe('warned');
  });

  it('asks the server first, and does not warn after activity on another device or tab', async () => {
    const server = makeServer();
    const tab = openTab(server);
    await pass(10 * MINUTE);
    server.state.idleAt = Date.now() + 15 * MINUTE;
    await pass(3 * MINUTE);
    expect(tab.kind()).toBe('open');
    expect(server.state.asked).toBe(1);
  });

  it('shows that the absolute limit cannot be extended', async () => {
    const tab = openTab(makeServer(15 * MINUTE, 10 * MINUTE));
    await pass(8 * MINUTE);
    expect(tab.watch.view()).toMatchObject({ kind: 'warned', final: true });
    await tab.watch.extend();
    await pass(2 * MINUTE + 1);
    expect(tab.seen.left).toBe(1);
  });

  it('hides everything when the machine wakes up too late, then asks the server', async () => {
    const server = makeServer();
    const [late, alive] = [openTab(server), openTab(makeServer(60 * MINUTE))];
    sleep(20 * MINUTE);
    document.dispatchEvent(new Event('visibilitychange'));
    expect([late.seen.hidden, alive.seen.hidden]).toEqual([true, true]);
    await pass(0);
    expect(late.kind()).toBe('ended');
    expect(alive.seen.hidden).toBe(false);
  });

  it('ends by its own clock when the server is unreachable, with a warning before', async () => {
    const server = makeServer();
    const tab = openTab(server);
    await pass(13 * MINUTE);
    server.state.reachable = false;
    await tab.watch.extend();
    expect(tab.watch.view()).toMatchObject({ kind: 'warned', problem: true });
    await pass(2 * MINUTE);
    expect(tab.kind()).toBe('ended');
  });

  it('reports why it ended, in all tabs', async () => {
    const reasons = (...tabs: ReturnType<typeof openTab>[]) => tabs.map(({ seen }) => seen.reason);
    const server = makeServer();
    const [one, two] = [openTab(server), openTab(server)];
    await pass(16 * MINUTE);
    expect(reasons(one, two)).toEqual(['idle', 'idle']);
    const late = openTab(makeServer(60 * MINUTE, 20 * MINUTE), { idleMs: 60 * MINUTE });
    await pass(21 * MINUTE);
    expect(reasons(late)).toEqual(['expired']);
    const left = openTab(makeServer());
    new Tab().postMessage({ kind: 'ended', reason: 'signed_out' });
    await pass(0);
    expect(reasons(left)).toEqual(['signed_out']);
    const ended = makeServer();
    const elsewhere = openTab(ended);
    await pass(13 * MINUTE - 1);
    ended.state.idleAt = 0;
    await pass(1000);
    expect(reasons(elsewhere)).toEqual(['ended']);
    const former = openTab(makeServer());
    openTab(makeServer(), { person: 'usr_b' });
    await pass(0);
    expect(reasons(former)).toEqual(['other_user']);
  });

  it('asks once a minute and on focus if the page does not follow changes, and only while visible', async () => {
    const server = makeServer();
    const follower = openTab(server);
    await pass(5 * MINUTE);
    window.dispatchEvent(new Event('focus'));
    expect([server.state.asked, follower.kind()]).toEqual([0, 'open']);
    const tab = openTab(server, { isFollowing: false });
    await pass(MINUTE - 1);
    expect(server.state.asked).toBe(0);
    await pass(1);
    expect(server.state.asked).toBe(1);
    Object.assign(document, { hidden: true });
    await pass(5 * MINUTE);
    expect(server.state.asked).toBe(1);
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    await pass(0);
    expect(server.state.asked).toBe(2);
    server.state.idleAt = 0;
    window.dispatchEvent(new Event('focus'));
    await pass(1);
    expect([tab.kind(), tab.seen.reason]).toEqual(['ended', 'ended']);
  });

  it('counts an upload in progress as activity, for ten minutes', async () => {
    const tab = openTab(makeServer());
    await pass(4 * MINUTE);
    uploadBegins();
    await pass(9 * MINUTE);
    expect(tab.kind()).toBe('open');
    await pass(13 * MINUTE);
    expect(tab.kind()).toBe('warned');
  });

  it('ends in all tabs at once, also after a sign-out in one of them', async () => {
    const tabs = [openTab(makeServer()), openTab(makeServer())];
    new Tab().postMessage({ kind: 'ended' });
    await pass(0);
    expect(tabs.map(({ kind, seen }) => [kind(), seen.left])).toEqual([
      ['ended', 1],
      ['ended', 1],
    ]);
  });

  it('hides data of a former organization or user in another tab', async () => {
    const [here, other] = [openTab(makeServer()), openTab(makeServer(), { person: 'usr_b' })];
    await pass(0);
    expect([here.kind(), other.kind()]).toEqual(['ended', 'open']);
    const mine = openTab(makeServer(), { person: 'usr_b', organization: 'org_b', organizationName: 'Beta' });
    expect(other.watch.view()).toMatchObject({
      kind: 'switched',
      sentence: 'You switched to Beta. Nothing was changed. Reload the page.',
    });
    expect(mine.kind()).toBe('open');
  });

  it("keeps a page from the browser's cache hidden until the server responds", async () => {
    const server = makeServer();
    const tab = openTab(server);
    const event = (name: string) => Object.assign(new Event(name), { persisted: true });
    window.dispatchEvent(event('pagehide'));
    expect(tab.seen.hidden).toBe(true);
    window.dispatchEvent(event('pageshow'));
    expect(tab.seen.hidden).toBe(true);
    await pass(0);
    expect(tab.seen.hidden).toBe(false);
    window.dispatchEvent(event('pagehide'));
    server.state.idleAt = 0;
    window.dispatchEvent(event('pageshow'));
    await pass(0);
    expect(tab.kind()).toBe('ended');
  });
});

describe('remaining time', () => {
  it.each([
    [120_000, '2 minutes'],
    [119_000, '1 minute 59 seconds'],
    [60_000, '1 minute'],
    [9_400, '10 seconds'],
    [1_000, '1 second'],
    [-5, '0 seconds'],
  ])('of %i ms is %s', (ms, words) => expect(timeLeft(ms)).toBe(words));
});
