'use client';
/**
 * Where the reader is after a report was signed, passed on or chosen by a key: the focus goes to the report that is open
 * now, and one sentence says what was done and whose report this is.
 */
import { useEffect } from 'react';
import { announce } from '../ui/live-region';

let waiting: string | null = null;

/** To be said together with what opens next. */
export function sayOnArrival(sentence: string): void {
  waiting = sentence;
}

export const OPEN_REPORT = 'open-report';

/** @param shown changes with the report, its version and its signature */
export function ReportFocus({ shown, spoken }: { shown: string | null; spoken: string }) {
  useEffect(() => {
    if (waiting === null) return;
    const heading = document.getElementById(OPEN_REPORT) ?? document.querySelector<HTMLElement>('h1');
    heading?.focus();
    announce(`${waiting} ${spoken}`.trim());
    waiting = null;
  }, [shown, spoken]);
  return null;
}
