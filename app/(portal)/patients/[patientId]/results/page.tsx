import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { dayProblems } from '@/components/format/day-range';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { keysOfList } from '@/components/results/report-keys';
import { resultFilter } from '@/components/results/result-filter';
import { ResultList } from '@/components/results/result-list';
import { resultViews } from '@/components/results/result-views';
import { ViewLinks } from '@/components/ui/view-links';
import { NewInChart } from '@/components/patients/new-in-chart';
import { pageTitle } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { InvalidDays } from '@/components/ui/invalid-days';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';

const ORDERS = {
  urgent: 'unsigned first by severity, then most recent',
  newest: 'most recent first',
};

interface ResultsPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: ResultsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Results') };
}

export default async function ResultsPage({ params, searchParams }: ResultsPageProps) {
  const [{ patientId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, format, session }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  const value = (name: string) => queryParam(given, name);
  const query = resultFilter.read(value);
  const problems = dayProblems(value);
  const cursor = value('cursor');
  const base = `/patients/${patient.id}/results`;
  const input = {
    patient_id: patient.id,
    limit: 25,
    ...(cursor ? { cursor } : {}),
    ...query,
    order: query.order ?? ('urgent' as const),
    time_zone: format.timeZone,
  };
  const list = problems
    ? null
    : await orFirstPage(caller.labResults.listPatientResults(input), hrefOf(base, query));
  const hiding = resultFilter.words(query);
  const news = list ? (
    <NewInChart
      kind="list"
      input={input}
      shown={keysOfList(list)}
      since={session.position}
      empty={
        list.hidden_count > 0 ? (
          <EmptyState
            title="No reports match this filter."
            icon="flask"
            action={
              <LinkButton href={base} weight="secondary">
                Show all reports
              </LinkButton>
            }
          />
        ) : (
          <EmptyState title="No results." icon="flask">
            Reports appear here when a laboratory sends them.
          </EmptyState>
        )
      }
    />
  ) : null;
  return (
    <MainArea>
      {list && list.data.length > 0 ? news : null}
      <div className="view-head">
        <PageHeading title="Results" />
        <ViewLinks
          label="Result views"
          links={resultViews(patient.id)}
          current={`/patients/${patient.id}/results`}
        />
      </div>
      <resultFilter.Form folds path={base} query={query} problems={problems} />
      {list === null ? (
        <InvalidDays />
      ) : (
        <>
          <p className="mb-3">
            {hiding ? (
              <span className="font-semibold">
                {list.data.length} shown
                {list.hidden_count > 0 ? `, ${list.hidden_count} hidden by ${hiding}` : ''}
              </span>
            ) : (
              `${list.has_more || cursor ? 'All reports' : count(list.data.length, 'report')}, ${ORDERS[query.order ?? 'urgent']}`
            )}
          </p>
          {list.data.length === 0 ? (
            news
          ) : (
            <ResultList patientId={patient.id} results={list.data} caption="Lab reports" />
          )}
          <Pager path={base} query={query} next={list.next_cursor} isFirst={!cursor} />
        </>
      )}
    </MainArea>
  );
}
