import type { Metadata } from 'next';
import { cache } from 'react';
import { load, orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { getOrderer } from '@/app/_lib/report';
import { Report } from '@/components/results/report';
import { statusLine } from '@/components/results/report-head';
import { pageTitle } from '@/components/patients/patient-view';
import { PrintSheet } from '@/components/print/print-sheet';
import { reportTitle } from '@/components/results/report-title';
import { ReviewTrail } from '@/components/inbox/review-trail';

interface PrintReportProps {
  params: Promise<{ resultId: string }>;
}

const openReport = cache(async (resultId: string) => {
  const { caller } = await getPageContext();
  return orNotFound(caller.labResults.printLabResult({ id: resultId }));
});

export async function generateMetadata({ params }: PrintReportProps): Promise<Metadata> {
  const report = await openReport((await params).resultId);
  return { title: pageTitle(await getPatient(report.patient_id), `${reportTitle(report)}, print`) };
}

export default async function PrintReportPage({ params }: PrintReportProps) {
  const { resultId } = await params;
  const [{ caller, session, today, now }, report] = await Promise.all([
    getPageContext(),
    openReport(resultId),
  ]);
  const [patient, review, orderedBy, versions] = await Promise.all([
    getPatient(report.patient_id),
    orNotFound(caller.reviews.getReviewState({ id: report.id })),
    getOrderer(report),
    report.version > 1 ? load(caller.labResults.listResultVersions({ id: report.id })) : null,
  ]);
  return (
    <PrintSheet
      patient={patient}
      today={today}
      title={reportTitle(report)}
      status={report.status === 'final' ? null : statusLine(report)}
      printedBy={session.userName}
      organization={session.orgName}
      logo={session.logo}
      printedAt={now}
      back={`/patients/${report.patient_id}/results/${report.id}`}
    >
      <Report report={report} orderedBy={orderedBy} versions={versions?.value?.data} />
      {review.entries.length === 0 ? <p className="font-semibold">Unsigned.</p> : null}
      <ReviewTrail review={review} />
    </PrintSheet>
  );
}
