import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { NewConnectionForm } from '@/components/admin/laboratories/new-connection-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'New connection' };

export default adminPage(async () => {
  return (
    <MainArea>
      <NewConnectionForm
        heading={<PageHeading title="New connection">How messages arrive and how they are read.</PageHeading>}
      />
    </MainArea>
  );
});
