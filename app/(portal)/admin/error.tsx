'use client';

import { PageFailure } from '@/components/ui/page-failure';

/** A page of administration that failed: its navigation stays, and is the way out. */
export default function AdminError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFailure digest={error.digest} retry={reset} isInAdmin />;
}
