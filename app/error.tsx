'use client';
/**
 * A frame that failed, such as that of the portal while the database is down. Every page loads this file, so it imports
 * no more than a button: `PageFailure` would weigh three times as much.
 */
import { useEffect } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { tabTitle } from '@/components/ui/product-name';

export default function RootError({
  error: { digest },
  retry,
}: {
  error: Error & { digest?: string };
  /** Also loads the data again. */
  retry: () => void;
}) {
  useEffect(() => {
    document.title = tabTitle('Page failed');
  }, []);
  return (
    <main id="main" tabIndex={-1} className="page outline-none">
      <h1 className="mb-4 text-title font-semibold">This page could not be loaded</h1>
      <div role="alert" className="border-l-4 border-error bg-canvas px-4 py-3">
        <p>
          Saved changes are kept. Unsaved input on this page may be lost. Try again. If it fails again,
          contact your administrator.
        </p>
        {/* Otherwise Next's own, by which the log cannot be searched. */}
        {digest?.startsWith('req_') ? (
          <p className="text-sm text-ink-2">
            Request ID <code className="font-mono wrap-anywhere text-ink select-all">{digest}</code>
          </p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={retry}>Try again</Button>
          {/* Loaded as a whole: the frame of this page failed. */}
          <a href="/" className={buttonClass('secondary')}>
            Go to the start page
          </a>
        </div>
      </div>
    </main>
  );
}
