import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { ProviderList } from '@/components/admin/laboratories/provider-list';
import { connectionOptions, NO_CONNECTIONS } from '@/components/admin/laboratories/connection-choice';
import { mappingFilter } from '@/components/admin/laboratories/mapping-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Who orders' };

const PATH = '/admin/lab-connections/providers';

export default async function ProvidersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, mayAdminister } = await getPageContext();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Who orders, as laboratories name them" />
        <NotAllowed what="map who orders" />
      </MainArea>
    );
  const query = mappingFilter.read((name) => queryParam(given, name));
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
      <PageHeading title="Who orders, as laboratories name them">
        Reports without an order of ours name who ordered by a number of the laboratory. Mapped to a person,
        they wait in the inbox of that person; else for the patient’s clinician, or for anybody of the group.
      </PageHeading>
      <mappingFilter.Form
        path={PATH}
        query={query}
        options={{ connection: connectionOptions(health.value?.feeds ?? [], connection) }}
        whole={null}
      />
      {health.error ? (
        <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, query)} />
      ) : null}
      {list.data.length === 0 ? (
        <EmptyState title={state === 'unmapped' ? 'Everybody is mapped.' : 'Nobody was named yet.'}>
          Numbers appear here by themselves, when a report names one.
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
}
