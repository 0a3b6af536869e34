'use client';
import { useRouter } from 'next/navigation';
import { announceOnOpen } from './report-focus';

/**
 * Reads the page again with the newest version of the open report.
 * @param place URL with the report open: the page may show another one by default
 */
export function useShowNewest(place?: string): (announced?: string) => void {
  const router = useRouter();
  return (announced = 'The newest version is shown.') => {
    announceOnOpen(announced);
    if (place && new URL(place, window.location.href).pathname !== window.location.pathname)
      router.replace(place);
    else router.refresh();
  };
}
