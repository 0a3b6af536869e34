import type { Metadata } from 'next';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/frame/main-area';
import { ResultList } from '@/components/lab-results/result-list';
import { ResultViews } from '@/components/lab-results/result-views';
import { pageTitle } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { one, openPatient, openPortal, orFirstPage, type Query } from '../../../open-portal';

interface ResultsPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: ResultsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await openPatient(patientId), 'Results') };
}

export default async function ResultsPage({ params, searchParams }: ResultsPageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, zone }, patient] = await Promise.all([openPortal(), openPatient(patientId)]);
  const abnormalOnly = one(query, 'severity') === 'abnormal';
  const cursor = one(query, 'cursor');
  const base = `/patients/${patient.id}/results`;
  const list = await orFirstPage(
    caller.labResults.listPatientResults({
      patient_id: patient.id,
      limit: 25,
      ...(cursor ? { cursor } : {}),
      ...(abnormalOnly ? { severity: 'abnormal' as const } : {}),
    }),
    abnormalOnly ? `${base}?severity=abnormal` : base,
  );
  return (
    <MainArea>
      <PageHeading title="Results" />
      <ResultViews patientId={patient.id} open="list" />
      <p className="mb-3 flex flex-wrap gap-x-5">
        {abnormalOnly ? (
          <>
            <span className="font-semibold">
              {list.data.length} shown, {list.hidden_count} hidden by Abnormal only
            </span>
            <TextLink href={base} className="inline-flex min-h-6 items-center">
              Show all
            </TextLink>
          </>
        ) : (
          <>
            <span>
              {list.has_more || cursor ? 'All reports' : count(list.data.length, 'report')}, newest collected
              first
            </span>
            <TextLink href={`${base}?severity=abnormal`} className="inline-flex min-h-6 items-center">
              Abnormal only
            </TextLink>
          </>
        )}
      </p>
      {list.data.length === 0 ? (
        abnormalOnly && list.hidden_count > 0 ? (
          <EmptyState
            title={`${count(list.hidden_count, 'report')} hidden by Abnormal only.`}
            action={<TextLink href={base}>Clear the filter</TextLink>}
          />
        ) : (
          <EmptyState title="No results.">Reports appear here when a laboratory sends them.</EmptyState>
        )
      ) : (
        <ResultList patientId={patient.id} results={list.data} zone={zone} caption="Lab reports" />
      )}
      <Pager
        path={base}
        query={{ severity: abnormalOnly ? 'abnormal' : undefined }}
        next={list.next_cursor}
        isFirst={!cursor}
      />
    </MainArea>
  );
}
