import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { CodeList } from '@/components/admin/laboratories/code-list';
import { connectionOptions, NO_CONNECTIONS } from '@/components/admin/laboratories/connection-choice';
import { codeFilter } from '@/components/admin/laboratories/mapping-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Codes' };

const PATH = '/admin/lab-connections/codes';

export default adminPage(
  'list_lab_codes',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const given = await searchParams;
    const query = codeFilter.read((name) => queryParam(given, name));
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
        <PageHeading title="Codes">
          Map laboratory codes to catalog tests to see results in one trend. Unmapped results keep the
          laboratory’s name.
        </PageHeading>
        <codeFilter.Form
          path={PATH}
          query={query}
          options={{ connection: connectionOptions(health.value?.feeds ?? [], connection) }}
          whole={null}
        />
        {health.error ? (
          <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, query)} />
        ) : null}
        {list.data.length === 0 ? (
          <EmptyState title={state === 'unmapped' ? 'No codes to map.' : 'No codes.'}>
            {state === 'not_needed'
              ? 'Set codes that are not tests, such as comments, to “No mapping needed”.'
              : 'Codes sent without a LOINC code appear here automatically.'}
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
  },
);
