import type { Metadata } from 'next';
import { auditPage } from '@/app/_lib/admin-page';
import { load, orFirstPage } from '@/app/_lib/load';
import { type Query, queryParam } from '@/app/_lib/query';
import { ChartAccessTable } from '@/components/admin/privacy/chart-access-table';
import { DownloadReport } from '@/components/admin/privacy/download-report';
import { UnusualAccessTable } from '@/components/admin/privacy/unusual-access-table';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { ViewLinks } from '@/components/ui/view-links';
import { MANY_CHARTS, PERIOD_WORDS, REPORT_DAYS } from '@/server/domain/privacy-report/rules';

export const metadata: Metadata = { title: 'Privacy' };

const PATH = '/admin/privacy';
const periodHref = (days: number): string => hrefOf(PATH, { days: String(days) });

export default auditPage(
  async ({ caller, today, mayAdminister }, { searchParams }: { searchParams: Promise<Query> }) => {
    const query = await searchParams;
    const cursor = queryParam(query, 'cursor');
    const days = REPORT_DAYS.find((one) => String(one) === queryParam(query, 'days')) ?? 7;
    const report = await load(caller.privacyReport.getPrivacyReport({ days }));
    const { value: list, error } = await load(
      orFirstPage(
        caller.restrictedCharts.listChartAccesses({ limit: 25, ...(cursor ? { cursor } : {}) }),
        PATH,
      ),
    );
    return (
      <MainArea>
        <PageHeading title="Privacy" actions={<DownloadReport days={days} />}>
          Restricted charts opened, with reasons, and unusual access.
        </PageHeading>
        <section aria-labelledby="restricted">
          <SectionHeading id="restricted" title="Restricted charts opened" />
          {error ? (
            <FailedPart what="The list" error={error} again={PATH} rest="Every access is in the audit log." />
          ) : list.data.length === 0 ? (
            <EmptyState title="No restricted chart was opened.">
              {mayAdminister ? 'To restrict a chart, open its Details.' : null}
            </EmptyState>
          ) : (
            <ChartAccessTable accesses={list.data} today={today} isLinked={mayAdminister} />
          )}
          {list ? <Pager path={PATH} query={{}} next={list.next_cursor} isFirst={!cursor} /> : null}
        </section>
        <section aria-labelledby="unusual" className="mt-10">
          <SectionHeading id="unusual" title="Unusual access" />
          <p className="mb-2 max-w-3xl text-ink-2">
            Patterns that may indicate access without a clinical need. Each may have a valid reason.
          </p>
          <ViewLinks
            label="Period"
            links={REPORT_DAYS.map((one) => ({ href: periodHref(one), label: PERIOD_WORDS[one] }))}
            current={periodHref(days)}
            look="segments"
          />
          {report.error ? (
            <FailedPart
              what="The report"
              error={report.error}
              again={PATH}
              rest="The audit log is complete."
            />
          ) : report.value.unusual.length === 0 ? (
            <EmptyState title="No unusual access.">
              Shows users who share the patient’s name, more than {MANY_CHARTS} charts opened in a day, and
              charts opened at night.
            </EmptyState>
          ) : (
            <UnusualAccessTable unusual={report.value.unusual} today={today} isLinked={mayAdminister} />
          )}
        </section>
      </MainArea>
    );
  },
);
