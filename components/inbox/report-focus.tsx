'use client';
/**
 * After a report was signed, forwarded or chosen by a key, focus moves to the report that opens, and one announcement
 * names the action and the patient. A report of the inbox opens at its top.
 */
import { useEffect, useLayoutEffect } from 'react';
import { announce } from '../ui/live-region';

let pending: { sentence: string; report: string | null } | null = null;
const EVENT = 'portal:report-opens';

/**
 * Announces the sentence together with the report that opens next.
 * @param report `res_…`: only with that report, even if it is already open
 */
export function announceOnOpen(sentence: string, report: string | null = null): void {
  pending = { sentence, report };
  if (report) window.dispatchEvent(new Event(EVENT));
}

export const OPEN_REPORT = 'open-report';

export function focusOpenReport(): void {
  const heading = document.getElementById(OPEN_REPORT) ?? document.querySelector<HTMLElement>('h1');
  heading?.focus();
}

/** @param shown changes with the report, its version and its signature */
export function ReportFocus({ shown, spoken }: { shown: string | null; spoken: string }) {
  useEffect(() => {
    const announcePending = () => {
      if (pending === null || (pending.report && !shown?.startsWith(pending.report))) return;
      focusOpenReport();
      announce(`${pending.sentence} ${spoken}`.trim());
      pending = null;
    };
    announcePending();
    const onEvent = () => pending?.report && announcePending();
    window.addEventListener(EVENT, onEvent);
    return () => window.removeEventListener(EVENT, onEvent);
  }, [shown, spoken]);
  return null;
}

/** Across pages; undefined until the first one, whose position a reload restores. */
let last: string | null | undefined;

/**
 * The page may have been scrolled in the list or in the previous report.
 * @param report the open one; narrow screens may show the list only
 */
export function ReportTop({ report }: { report: string | null }) {
  useLayoutEffect(() => {
    const column = document.querySelector('.inbox-report');
    const shown = column && column.getClientRects().length > 0 ? report : null;
    if (last !== undefined && shown !== null && shown !== last)
      window.scrollTo({ top: 0, behavior: 'instant' });
    last = shown;
  }, [report]);
  return null;
}
