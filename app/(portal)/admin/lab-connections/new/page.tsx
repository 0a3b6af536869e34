import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewConnectionForm } from '@/components/admin/laboratories/new-connection-form';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'New lab connection' };

export default async function NewConnectionPage() {
  const { mayAdminister } = await getPageContext();
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
