import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { load, orFirstPage } from '@/app/_lib/load';
import { type Query, queryParam } from '@/app/_lib/query';
import { ChartAccessTable } from '@/components/admin/privacy/chart-access-table';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { Pager } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Privacy' };

const PATH = '/admin/privacy';

export default adminPage(async ({ caller, today }, { searchParams }: { searchParams: Promise<Query> }) => {
  const cursor = queryParam(await searchParams, 'cursor');
  const { value: list, error } = await load(
    orFirstPage(
      caller.restrictedCharts.listChartAccesses({ limit: 25, ...(cursor ? { cursor } : {}) }),
      PATH,
    ),
  );
  return (
    <MainArea>
      <PageHeading title="Privacy">Who opened restricted charts, and why.</PageHeading>
      <section aria-labelledby="restricted">
        <SectionHeading id="restricted" title="Restricted charts opened" />
        {error ? (
          <FailedPart what="The list" error={error} again={PATH} rest="Every access is in the audit log." />
        ) : list.data.length === 0 ? (
          <EmptyState title="No restricted chart was opened.">
            To restrict a chart, open Details of the chart.
          </EmptyState>
        ) : (
          <ChartAccessTable accesses={list.data} today={today} />
        )}
        {list ? <Pager path={PATH} query={{}} next={list.next_cursor} isFirst={!cursor} /> : null}
      </section>
    </MainArea>
  );
});
