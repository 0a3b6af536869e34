import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { ConnectionList } from '@/components/admin/laboratories/connection-list';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Laboratories' };

export default async function LabConnectionsPage() {
  const { caller, format, mayAdminister } = await getPageContext();
  const health = mayAdminister ? await caller.labConnections.getFeedHealth({}) : null;
  const create = (
    <NewLink href="/admin/lab-connections/new" does="new connection">
      New connection
    </NewLink>
  );
  if (!health)
    return (
      <MainArea>
        <PageHeading title="Laboratories" />
        <NotAllowed what="look after lab connections" />
      </MainArea>
    );
  return (
    <MainArea>
      <PageHeading
        title="Laboratories"
        actions={
          <>
            {create}
            <LinkButton href="/admin/lab-connections/messages" weight="secondary">
              Messages
            </LinkButton>
            <LinkButton href="/admin/lab-connections/codes" weight="secondary">
              Codes
            </LinkButton>
            <LinkButton href="/admin/lab-connections/providers" weight="secondary">
              Who orders
            </LinkButton>
          </>
        }
      >
        How results come in, as of {format.instant(health.as_of, 'second')}.
      </PageHeading>
      {health.feeds.length === 0 ? (
        <EmptyState title="No lab connections." action={create}>
          No laboratory can send results until you add one.
        </EmptyState>
      ) : (
        <ConnectionList health={health} />
      )}
    </MainArea>
  );
}
