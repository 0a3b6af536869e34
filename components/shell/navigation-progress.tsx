'use client';
/**
 * Shows that another page is loading: the followed link at once, a bar at the top after 150 ms (app/motion.css). The
 * transition ends when the page is displayed, also if it has the same address or is an error page. Within the header, as
 * everything on a page is in a landmark.
 */
import { useEffect, useLayoutEffect, useState, useTransition } from 'react';
import { onNavigation, setNavigating } from '../client/navigation';

export function NavigationProgress() {
  const [isPending, startTransition] = useTransition();
  const [, setCount] = useState(0);
  useEffect(
    () =>
      onNavigation((url) => {
        unmarkLinks();
        markLinks(new URL(url, window.location.href).href);
        // In one event with the router's own transition: both are displayed together.
        startTransition(() => setCount((count) => count + 1));
      }),
    [],
  );
  useLayoutEffect(() => {
    setNavigating(isPending);
    if (!isPending) unmarkLinks();
  }, [isPending]);
  return isPending ? (
    <div role="progressbar" aria-label="Loading page" className="navigation-progress print:hidden" />
  ) : null;
}

function markLinks(href: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-link]'))
    if (link.href === href) link.dataset.pending = '';
}

function unmarkLinks(): void {
  for (const link of document.querySelectorAll<HTMLElement>('a[data-pending]')) delete link.dataset.pending;
}
