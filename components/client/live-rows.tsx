'use client';
/**
 * Reads a page of lists again after changes, and at intervals. Not while the pointer or the focus is in a list: a row that
 * moves under the pointer would be another patient's.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { hearChanges } from './changes';
import { quietly } from './router-requests';

const ROWS = '[data-live-rows]';
const IS_USED = `${ROWS}:hover, ${ROWS}:focus-within`;
const LOOK_MS = 500;

/**
 * The rows as they were while the pointer or the focus is in the list, otherwise the newest.
 * @returns rows, and a function that shows the next ones at once
 */
export function useHeldRows<T>(
  list: RefObject<HTMLElement | null>,
  newest: T,
): [rows: T, release: () => void] {
  const [rows, setRows] = useState(newest);
  const isReleased = useRef(false);
  useLayoutEffect(() => {
    if (rows === newest) return;
    let isOver = false;
    const look = () => {
      if (isOver) return;
      if (!isReleased.current && list.current?.matches(':hover, :focus-within')) return;
      isReleased.current = false;
      setRows(newest);
    };
    // Before the page is painted, so that rows in no use are not shown as held.
    queueMicrotask(look);
    const timer = window.setInterval(look, LOOK_MS);
    return () => {
      isOver = true;
      window.clearInterval(timer);
    };
  }, [list, rows, newest]);
  return [rows, () => (isReleased.current = true)];
}

/** Of the page: one at a time is displayed. */
let hasHeldChanges = false;
let isReleased = false;
/** Reports that have changed since the page was read. */
const changedReports = new Set<string>();
const heldListeners = new Set<() => void>();

function setHeldChanges(held: boolean): void {
  if (!held && !hasHeldChanges) return;
  hasHeldChanges = held;
  for (const listener of heldListeners) listener();
}

function listenToHeld(listener: () => void): () => void {
  heldListeners.add(listener);
  return () => void heldListeners.delete(listener);
}

/** Whether the page has changed, but is not read again because the pointer or the focus is in a list. */
export const useHasHeldChanges = (): boolean =>
  useSyncExternalStore(
    listenToHeld,
    () => hasHeldChanges,
    () => false,
  );

/** Whether a report has changed, but the page is not read again: another version, or signed, assigned or escalated. */
export const useHasChanged = (report: string): boolean =>
  useSyncExternalStore(
    listenToHeld,
    () => hasHeldChanges && changedReports.has(report),
    () => false,
  );

/** Reads the page again although one of its lists is in use. */
export const showHeldChanges = (): void => {
  isReleased = true;
};

interface LiveRowsProps {
  /** The longest time between readings, for what changes without an event. */
  latestMs: number;
  /** The position of the page's data. */
  since: string;
}

export function LiveRows({ latestMs, since }: LiveRowsProps) {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  useEffect(() => {
    let dueAt = performance.now() + latestMs;
    let hasChanged = false;
    const soon = (most: number) => {
      hasChanged = true;
      dueAt = Math.min(dueAt, performance.now() + Math.random() * most);
    };
    const silent = hearChanges((changes) => {
      const { own, position, inbox, critical, everything } = changes;
      const { unmatched, decided, results, charts, documents, restricted } = changes;
      for (const id of [...results, ...critical]) changedReports.add(id);
      const isAny = [unmatched, decided, results, charts, documents, restricted].some(
        (ids) => ids.length > 0,
      );
      if (critical.length > 0 || own) soon(LOOK_MS);
      // Without a position the connection was lost, perhaps with the session: the page would turn into the sign-in page.
      else if (isAny || (position && (inbox || everything))) soon(3_000);
    }, first);
    const timer = window.setInterval(() => {
      if (performance.now() < dueAt || document.visibilityState !== 'visible') return;
      if (!isReleased && document.querySelector(IS_USED)) return setHeldChanges(hasChanged);
      dueAt = performance.now() + latestMs;
      hasChanged = false;
      isReleased = false;
      changedReports.clear();
      setHeldChanges(false);
      quietly(() => router.refresh());
    }, LOOK_MS);
    return () => {
      silent();
      isReleased = false;
      changedReports.clear();
      setHeldChanges(false);
      window.clearInterval(timer);
    };
  }, [router, latestMs, first]);
  return null;
}
