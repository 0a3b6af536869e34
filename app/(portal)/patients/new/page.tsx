import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewPatientForm } from '@/components/patients/new-patient-form';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { patientOfMessage } from '@/components/unmatched/patient-of-message';
import { draftOf, one, openPortal, orNotFound, type Query } from '../../open-portal';

export const metadata: Metadata = { title: 'New patient · Clinical Data Service' };

export default async function NewPatientPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, { mayWrite }] = await Promise.all([searchParams, openPortal()]);
  const from = one(query, 'from');
  return (
    <MainArea>
      <PageHeading title="New patient" />
      {!mayWrite ? (
        <NotAllowed what="create patients" />
      ) : from === undefined ? (
        <EmptyForm />
      ) : (
        <FormOfReport reportId={from} />
      )}
    </MainArea>
  );
}

async function EmptyForm() {
  const { today, mayAdminister } = await openPortal();
  return <NewPatientForm mayGiveMrn={mayAdminister} today={today} found={await draftOf('/patients/new')} />;
}

/** For the report of somebody who has no record here: afterwards one is back at the report. */
async function FormOfReport({ reportId }: { reportId: string }) {
  const { caller, today, mayAdminister } = await openPortal();
  const report = await orNotFound(caller.inboundReports.getUnmatchedReport({ id: reportId }));
  const back = `/unmatched/${report.id}`;
  const path = `/patients/new?from=${report.id}`;
  // Somebody was faster: there is nothing to file any more.
  if (report.state === 'filed' || report.state === 'waiting') redirect(back);
  return (
    <>
      <Notice word="From a message" className="mb-5 max-w-prose">
        Filled in as {report.laboratory} wrote it. Compare each field with the patient or their papers. Once
        the record is there, <TextLink href={back}>the report</TextLink> comes back to be filed.
      </Notice>
      <NewPatientForm
        key={report.id}
        mayGiveMrn={mayAdminister}
        today={today}
        path={path}
        found={await draftOf(path)}
        known={patientOfMessage(report)}
        next={back}
      />
    </>
  );
}
