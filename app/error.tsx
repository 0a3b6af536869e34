'use client';
/**
 * A frame that failed, such as that of the portal while the database is down. Every page loads this file, so it imports
 * no more than a button: `PageFailure` would weigh three times as much.
 */
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { tabTitle } from '@/components/ui/product-name';

export default function RootError({
  error: { digest },
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => {
    document.title = tabTitle('Page failed');
  }, []);
  return (
    <main id="main" tabIndex={-1} className="page outline-none">
      <h1 className="mb-4 text-title font-semibold">This page could not be loaded</h1>
      <div role="alert" className="border-l-4 border-error bg-canvas px-4 py-3">
        <p>Nothing was changed. Try again. If it fails again, contact your administrator.</p>
        {digest ? (
          <p className="text-sm text-ink-2">
            Request ID <code className="font-mono wrap-anywhere text-ink select-all">{digest}</code>
          </p>
        ) : null}
        <Button className="mt-3" onClick={reset}>
          Try again
        </Button>
      </div>
    </main>
  );
}
