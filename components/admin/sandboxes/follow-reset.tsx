'use client';
/** Reloads the page until the example data is complete. */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { quietly } from '../../client/router-requests';

const LOOK_MS = 2_000;
/** Limited, because each reload is audited. */
const MOST_LOOKS = 30;

export function FollowReset({ isResetting }: { isResetting: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!isResetting) return;
    let looks = 0;
    const timer = window.setInterval(() => {
      if (document.querySelector('dialog[open]') || document.visibilityState !== 'visible') return;
      if (++looks > MOST_LOOKS) window.clearInterval(timer);
      else quietly(() => router.refresh());
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [isResetting, router]);
  return null;
}
