'use client';
/**
 * Reloads the page's data when the malware scan of a document ends, or after a while if changes do not arrive, and
 * announces the end.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';
import { announce } from '../ui/live-region';

/** Increasing and limited, because each reload is audited. */
const AFTER_SECONDS = [2, 4, 8, 16, 32, 60];

/** @param ids of the shown documents in progress */
export function WhileScanning({ ids }: { ids: readonly string[] }) {
  const router = useRouter();
  const key = ids.join(' ');
  const before = useRef('');

  useEffect(() => {
    const still = new Set(key.split(' '));
    if (before.current.split(' ').some((id) => id !== '' && !still.has(id)))
      announce('Malware scan of a document complete.');
    before.current = key;
    if (key === '') return;
    const read = () => {
      if (document.visibilityState === 'visible') quietly(() => router.refresh());
    };
    const silent = hearChanges(({ documents }) => {
      if (documents.some((id) => still.has(id))) read();
    });
    let round = 0;
    let timer = 0;
    const next = () => {
      const seconds = AFTER_SECONDS[round++];
      if (seconds !== undefined)
        timer = window.setTimeout(() => {
          read();
          next();
        }, seconds * 1000);
    };
    next();
    return () => {
      silent();
      window.clearTimeout(timer);
    };
  }, [key, router]);

  return null;
}
