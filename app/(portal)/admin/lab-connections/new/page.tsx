import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { load } from '@/app/_lib/load';
import { zonesWith } from '@/app/_lib/zones';
import { MainArea } from '@/components/shell/main-area';
import { NewConnectionForm } from '@/components/admin/laboratories/new-connection-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'New connection' };

export default adminPage('create_lab_connection', async ({ caller, format }) => {
  const { value: health } = await load(caller.labConnections.getFeedHealth({}));
  return (
    <MainArea>
      <NewConnectionForm
        zones={zonesWith(format.timeZone)}
        names={health?.feeds.map(({ name }) => name) ?? []}
        heading={
          <PageHeading
            parent={{ href: '/admin/lab-connections', label: 'Connections' }}
            title="New connection"
          >
            How messages arrive and how they are read.
          </PageHeading>
        }
      />
    </MainArea>
  );
});
