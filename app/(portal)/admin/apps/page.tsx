import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { AppList } from '@/components/admin/apps/app-list';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Applications' };

const PATH = '/admin/apps';

export default adminPage(
  'list_oauth_apps',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const cursor = queryParam(await searchParams, 'cursor');
    const list = await orFirstPage(
      caller.oauthApps.listOauthApps({ limit: 50, ...(cursor ? { cursor } : {}) }),
      PATH,
    );
    const create = (
      <NewLink href="/admin/apps/new" does="register an application">
        Register application
      </NewLink>
    );
    return (
      <MainArea>
        <PageHeading title="Applications" actions={create}>
          Developers:{' '}
          <TextLink href="/docs/guides/authentication#acting-for-a-user">authentication guide</TextLink>
        </PageHeading>
        {list.data.length === 0 ? (
          <EmptyState title="No applications." action={create}>
            A registered application can act on behalf of users who connect it.
          </EmptyState>
        ) : (
          <AppList apps={list.data} />
        )}
        <Pager path={PATH} query={{}} next={list.next_cursor} isFirst={!cursor} />
      </MainArea>
    );
  },
);
