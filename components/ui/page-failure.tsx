'use client';
/** Shown in place of a page that failed to render. Shows no clinical times, so it needs no time zone. */
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button';
import { ErrorPanel } from './error-panel';
import { tabTitle } from './product-name';

/** Without a request ID the logs are searched by time. */
const timeNow = () => `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Of Next. `retry` also loads the data of the page again, which failed on the server. */
export interface FailureProps {
  error: Error & { digest?: string };
  retry: () => void;
}

interface PageFailureProps extends FailureProps {
  /** A link to a page that works. */
  children?: ReactNode;
}

/** Next makes its own digest if an error has no request ID; the log cannot be searched by it. */
const requestIdIn = (digest: string | undefined) => (digest?.startsWith('req_') ? digest : undefined);

export function PageFailure({ error: { digest }, retry, children }: PageFailureProps) {
  const [time] = useState(timeNow);
  const requestId = requestIdIn(digest);
  useEffect(() => {
    document.title = tabTitle('Page failed');
  }, []);
  return (
    <main id="main" tabIndex={-1} className="page outline-none">
      <h1 className="mb-4 text-title font-semibold">This page could not be loaded</h1>
      <ErrorPanel
        title={digest ? 'An error occurred on the server.' : 'An error occurred in the browser.'}
        detail={`Saved changes are kept. Unsaved input on this page may be lost. Try again. If it fails again, contact your administrator with ${
          requestId ? 'the request ID.' : `the address of this page and the time: ${time}.`
        }`}
        requestId={requestId}
      >
        <Button onClick={retry}>Try again</Button>
        {children}
      </ErrorPanel>
    </main>
  );
}
