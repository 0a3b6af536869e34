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

/** All open pages of this browser read the counts again. The message contains no patient data. */
export function notifyInboxChanged(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** @returns unsubscribe */
export function onInboxChanged(changed: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = changed;
  return () => channel.close();
}
