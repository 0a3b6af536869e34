/**
 * The connection to the changes of the server. The pages of a browser share one, because browsers open at most six to
 * a host: the page with the lock receives the changes and passes them on. tRPC's link for subscriptions is not used:
 * it cannot be loaded separately from what every page needs (decision 0040).
 */
import type { Changes } from '@/server/domain/changes/contract';
import { hearChanges, keepChanges, pageScope, tellChanges, tellMissed } from './changes';
import { PAGE_FACTS } from './page-headers';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends a message every 15 s. */
const SILENCE_MS = 40_000;

let leading = false;
/** This page has the connection: only it notifies the user. */
export const isLeading = (): boolean => leading;

/** After the last message that a page of this browser has received. */
let position: string | undefined;

/** @returns stop */
export function followChanges(): () => void {
  // What has changed since the page was rendered is in the first message.
  position ??= document.getElementById(PAGE_FACTS)?.dataset.position;
  let joined = new AbortController();
  const silent = hearChanges((changes) => {
    position = changes.position ?? position;
    keepChanges(changes);
  });
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
    silent();
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
  // Another page has the connection: what has changed since this one was rendered is not received.
  tellMissed();
  await locks.request(name, { signal }, () => stayConnected(signal)).catch(() => undefined);
}

async function stayConnected(signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  leading = true;
  while (!signal.aborted) {
    await connection(signal, () => (pause = FIRST_PAUSE_MS));
    await pauseFor(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
  leading = false;
}

/** Resolves when the signal, an error or silence has ended it. */
function connection(signal: AbortSignal, received: () => void): Promise<void> {
  const { organization = '' } = document.getElementById(PAGE_FACTS)?.dataset ?? {};
  // EventSource sends no headers.
  const query = new URLSearchParams({
    organization,
    input: JSON.stringify(position ? { lastEventId: position } : {}),
  });
  const source = new EventSource(`/api/trpc/changes.watchChanges?${query}`);
  return new Promise((resolve) => {
    let isNew = false;
    let silence = 0;
    const end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
      source.close();
      resolve();
    };
    const listen = () => {
      clearTimeout(silence);
      silence = window.setTimeout(end, SILENCE_MS);
    };
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      listen();
      received();
      const { inbox, everything: isLost, ...changes } = JSON.parse(data) as Changes;
      // Without a position, the first message does not contain what has changed since the page was loaded.
      const everything = isLost || position === undefined;
      position = lastEventId;
      tellChanges({ ...changes, everything, inbox: inbox || isNew, position });
      isNew = false;
    };
    source.onerror = () => {
      // EventSource hides the reason. The request for the counts gets it: the session has ended, or there is no server.
      isNew = true;
      tellChanges({ inbox: true });
      // Otherwise the browser connects again, from the last message.
      if (source.readyState === EventSource.CLOSED) end();
    };
    signal.addEventListener('abort', end);
    listen();
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
