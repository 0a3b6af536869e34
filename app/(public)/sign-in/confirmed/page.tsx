import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { CloseConfirmed } from '@/components/sign-in/close-confirmed';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Identity confirmed' };

/** The end of a step-up by single sign-on, in a second window. */
export default function ConfirmedPage() {
  return (
    <PublicFrame>
      <PageHeading title="Identity confirmed">Close this window and continue in the other one.</PageHeading>
      <CloseConfirmed />
    </PublicFrame>
  );
}
