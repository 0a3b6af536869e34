import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { NewConnectionForm } from '@/components/admin/laboratories/new-connection-form';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'New lab connection' };

export default adminPage(async () => {
  return (
    <MainArea>
      <PageHeading title="New lab connection">
        How a laboratory or hospital sends messages and how they are read.
      </PageHeading>

      <NewConnectionForm />
      <NeedsScripts what="Creating a connection" />
    </MainArea>
  );
});
