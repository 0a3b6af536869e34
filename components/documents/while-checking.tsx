'use client';
/** Loads the page's data again while documents wait for the malware check, and says when one has been judged. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { quietly } from '../client/router-requests';
import { announce } from '../ui/live-region';

/** Seldomer each time and then no more: every look is a row of the audit. */
const AFTER_SECONDS = [2, 4, 8, 16, 32, 60];

/** @param waiting ids of the shown documents that are not judged yet */
export function WhileChecking({ waiting }: { waiting: readonly string[] }) {
  const router = useRouter();
  const key = waiting.join(' ');
  const before = useRef('');

  useEffect(() => {
    const still = new Set(key.split(' '));
    if (before.current.split(' ').some((id) => id !== '' && !still.has(id)))
      announce('The virus check of a document has ended.');
    before.current = key;
    if (key === '') return;
    let round = 0;
    let timer = 0;
    const next = () => {
      const seconds = AFTER_SECONDS[round++];
      if (seconds !== undefined)
        timer = window.setTimeout(() => {
          if (document.visibilityState === 'visible') quietly(() => router.refresh());
          next();
        }, seconds * 1000);
    };
    next();
    return () => window.clearTimeout(timer);
  }, [key, router]);

  return null;
}
