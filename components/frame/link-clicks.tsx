'use client';
/** One listener for all links of the frame: the router goes there, so that uploads go on. Without it the browser does. */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

export function LinkClicks() {
  const router = useRouter();
  useEffect(() => {
    const click = (event: MouseEvent) => {
      // What opens another tab or window, or was answered by the page already, is not ours.
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-link]') : null;
      if (!link || link.origin !== window.location.origin || link.target || link.download) return;
      event.preventDefault();
      router.push(link.pathname + link.search + link.hash, { scroll: link.dataset.link !== 'still' });
    };
    document.addEventListener('click', click);
    return () => document.removeEventListener('click', click);
  }, [router]);
  return null;
}
