'use client';
/** Shown in place of a page that failed to render. */
import { useEffect } from 'react';
import { Button } from './button';
import { ErrorPanel } from './error-panel';
import { LinkButton } from './link-button';
import { tabTitle } from './product-name';

export function PageFailure({ digest, retry }: { digest?: string | undefined; retry: () => void }) {
  useEffect(() => {
    document.title = tabTitle('Page failed');
  }, []);
  return (
    <>
      <h1 className="mb-4 text-title font-semibold">This page could not be loaded</h1>
      <ErrorPanel
        title="An error occurred on the server."
        detail="Nothing was changed or lost. Try again. If it fails again, give your administrator the request ID."
        requestId={digest}
      >
        <Button onClick={retry}>Try again</Button>
        <LinkButton href="/patients" weight="secondary">
          Go to patients
        </LinkButton>
      </ErrorPanel>
    </>
  );
}
