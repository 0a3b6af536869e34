'use client';
/** Asks before leaving a changed form by a link, search, shortcut, Back, Forward or closing the tab. */
import { useRouter } from 'next/navigation';
import { useEffect, useState, type ReactNode } from 'react';
import { areDraftsKept } from './drafts-event';
import { onLeaving, onTraversing } from '../../shell/session/leaving';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** The page that a plain click on an internal link opens; null for everything else. */
function pageOfClick(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  return `${link.pathname}${link.search}${link.hash}`;
}

/** The page that a search opens; null for forms that submit data. */
function pageOfSearch(event: SubmitEvent): string | null {
  const form = event.target as HTMLFormElement;
  const action = form.getAttribute('action');
  if (form.method !== 'get' || !action?.startsWith('/')) return null;
  const fields = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]);
  return `${action}?${new URLSearchParams(fields)}`;
}

interface UnsavedGuardProps {
  active: boolean;
  /** What is lost. */
  children?: ReactNode;
}

export function UnsavedGuard({ active, children = 'Your changes have not been saved.' }: UnsavedGuardProps) {
  const router = useRouter();
  /** The interrupted navigation. */
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null);
  useEffect(() => {
    if (!active) return;
    const asks = (page: string, go: () => void): boolean => {
      const isElsewhere = new URL(page, location.href).pathname !== location.pathname;
      if (isElsewhere) setWanted({ go });
      return isElsewhere;
    };
    /** Capturing, to run before the router. */
    const instead = (event: Event, page: string | null) => {
      if (page === null || !asks(page, () => router.push(page))) return;
      event.preventDefault();
      // Another changed form of the page does not ask as well.
      event.stopImmediatePropagation();
    };
    const click = (event: MouseEvent) => instead(event, pageOfClick(event));
    const search = (event: SubmitEvent) => instead(event, pageOfSearch(event));
    // No question at the end of a session: the draft is kept.
    const close = (event: BeforeUnloadEvent) => {
      if (!areDraftsKept()) event.preventDefault();
    };
    window.addEventListener('beforeunload', close);
    window.addEventListener('click', click, { capture: true });
    window.addEventListener('submit', search, { capture: true });
    const stops = [onLeaving(asks), onTraversing(asks)];
    return () => {
      window.removeEventListener('beforeunload', close);
      window.removeEventListener('click', click, { capture: true });
      window.removeEventListener('submit', search, { capture: true });
      for (const stop of stops) stop();
    };
  }, [active, router]);

  return (
    <Dialog
      open={wanted !== null}
      onClose={() => setWanted(null)}
      title="Leave without saving?"
      onSubmit={(event) => {
        event.preventDefault();
        setWanted(null);
        wanted?.go();
      }}
      actions={
        <>
          <Button type="submit" weight="destructive">
            Leave page
          </Button>
          <Button weight="secondary" data-first-focus onClick={() => setWanted(null)}>
            Cancel
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
