import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { ConnectionList } from '@/components/admin/laboratories/connection-list';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Connections' };

export default adminPage('list_lab_connections', async ({ caller, format }) => {
  const health = await caller.labConnections.getFeedHealth({});
  const create = (
    <NewLink href="/admin/lab-connections/new" does="new connection">
      New connection
    </NewLink>
  );
  return (
    <MainArea>
      <PageHeading title="Connections" actions={create}>
        Updated {format.instant(health.as_of, 'second')}.
      </PageHeading>
      {health.feeds.length === 0 ? (
        <EmptyState title="No connections." action={create}>
          Add a connection to receive results.
        </EmptyState>
      ) : (
        <ConnectionList health={health} />
      )}
    </MainArea>
  );
});
