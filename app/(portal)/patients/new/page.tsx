import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getDraft } from '@/app/_lib/draft';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewPatientForm } from '@/components/patients/new-patient-form';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { prefillPatient } from '@/components/unmatched/prefill-patient';

export const metadata: Metadata = { title: 'New patient' };

export default async function NewPatientPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, { mayEditPatients }] = await Promise.all([searchParams, getPageContext()]);
  const from = queryParam(query, 'from');
  return (
    <MainArea>
      <PageHeading title="New patient" />
      {!mayEditPatients ? (
        <NotAllowed what="create patients" />
      ) : from === undefined ? (
        <EmptyForm />
      ) : (
        <ReportForm reportId={from} />
      )}
    </MainArea>
  );
}

async function EmptyForm() {
  const { today, mayAdminister } = await getPageContext();
  return <NewPatientForm mayEditMrn={mayAdminister} today={today} found={await getDraft('/patients/new')} />;
}

async function ReportForm({ reportId }: { reportId: string }) {
  const { caller, today, mayAdminister } = await getPageContext();
  const report = await orNotFound(caller.inboundReports.getUnmatchedReport({ id: reportId }));
  const back = `/unmatched/${report.id}`;
  const path = `/patients/new?from=${report.id}`;
  // Already filed by someone else.
  if (report.state === 'filed' || report.state === 'waiting') redirect(back);
  return (
    <>
      <Notice word="Prefilled" className="mb-5 max-w-prose">
        Data from {report.laboratory}. Check each field. Then file <TextLink href={back}>the report</TextLink>
        .
      </Notice>
      <NewPatientForm
        key={report.id}
        mayEditMrn={mayAdminister}
        today={today}
        path={path}
        found={await getDraft(path)}
        known={prefillPatient(report)}
        next={back}
      />
    </>
  );
}
