'use client';
/** Shown in place of a page that failed to render. Shows no clinical times, so it needs no time zone. */
import { useEffect, useState } from 'react';
import { Button } from './button';
import { ErrorPanel } from './error-panel';
import { LinkButton } from './link-button';
import { tabTitle } from './product-name';

/** Without a request ID the logs are searched by time. */
const timeNow = () => `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`;

interface PageFailureProps {
  digest?: string | undefined;
  retry: () => void;
  /** Next to the navigation of administration, which not all of its users leave for patients. */
  isInAdmin?: boolean;
}

export function PageFailure({ digest, retry, isInAdmin = false }: PageFailureProps) {
  const [time] = useState(timeNow);
  useEffect(() => {
    document.title = tabTitle('Page failed');
  }, []);
  return (
    <main id="main" tabIndex={-1} className="page outline-none">
      <h1 className="mb-4 text-title font-semibold">This page could not be loaded</h1>
      <ErrorPanel
        title={digest ? 'An error occurred on the server.' : 'An error occurred in the browser.'}
        detail={`Nothing was changed. Try again. If it fails again, contact your administrator with ${
          digest ? 'the request ID.' : `the address of this page and the time: ${time}.`
        }`}
        requestId={digest}
      >
        <Button onClick={retry}>Try again</Button>
        {isInAdmin ? null : (
          <LinkButton href="/patients" weight="secondary">
            Go to patients
          </LinkButton>
        )}
      </ErrorPanel>
    </main>
  );
}
