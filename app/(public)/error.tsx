'use client';

import { LinkButton } from '@/components/ui/link-button';
import { PageFailure, type FailureProps } from '@/components/ui/page-failure';

export default function PublicError(failure: FailureProps) {
  return (
    <PageFailure {...failure}>
      <LinkButton href="/" weight="secondary">
        Go to the start page
      </LinkButton>
    </PageFailure>
  );
}
