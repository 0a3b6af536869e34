'use client';
/** Routes clicks on internal links through Next's router, so that uploads continue. */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { staysOffline } from '../ui/stay-offline';

export function LinkClicks() {
  const router = useRouter();
  const pathname = usePathname();
  /** Fragment of the pending navigation. */
  const part = useRef('');
  useEffect(() => {
    const click = (event: MouseEvent) => {
      // Links to a new tab or window, and clicks that the page has handled, are left to the browser.
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-link]') : null;
      if (!link || link.origin !== window.location.origin || link.target || link.download) return;
      event.preventDefault();
      if (staysOffline()) return;
      // Browsers focus the target of a fragment; the router does not.
      const isHere = link.pathname === window.location.pathname;
      part.current = isHere ? '' : link.hash.slice(1);
      if (isHere && link.hash) document.getElementById(link.hash.slice(1))?.focus();
      router.push(link.pathname + link.search + link.hash, { scroll: link.dataset.link !== 'still' });
    };
    document.addEventListener('click', click);
    return () => document.removeEventListener('click', click);
  }, [router]);
  useEffect(() => {
    if (part.current) document.getElementById(part.current)?.focus();
    part.current = '';
  }, [pathname]);
  return null;
}
