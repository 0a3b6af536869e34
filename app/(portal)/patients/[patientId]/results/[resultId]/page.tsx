import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { MainArea } from '@/components/frame/main-area';
import { Report } from '@/components/lab-results/report';
import { formatShortName } from '@/components/format/names';
import { pageTitle } from '@/components/patients/patient-view';
import { reportTitle } from '@/components/reviews/open-report';
import { ReviewTrail } from '@/components/reviews/review-trail';
import { SignPanel } from '@/components/reviews/sign-panel';
import { SignedBar } from '@/components/reviews/signed-bar';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { showId } from '@/server/domain/ids';
import { openPatient, openPortal, orNotFound, settle } from '../../../../open-portal';

interface ReportPageProps {
  params: Promise<{ patientId: string; resultId: string }>;
}

const openReport = cache(async (patientId: string, resultId: string) => {
  const { caller } = await openPortal();
  const report = await orNotFound(caller.labResults.getLabResult({ id: resultId }));
  // The banner shows the patient of the address: a report of somebody else must never stand under it.
  if (report.patient_id !== patientId) notFound();
  return report;
});

const KEYS = [
  ['s', 'sign'],
  ['c', 'note'],
  ['f', 'forward'],
] as const;

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { patientId, resultId } = await params;
  const [patient, report] = await Promise.all([openPatient(patientId), openReport(patientId, resultId)]);
  return { title: pageTitle(patient, reportTitle(report)) };
}

export default async function ReportPage({ params }: ReportPageProps) {
  const { patientId, resultId } = await params;
  const [{ caller, zone, session, mayWrite }, report, patient] = await Promise.all([
    openPortal(),
    openReport(patientId, resultId),
    openPatient(patientId),
  ]);
  const review = await caller.reviews.getReviewState({ id: resultId });
  const isOpen = review.group !== null && !(review.only_seen && review.seen);
  const order = report.order_id
    ? (await settle(caller.labOrders.getLabOrder({ id: report.order_id }))).value
    : null;
  return (
    <MainArea>
      <p className="mb-1">
        <TextLink href={`/patients/${patientId}/results`} className="inline-flex min-h-6 items-center">
          All results
        </TextLink>
      </p>
      <PageHeading title={reportTitle(report)}>
        {report.document_ids.map((id, index) => (
          <TextLink
            key={id}
            href={`/patients/${patientId}/documents/${id}`}
            className="mr-4 inline-flex min-h-6 items-center"
          >
            {report.document_ids.length === 1
              ? 'Report as sent by the laboratory'
              : `Report as sent, part ${index + 1}`}
          </TextLink>
        ))}
      </PageHeading>
      {mayWrite ? <SignedBar keys={isOpen ? KEYS : []} /> : null}
      <Report report={report} zone={zone} orderedBy={order?.ordering_clinician?.name ?? null} />
      <ReviewTrail review={review} zone={zone} />
      {mayWrite && isOpen ? (
        <SignPanel
          key={`${report.id} ${report.version}`}
          review={review}
          title={reportTitle(report)}
          patientName={formatShortName(patient.name)}
          self={showId('user', session.userId)}
        />
      ) : null}
    </MainArea>
  );
}
