'use client';
/** The live counts of the inbox: those of its lists, and of critical reports in the frame of every page. */
import type { InboxAlarm, InboxMark } from '@/server/domain/reviews/contract';
import type { InboxScope } from '@/server/domain/reviews/rules';
import { tellChanges } from '../client/changes';
import { backgroundTrpc, useLive } from '../client/query-client';

const { reviews } = backgroundTrpc;

export const useInboxAlarm = (page: InboxAlarm | null) =>
  useLive(reviews.getInboxAlarm.queryOptions({}, { refetchInterval: 60_000 }), page);

export const useInboxMark = (scope: InboxScope, page: InboxMark) =>
  useLive(reviews.getInboxMark.queryOptions({ scope }, { refetchInterval: 30_000 }), page);

/** After an action of the user: all open pages of this browser read the counts again. */
export const notifyInboxChanged = (): void => tellChanges({ inbox: true, own: true });
