'use client';
/**
 * What the server said last of the inbox: with the page, or asked for again by the browser. The newest answer counts on
 * every part of the page, and while none comes that is said.
 */
import { useSyncExternalStore } from 'react';
import type { InboxAlarm, InboxCounts } from '@/server/domain/reviews/contract';

interface Dated {
  as_of: string;
}

interface Said<T> {
  value: T | null;
  isLive: boolean;
}

function newest<T extends Dated>() {
  const before: Said<T> = { value: null, isLive: true };
  let said = before;
  const listeners = new Set<() => void>();
  const change = (next: Said<T>) => {
    said = next;
    for (const changed of listeners) changed();
  };
  const hear = (changed: () => void) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  };
  const later = (one: T | null, other: T | null) =>
    one && (!other || one.as_of >= other.as_of) ? one : other;
  return {
    tell: (value: T) => change({ value: later(value, said.value), isLive: true }),
    lose: () => change({ ...said, isLive: false }),
    /** @param page what the page itself was read with */
    use: (page: T | null): Said<T> => {
      const { value, isLive } = useSyncExternalStore(
        hear,
        () => said,
        () => before,
      );
      return { value: later(value, page), isLive };
    },
  };
}

/** Of critical reports, for the frame of every page. */
export const alarms = newest<InboxAlarm>();
/** Of the lists of the inbox. */
export const counts = newest<InboxCounts & Dated>();

const CHANNEL = 'portal-inbox';

/** Something was done about a report: every open page of this browser asks again. No name of a patient is in it. */
export function tellInboxChanged(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Whenever what is shown may be old: the person comes back, the network does, or another page has changed something. */
export function hearReturn(look: () => void): () => void {
  const seen = () => document.visibilityState === 'visible' && look();
  // Taken out of the memory of the browser by its Back button.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && look();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = look;
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', look);
  window.addEventListener('online', look);
  window.addEventListener('pageshow', shown);
  return () => {
    channel?.close();
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', look);
    window.removeEventListener('online', look);
    window.removeEventListener('pageshow', shown);
  };
}
