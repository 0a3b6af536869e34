'use client';
/** Whoever leaves a form that was changed is asked first: by a link inside the portal, and by closing the tab. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { areDraftsKept } from './drafts-event';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** The page that a plain click on a link of ours leads to; null for everything else. */
function pageOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : `${link.pathname}${link.search}${link.hash}`;
}

export function UnsavedGuard({ active, stay, leave }: { active: boolean; stay: string; leave: string }) {
  const router = useRouter();
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return;
    // At the end of a session nothing is asked: the draft is kept.
    const close = (event: BeforeUnloadEvent) => {
      if (!areDraftsKept()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const page = pageOf(event);
      if (page === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(page);
    };
    window.addEventListener('beforeunload', close);
    // Before the router hears of it.
    window.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', close);
      window.removeEventListener('click', click, { capture: true });
    };
  }, [active]);

  return (
    <Dialog
      open={to !== null}
      onClose={() => setTo(null)}
      title="Leave without saving?"
      onSubmit={(event) => {
        event.preventDefault();
        const page = to;
        setTo(null);
        if (page !== null) router.push(page);
      }}
      actions={
        <>
          <Button type="submit">{leave}</Button>
          <Button weight="secondary" data-first-focus onClick={() => setTo(null)}>
            {stay}
          </Button>
        </>
      }
    >
      <p>What was entered here has not been saved.</p>
    </Dialog>
  );
}
