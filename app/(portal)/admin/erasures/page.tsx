import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { load, orFirstPage } from '@/app/_lib/load';
import { type Query, queryParam } from '@/app/_lib/query';
import { ErasureTable } from '@/components/admin/erasures/erasure-table';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Erased patients' };

const PATH = '/admin/erasures';

export default adminPage(
  'list_erasures',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const cursor = queryParam(await searchParams, 'cursor');
    const { value: list, error } = await load(
      orFirstPage(caller.erasures.listErasures({ limit: 50, ...(cursor ? { cursor } : {}) }), PATH),
    );
    return (
      <MainArea>
        <PageHeading title="Erased patients">
          Certificates of erasures. They contain no patient data; the ID also appears in the audit log. To
          erase a patient, open Details in the chart.
        </PageHeading>
        {error ? (
          <FailedPart what="Certificates" error={error} again={PATH} rest="No data is lost." />
        ) : list.data.length === 0 ? (
          <EmptyState title="No erased patients." />
        ) : (
          <ErasureTable erasures={list.data} />
        )}
        {list ? <Pager path={PATH} query={{}} next={list.next_cursor} isFirst={!cursor} /> : null}
      </MainArea>
    );
  },
);
