import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { AppList } from '@/components/admin/apps/app-list';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Applications' };

const PATH = '/admin/apps';

export default async function AppsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const cursor = queryParam(await searchParams, 'cursor');
  const { caller, mayAdminister } = await getPageContext();
  const list = mayAdminister
    ? await orFirstPage(caller.oauthApps.listOauthApps({ limit: 50, ...(cursor ? { cursor } : {}) }), PATH)
    : null;
  const create = (
    <NewLink href="/admin/apps/new" does="register an application">
      Register application
    </NewLink>
  );
  return (
    <MainArea>
      <PageHeading title="Applications" actions={list ? create : null} />
      {!list ? (
        <NotAllowed what="manage applications" />
      ) : list.data.length === 0 ? (
        <EmptyState title="No applications." action={create}>
          An application that is registered here can ask people for their consent and then acts in their name.
        </EmptyState>
      ) : (
        <AppList apps={list.data} />
      )}
      {list ? <Pager path={PATH} query={{}} next={list.next_cursor} isFirst={!cursor} /> : null}
    </MainArea>
  );
}
