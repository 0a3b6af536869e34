/**
 * The connection to the changes of the server. The pages of a browser share one, because browsers open at most six to a
 * host: the page with the lock receives the changes and tells the others.
 */
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import type { AppRouter } from '@/server/api/root';
import { pageScope, tellChanges } from './changes';
import { PAGE_FACTS, reportProblem } from './page-headers';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

let leading = false;
/** This page has the connection: only it notifies the user. */
export const isLeading = (): boolean => leading;

/** @returns stop */
export function followChanges(): () => void {
  let joined = new AbortController();
  const leave = () => joined.abort();
  const join = () => {
    joined = new AbortController();
    void lead(joined.signal);
  };
  // A page that holds a lock is not kept in memory for Back.
  const back = ({ persisted }: PageTransitionEvent) => persisted && join();
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', back);
  join();
  return () => {
    leave();
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', back);
  };
}

async function lead(signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return stayConnected(signal);
  const name = pageScope();
  const isFirst = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await stayConnected(signal);
    return lock !== null;
  });
  if (isFirst || signal.aborted) return;
  await locks.request(name, { signal }, () => stayConnected(signal)).catch(() => undefined);
}

async function stayConnected(signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let pause = FIRST_PAUSE_MS;
  leading = true;
  while (!signal.aborted) {
    await connection(signal, lastEventId, (id) => {
      lastEventId = id;
      pause = FIRST_PAUSE_MS;
    });
    await pauseFor(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
  leading = false;
}

/** Resolves when the server, an error or the signal has ended it. The browser itself resumes lost connections. */
function connection(
  signal: AbortSignal,
  lastEventId: string | undefined,
  received: (id: string) => void,
): Promise<void> {
  const { organization = '' } = document.getElementById(PAGE_FACTS)?.dataset ?? {};
  const client = createTRPCClient<AppRouter>({
    // EventSource sends no headers.
    links: [httpSubscriptionLink({ url: `/api/trpc?organization=${organization}` })],
  });
  return new Promise((resolve) => {
    // What has changed before the connection is not in its first message, unless it was resumed.
    let isNew = true;
    const end = () => {
      signal.removeEventListener('abort', end);
      subscription.unsubscribe();
      resolve();
    };
    const subscription = client.changes.watchChanges.subscribe(lastEventId ? { lastEventId } : {}, {
      onConnectionStateChange: ({ state, error }) => {
        if (state !== 'connecting' || !error) return;
        isNew = true;
        // Without a server the counts cannot be read either, which shows that they are not live.
        tellChanges({ inbox: true });
      },
      onData: ({ id, data: { everything, inbox, critical, documents } }) => {
        received(id);
        tellChanges({ everything, inbox: inbox || everything || isNew, critical, documents });
        isNew = false;
      },
      onError: ({ data }) => {
        if (data) reportProblem(data.problem);
        // Rejected before the first message; the browser hides the reason, which a normal request gets.
        else tellChanges({ inbox: true });
        end();
      },
      onComplete: end,
    });
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Ends early when the network or the user is back. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = () => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const until = { signal: done.signal };
    window.addEventListener('online', end, until);
    document.addEventListener('visibilitychange', end, until);
    signal.addEventListener('abort', end, until);
  });
}
