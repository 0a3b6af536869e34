'use client';
/**
 * Reads a page of lists again after changes, and at intervals. Not while the pointer or the focus is in a list: a row that
 * moves under the pointer would be another patient's.
 */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { hearChanges } from './changes';
import { quietly } from './router-requests';

const ROWS = '[data-live-rows]';
const IS_USED = `${ROWS}:hover, ${ROWS}:focus-within`;
const LOOK_MS = 500;
/** The first message of a new connection only says that something may have changed since the page was rendered. */
const NEW_MS = 5_000;

interface LiveRowsProps {
  /** The longest time between readings, for what changes without an event. */
  latestMs: number;
}

export function LiveRows({ latestMs }: LiveRowsProps) {
  const router = useRouter();
  useEffect(() => {
    const rendered = performance.now();
    let dueAt = rendered + latestMs;
    const soon = (most: number) => (dueAt = Math.min(dueAt, performance.now() + Math.random() * most));
    const silent = hearChanges(({ own, position, inbox, critical, documents, everything }) => {
      if (critical.length > 0 || own) soon(LOOK_MS);
      else if (documents.length > 0) soon(3_000);
      // Without a position the connection was lost, perhaps with the session: the page would turn into the sign-in page.
      else if (position && (inbox || everything) && performance.now() - rendered > NEW_MS) soon(3_000);
    });
    const timer = window.setInterval(() => {
      if (performance.now() < dueAt || document.visibilityState !== 'visible') return;
      if (document.querySelector(IS_USED)) return;
      dueAt = performance.now() + latestMs;
      quietly(() => router.refresh());
    }, LOOK_MS);
    return () => {
      silent();
      window.clearInterval(timer);
    };
  }, [router, latestMs]);
  return null;
}
