'use client';

import { PageFailure } from '@/components/ui/page-failure';

/** Errors outside the portal's frame. */
export default function RootError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFailure digest={error.digest} retry={reset} />;
}
