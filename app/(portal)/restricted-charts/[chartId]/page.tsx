import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { formatName } from '@/components/format/names';
import { OpenChartForm } from '@/components/restricted-charts/open-chart-form';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Restricted chart' };

interface RestrictedChartPageProps {
  params: Promise<{ chartId: string }>;
  searchParams: Promise<Query>;
}

/** Only a path of this portal. */
const isPath = (path: string | undefined): path is string =>
  path !== undefined && /^\/(?![/\\])[\w./?=&%-]*$/.test(path);

export default async function RestrictedChartPage({ params, searchParams }: RestrictedChartPageProps) {
  const { chartId } = await params;
  const { caller } = await getPageContext();
  const chart = await orNotFound(caller.restrictedCharts.getRestrictedChart({ id: chartId }));
  const next = queryParam(await searchParams, 'next');
  const target = isPath(next) ? next : `/patients/${chart.patient.id}`;
  if (!chart.restricted || chart.open_until) redirect(target);
  return (
    <MainArea>
      <PageHeading title="Restricted chart">
        The chart of <bdi className="font-semibold">{formatName(chart.patient.name)}</bdi> is restricted.
        State why you are opening it.
      </PageHeading>
      <OpenChartForm patientId={chart.patient.id} next={target} />
    </MainArea>
  );
}
