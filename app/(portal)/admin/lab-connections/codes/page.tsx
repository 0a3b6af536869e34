import type { Metadata } from 'next';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { CodeList } from '@/components/lab-feeds/code-list';
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

export const metadata: Metadata = { title: 'Laboratory codes · Clinical Data Service' };

const PATH = '/admin/lab-connections/codes';

export default async function CodesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, zone, mayAdminister } = await openPortal();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Codes of laboratories" />
        <NotAllowed what="map codes of laboratories" />
      </MainArea>
    );
  const query = readMappingQuery((name) => one(given, name));
  const { connection, state } = query;
  const address = addressOfMapping(query);
  const cursor = one(given, 'cursor');
  const list = await orFirstPage(
    caller.inboundReports.listLabCodes({
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
      <PageHeading title="Codes of laboratories">
        What laboratories call their tests. A code that is mapped joins the history of its test; results of
        one that is not are shown under the laboratory’s own name.
      </PageHeading>
      <MappingFilter path={PATH} query={query} feeds={health.value?.feeds ?? []} />
      {health.error ? (
        <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, address)} />
      ) : null}
      {list.data.length === 0 ? (
        <EmptyState title={state === 'unmapped' ? 'Every code is mapped.' : 'No codes.'}>
          Codes appear here by themselves, when a laboratory sends one without its LOINC number.
        </EmptyState>
      ) : (
        <>
          <CodeList codes={list.data} zone={zone} />
          <NeedsScripts what="Mapping a code" />
        </>
      )}
      <Pager path={PATH} query={address} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
