'use client';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { quietly } from './router-requests';

/** Increasing and limited, because each reload is audited. */
const AFTER_SECONDS = [2, 4, 8, 16, 32, 60];

/**
 * Reloads the page's data several times, until something that is in progress has ended.
 * @param key identifies what is in progress; empty: nothing
 * @returns reloads at once, if the page is visible
 */
export function useReloads(key: string): () => void {
  const router = useRouter();
  const reload = useCallback(() => {
    if (document.visibilityState === 'visible') quietly(() => router.refresh());
  }, [router]);

  useEffect(() => {
    if (key === '') return;
    let round = 0;
    let timer = 0;
    const next = () => {
      const seconds = AFTER_SECONDS[round++];
      if (seconds !== undefined)
        timer = window.setTimeout(() => {
          reload();
          next();
        }, seconds * 1000);
    };
    next();
    return () => window.clearTimeout(timer);
  }, [key, reload]);

  return reload;
}
