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
        These applications act on your behalf in <bdi>{session.orgName}</bdi>. Each organization has a
        separate list.
      </PageHeading>
      {data.length === 0 ? (
        <EmptyState title="No connected applications.">
          Applications appear here after you allow them to use your account.
        </EmptyState>
      ) : (
        <ConnectedApps apps={data} words={SCOPE_WORDS} />
      )}
    </MainArea>
  );
}
