'use client';

import { PageFailure } from '@/components/ui/page-failure';

/** A page that failed: the frame, with patient search and sign-out, stays. */
export default function PortalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFailure digest={error.digest} retry={reset} />;
}
