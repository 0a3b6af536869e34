import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { keyFilter } from '@/components/admin/api-keys/key-filter';
import { KeyList } from '@/components/admin/api-keys/key-list';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'API keys' };

const PATH = '/admin/api-keys';

export default async function ApiKeysPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const cursor = queryParam(given, 'cursor');
  const query = keyFilter.read((name) => queryParam(given, name));
  const { state } = query;
  const { caller, now, mayAdminister } = await getPageContext();
  const list = mayAdminister
    ? await orFirstPage(
        caller.apiKeys.listApiKeys({ limit: 50, state, ...(cursor ? { cursor } : {}) }),
        hrefOf(PATH, query),
      )
    : null;
  const create = (
    <NewLink href="/admin/api-keys/new" does="new key">
      New key
    </NewLink>
  );
  return (
    <MainArea>
      <PageHeading title="API keys" actions={list ? create : null}>
        For who writes the program: <TextLink href="/docs">documentation of the interface</TextLink>
      </PageHeading>
      {list && (state || list.data.length > 0) ? <keyFilter.Form path={PATH} query={query} /> : null}
      {!list ? (
        <NotAllowed what="manage API keys" />
      ) : list.data.length > 0 ? (
        <KeyList keys={list.data} now={now} />
      ) : state ? (
        <EmptyState title="No API keys in this state." />
      ) : (
        <EmptyState title="No API keys." action={create}>
          A key lets a system of yours use the REST interface.
        </EmptyState>
      )}
      {list ? <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} /> : null}
    </MainArea>
  );
}
