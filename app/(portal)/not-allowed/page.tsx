import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Not allowed' };

/** Where `portalCaller` sends users whose role does not include what a page reads. */
export default function NotAllowedPage() {
  return (
    <MainArea>
      <PageHeading title="Not allowed" />
      <NotAllowed what="see this page" />
    </MainArea>
  );
}
