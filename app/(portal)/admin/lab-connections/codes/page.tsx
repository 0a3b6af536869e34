import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { CodeList } from '@/components/admin/laboratories/code-list';
import { connectionOptions, NO_CONNECTIONS } from '@/components/admin/laboratories/connection-choice';
import { mappingFilter } from '@/components/admin/laboratories/mapping-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Laboratory codes' };

const PATH = '/admin/lab-connections/codes';

export default async function CodesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, mayAdminister } = await getPageContext();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Codes of laboratories" />
        <NotAllowed what="map codes of laboratories" />
      </MainArea>
    );
  const query = mappingFilter.read((name) => queryParam(given, name));
  const { connection, state = 'unmapped' } = query;
  const cursor = queryParam(given, 'cursor');
  const list = await orFirstPage(
    caller.inboundReports.listLabCodes({
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
      <PageHeading title="Codes of laboratories">
        What laboratories call their tests. A code that is mapped joins the history of its test; results of
        one that is not are shown under the laboratory’s own name.
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
        <EmptyState title={state === 'unmapped' ? 'Every code is mapped.' : 'No codes.'}>
          Codes appear here by themselves, when a laboratory sends one without its LOINC number.
        </EmptyState>
      ) : (
        <>
          <CodeList codes={list.data} />
          <NeedsScripts what="Mapping a code" />
        </>
      )}
      <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
