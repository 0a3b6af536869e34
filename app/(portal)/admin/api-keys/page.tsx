import type { Metadata } from 'next';
import { KeyList } from '@/components/api-keys/key-list';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { one, openPortal, orFirstPage, type Query } from '../../open-portal';

export const metadata: Metadata = { title: 'API keys · Clinical Data Service' };

export default async function ApiKeysPage({ searchParams }: { searchParams: Promise<Query> }) {
  const cursor = one(await searchParams, 'cursor');
  const { caller, zone, now, mayAdminister } = await openPortal();
  const list = mayAdminister
    ? await orFirstPage(
        caller.apiKeys.listApiKeys({ limit: 50, ...(cursor ? { cursor } : {}) }),
        '/admin/api-keys',
      )
    : null;
  const create = <LinkButton href="/admin/api-keys/new">New key</LinkButton>;
  return (
    <MainArea>
      <PageHeading title="API keys" actions={list ? create : null} />
      {!list ? (
        <NotAllowed what="manage API keys" />
      ) : list.data.length === 0 ? (
        <EmptyState title="No API keys." action={create}>
          A key lets a system of yours use the REST interface.
        </EmptyState>
      ) : (
        <KeyList keys={list.data} zone={zone} now={now} />
      )}
      {list ? <Pager path="/admin/api-keys" query={{}} next={list.next_cursor} isFirst={!cursor} /> : null}
    </MainArea>
  );
}
