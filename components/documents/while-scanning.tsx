'use client';
/**
 * Reloads the page's data when the malware scan of a document ends, or after a while if changes do not arrive, and
 * announces the end.
 */
import { useEffect, useRef } from 'react';
import { hearChanges } from '../client/changes';
import { useReloads } from '../client/use-reloads';
import { announce } from '../ui/live-region';

/** @param ids of the shown documents in progress */
export function WhileScanning({ ids }: { ids: readonly string[] }) {
  const key = ids.join(' ');
  const reload = useReloads(key);
  const before = useRef('');

  useEffect(() => {
    const still = new Set(key.split(' '));
    if (before.current.split(' ').some((id) => id !== '' && !still.has(id)))
      announce('Malware scan of a document complete.');
    before.current = key;
    if (key === '') return;
    return hearChanges(({ documents }) => {
      if (documents.some((id) => still.has(id))) reload();
    });
  }, [key, reload]);

  return null;
}
