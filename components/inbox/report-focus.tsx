'use client';
/**
 * Where the reader is after a report was signed, passed on or chosen by a key: the focus goes to the report that is open
 * now, and one sentence says what was done and whose report this is.
 */
import { useEffect } from 'react';
import { announce } from '../ui/live-region';

let waiting: { sentence: string; report: string | null } | null = null;
const EVENT = 'portal:arrival';

/**
 * To be said together with what opens next.
 * @param report `res_…`: only with that one, also where it is open already
 */
export function sayOnArrival(sentence: string, report: string | null = null): void {
  waiting = { sentence, report };
  if (report) window.dispatchEvent(new Event(EVENT));
}

export const OPEN_REPORT = 'open-report';

/** @param shown changes with the report, its version and its signature */
export function ReportFocus({ shown, spoken }: { shown: string | null; spoken: string }) {
  useEffect(() => {
    const arrive = () => {
      if (waiting === null || (waiting.report && !shown?.startsWith(waiting.report))) return;
      const heading = document.getElementById(OPEN_REPORT) ?? document.querySelector<HTMLElement>('h1');
      heading?.focus();
      announce(`${waiting.sentence} ${spoken}`.trim());
      waiting = null;
    };
    arrive();
    const open = () => waiting?.report && arrive();
    window.addEventListener(EVENT, open);
    return () => window.removeEventListener(EVENT, open);
  }, [shown, spoken]);
  return null;
}
