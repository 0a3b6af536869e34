import type { Metadata } from 'next';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { ProviderList } from '@/components/lab-feeds/provider-list';
import {
  addressOfMapping,
  MappingFilter,
  NO_CONNECTIONS,
  readMappingQuery,
} from '@/components/lab-feeds/mapping-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { one, openPortal, orFirstPage, settle, type Query } from '../../../open-portal';

export const metadata: Metadata = { title: 'Who orders · Clinical Data Service' };

const PATH = '/admin/lab-connections/providers';

export default async function ProvidersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, zone, mayAdminister } = await openPortal();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Who orders, as laboratories name them" />
        <NotAllowed what="map who orders" />
      </MainArea>
    );
  const query = readMappingQuery((name) => one(given, name));
  const { connection, state } = query;
  const address = addressOfMapping(query);
  const cursor = one(given, 'cursor');
  const list = await orFirstPage(
    caller.inboundReports.listLabProviders({
      limit: 25,
      state,
      ...(connection ? { connection_id: connection } : {}),
      ...(cursor ? { cursor } : {}),
    }),
    hrefOf(PATH, address),
  );
  const health = await settle(caller.labConnections.getFeedHealth({}));
  return (
    <MainArea>
      <PageHeading title="Who orders, as laboratories name them">
        Reports without an order of ours name who ordered by a number of the laboratory. Mapped to a person,
        they wait in the inbox of that person; else for the patient’s clinician, or for anybody of the group.
      </PageHeading>
      <MappingFilter path={PATH} query={query} feeds={health.value?.feeds ?? []} />
      {health.error ? (
        <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, address)} />
      ) : null}
      {list.data.length === 0 ? (
        <EmptyState title={state === 'unmapped' ? 'Everybody is mapped.' : 'Nobody was named yet.'}>
          Numbers appear here by themselves, when a report names one.
        </EmptyState>
      ) : (
        <>
          <ProviderList providers={list.data} zone={zone} />
          <NeedsScripts what="Mapping a number" />
        </>
      )}
      <Pager path={PATH} query={address} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
