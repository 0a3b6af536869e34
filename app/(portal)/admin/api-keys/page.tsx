import type { Metadata } from 'next';
import { KeyList } from '@/components/api-keys/key-list';
import { StateFilter } from '@/components/api-keys/state-filter';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/keys/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { KEY_FILTERS } from '@/server/domain/api-keys/rules';
import { one, openPortal, orFirstPage, type Query } from '../../open-portal';

export const metadata: Metadata = { title: 'API keys · Clinical Data Service' };

const PATH = '/admin/api-keys';

export default async function ApiKeysPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const cursor = one(query, 'cursor');
  const asked = one(query, 'state');
  const state = KEY_FILTERS.find((filter) => filter === asked);
  const { caller, zone, now, mayAdminister } = await openPortal();
  const list = mayAdminister
    ? await orFirstPage(
        caller.apiKeys.listApiKeys({ limit: 50, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) }),
        state ? `${PATH}?state=${state}` : PATH,
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
      {list && (state || list.data.length > 0) ? <StateFilter state={state} /> : null}
      {!list ? (
        <NotAllowed what="manage API keys" />
      ) : list.data.length > 0 ? (
        <KeyList keys={list.data} zone={zone} now={now} />
      ) : state ? (
        <EmptyState title="No API keys in this state." />
      ) : (
        <EmptyState title="No API keys." action={create}>
          A key lets a system of yours use the REST interface.
        </EmptyState>
      )}
      {list ? <Pager path={PATH} query={{ state }} next={list.next_cursor} isFirst={!cursor} /> : null}
    </MainArea>
  );
}
