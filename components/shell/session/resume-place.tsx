'use client';
/** Leads back to the address at which the session had ended. */
import { useEffect, useRef } from 'react';
import { takePlace } from './return-place';

export function ResumePlace({ person }: { person: string }) {
  const gone = useRef(false);
  useEffect(() => {
    // The address is given once.
    if (gone.current) return;
    gone.current = true;
    window.location.replace(takePlace(person));
  }, [person]);
  return null;
}
