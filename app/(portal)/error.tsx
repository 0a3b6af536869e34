'use client';

import { LinkButton } from '@/components/ui/link-button';
import { PageFailure, type FailureProps } from '@/components/ui/page-failure';

/** A page that failed: the frame, with patient search and sign-out, stays. */
export default function PortalError(failure: FailureProps) {
  return (
    <PageFailure {...failure}>
      <LinkButton href="/patients" weight="secondary">
        Go to patients
      </LinkButton>
    </PageFailure>
  );
}
