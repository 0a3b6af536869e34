'use client';
/** How long a critical result has been unsigned: the age grows while the page is open, because escalation follows it. */
import { useEffect, useState } from 'react';
import { sinceShort, sinceWords } from '../format/relative';

const TICK_MS = 15_000;

interface UnsignedForProps {
  since: string;
  /** When the list was read, by the clock of the server, in milliseconds. */
  now: number;
}

export const UnsignedFor = ({ since, now }: UnsignedForProps) => sinceWords(since, useClock(now));

export function UnsignedForShort({ since, now }: UnsignedForProps) {
  const clock = useClock(now);
  return (
    <>
      <span aria-hidden="true">{sinceShort(since, clock)}</span>
      <span className="sr-only">{sinceWords(since, clock)}</span>
    </>
  );
}

function useClock(readAt: number): number {
  const [passed, setPassed] = useState({ readAt, ms: 0 });
  useEffect(() => {
    const start = Date.now();
    const timer = window.setInterval(() => setPassed({ readAt, ms: Date.now() - start }), TICK_MS);
    return () => window.clearInterval(timer);
  }, [readAt]);
  return readAt + (passed.readAt === readAt ? passed.ms : 0);
}
