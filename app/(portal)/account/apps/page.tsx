import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { ConnectedApps } from '@/components/account/connected-apps';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPE_WORDS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'Connected applications' };

export default async function ConnectedAppsPage() {
  const { caller, session } = await getPageContext();
  const { data } = await caller.oauth.listConnectedApps({});
  return (
    <MainArea>
      <PageHeading title="Connected applications">
        They act in your name in <bdi>{session.orgName}</bdi>. Each organization that you belong to has a list
        of its own.
      </PageHeading>
      {data.length === 0 ? (
        <EmptyState title="No connected applications.">
          An application appears here after you have allowed it to use your account.
        </EmptyState>
      ) : (
        <ConnectedApps apps={data} words={SCOPE_WORDS} />
      )}
    </MainArea>
  );
}
