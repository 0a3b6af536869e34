'use client';
/** The live counts of the inbox: those of its lists, and of critical reports in the frame of every page. */
import type { InboxAlarm, InboxMark } from '@/server/domain/reviews/contract';
import type { InboxScope } from '@/server/domain/reviews/rules';
import { backgroundTrpc, useLive } from '../client/query-client';

const { reviews } = backgroundTrpc;

export const useInboxAlarm = (page: InboxAlarm | null) =>
  useLive(reviews.getInboxAlarm.queryOptions({}, { refetchInterval: 60_000 }), page);

export const useInboxMark = (scope: InboxScope, page: InboxMark) =>
  useLive(reviews.getInboxMark.queryOptions({ scope }, { refetchInterval: 30_000 }), page);

const CHANNEL = 'portal-inbox';

/** A report was changed here: all open pages of this browser ask again. The message names no patient. */
export function tellInboxChanged(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** @returns what ends the listening */
export function onInboxChanged(changed: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = changed;
  return () => channel.close();
}
