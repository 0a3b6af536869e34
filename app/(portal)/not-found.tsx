import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Record not found' };

export default function PortalNotFound() {
  return (
    <MainArea>
      <PageHeading title="Record not found" />
      <p className="mb-5">The address may be wrong, the record may be deleted, or you may not have access.</p>
      <LinkButton href="/patients">Go to patients</LinkButton>
    </MainArea>
  );
}
