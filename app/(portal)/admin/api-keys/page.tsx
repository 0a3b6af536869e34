import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { keyFilter } from '@/components/admin/api-keys/key-filter';
import { KeyList } from '@/components/admin/api-keys/key-list';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'API keys' };

const PATH = '/admin/api-keys';

export default adminPage(
  'list_api_keys',
  async ({ caller, now }, { searchParams }: { searchParams: Promise<Query> }) => {
    const given = await searchParams;
    const cursor = queryParam(given, 'cursor');
    const query = keyFilter.read((name) => queryParam(given, name));
    const { state } = query;
    const list = await orFirstPage(
      caller.apiKeys.listApiKeys({ limit: 50, state, ...(cursor ? { cursor } : {}) }),
      hrefOf(PATH, query),
    );
    const create = (
      <NewLink href="/admin/api-keys/new" does="new key">
        New key
      </NewLink>
    );
    return (
      <MainArea>
        <PageHeading title="API keys" actions={create}>
          Developers: <TextLink href="/docs">API documentation</TextLink>
        </PageHeading>
        {state || list.data.length > 0 ? <keyFilter.Form path={PATH} query={query} /> : null}
        {list.data.length > 0 ? (
          <KeyList keys={list.data} now={now} />
        ) : state ? (
          <EmptyState title="No API keys match this filter." />
        ) : (
          <EmptyState title="No API keys." action={create}>
            An API key gives a system access to the REST API.
          </EmptyState>
        )}
        <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
      </MainArea>
    );
  },
);
