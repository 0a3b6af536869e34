'use client';
/**
 * Reads the start page again after changes, and every few minutes. Not while the pointer or the focus is in a list: a row
 * that moves under the pointer would be another patient's.
 */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';

const ROWS = '[data-today-rows]';
const IS_USED = `${ROWS}:hover, ${ROWS}:focus-within`;
const LOOK_MS = 500;
/** Orders become overdue without an event. */
const LATEST_MS = 5 * 60_000;
/** The first message of a new connection only says that something may have changed since the page was rendered. */
const NEW_MS = 5_000;

export function TodayLive() {
  const router = useRouter();
  useEffect(() => {
    const rendered = performance.now();
    let dueAt = rendered + LATEST_MS;
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
      dueAt = performance.now() + LATEST_MS;
      quietly(() => router.refresh());
    }, LOOK_MS);
    return () => {
      silent();
      window.clearInterval(timer);
    };
  }, [router]);
  return null;
}
