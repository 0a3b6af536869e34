'use client';
/** Returns to the URL at which the session ended. */
import { useEffect, useRef } from 'react';
import { takePlace } from './return-place';

export function ResumePlace({ person }: { person: string }) {
  const started = useRef(false);
  useEffect(() => {
    // The URL can be read once.
    if (started.current) return;
    started.current = true;
    window.location.replace(takePlace(person));
  }, [person]);
  return null;
}
