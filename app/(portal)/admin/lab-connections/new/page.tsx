import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewConnectionForm } from '@/components/admin/laboratories/new-connection-form';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { openPortal } from '../../../open-portal';

export const metadata: Metadata = { title: 'New lab connection · Clinical Data Service' };

export default async function NewConnectionPage() {
  const { mayAdminister } = await openPortal();
  return (
    <MainArea>
      <PageHeading title="New lab connection">
        How one laboratory reaches you, and how it is read.
      </PageHeading>
      {mayAdminister ? (
        <>
          <NewConnectionForm />
          <NeedsScripts what="Creating a connection" />
        </>
      ) : (
        <NotAllowed what="look after lab connections" />
      )}
    </MainArea>
  );
}
