import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { ProviderList } from '@/components/admin/laboratories/provider-list';
import { connectionOptions, NO_CONNECTIONS } from '@/components/admin/laboratories/connection-choice';
import { providerFilter } from '@/components/admin/laboratories/mapping-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Ordering providers' };

const PATH = '/admin/lab-connections/providers';

export default adminPage(
  'list_lab_providers',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const given = await searchParams;
    const query = providerFilter.read((name) => queryParam(given, name));
    const { connection, state = 'unmapped' } = query;
    const cursor = queryParam(given, 'cursor');
    const list = await orFirstPage(
      caller.inboundReports.listLabProviders({
        limit: 25,
        state,
        connection_id: connection,
        ...(cursor ? { cursor } : {}),
      }),
      hrefOf(PATH, query),
    );
    const health = await load(caller.labConnections.getFeedHealth({}));
    return (
      <MainArea>
        <PageHeading title="Ordering providers">
          Map laboratory provider numbers to users. Reports without an order then go to their inbox.
        </PageHeading>
        <providerFilter.Form
          path={PATH}
          query={query}
          options={{ connection: connectionOptions(health.value?.feeds ?? [], connection) }}
          whole={null}
        />
        {health.error ? (
          <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, query)} />
        ) : null}
        {list.data.length === 0 ? (
          <EmptyState title={state === 'unmapped' ? 'All providers are mapped.' : 'No providers.'}>
            Unknown provider numbers appear here automatically.
          </EmptyState>
        ) : (
          <>
            <ProviderList providers={list.data} />
            <NeedsScripts what="Mapping a number" />
          </>
        )}
        <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
      </MainArea>
    );
  },
);
