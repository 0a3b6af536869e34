'use client';
/** What was read of the open report after its page, whose values are replaced only after a click. */
import { useSyncExternalStore } from 'react';
import type { Reassignment, reviewedByOther } from '../results/signed-by';

/** What another user has done to the report. */
export type DoneByOther = NonNullable<ReturnType<typeof reviewedByOther>> | Reassignment;

interface OpenReportState {
  done: DoneByOther | null;
  /** The network was lost, and the report has not been read since: a colleague may have signed it. */
  isUnread: boolean;
}

const INITIAL: OpenReportState = { done: null, isUnread: false };
let state = INITIAL;
const listeners = new Set<() => void>();

export function setOpenReportState(change: Partial<OpenReportState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpenReportState = (): OpenReportState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => INITIAL,
  );
