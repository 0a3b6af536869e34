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
import { problemOf } from '@/components/ui/error-message';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { WithdrawSignature } from '@/components/reviews/withdraw-signature';
import { MovedReport } from '@/components/unmatched/moved-report';
import { showId } from '@/server/domain/ids';
import { openPatient, openPortal, orNotFound, settle } from '../../../../open-portal';

interface ReportPageProps {
  params: Promise<{ patientId: string; resultId: string }>;
}

const orAbsent = <T,>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((thrown: unknown) => {
    if (problemOf(thrown).code === 'not_found') return null;
    throw thrown;
  });

const openReport = cache(async (patientId: string, resultId: string) => {
  const { caller } = await openPortal();
  const report = await orNotFound(orAbsent(caller.labResults.getLabResult({ id: resultId })));
  // Only administrators still see a report where it does not belong; to everybody its address says where it is.
  const isGone = report === null || report.status === 'entered_in_error';
  const move = isGone ? await orNotFound(caller.inboundReports.getReportMove({ id: resultId })) : null;
  if (!report && !move?.moved) notFound();
  // The banner shows the patient of the address: a report of somebody else must never stand under it.
  if ((report ?? move!).patient_id !== patientId) notFound();
  return { report, moved: move?.moved ?? null };
});

const title = ({ report }: Awaited<ReturnType<typeof openReport>>): string =>
  report ? reportTitle(report) : 'Report moved';

const KEYS = [
  ['s', 'sign'],
  ['c', 'note'],
  ['f', 'forward'],
] as const;

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { patientId, resultId } = await params;
  const [patient, opened] = await Promise.all([openPatient(patientId), openReport(patientId, resultId)]);
  return { title: pageTitle(patient, title(opened)) };
}

export default async function ReportPage({ params }: ReportPageProps) {
  const { patientId, resultId } = await params;
  const [{ caller, zone, session, mayWrite }, { report, moved }, patient] = await Promise.all([
    openPortal(),
    openReport(patientId, resultId),
    openPatient(patientId),
  ]);
  const head = (
    <p className="mb-1">
      <TextLink href={`/patients/${patientId}/results`} className="inline-flex min-h-6 items-center">
        All results
      </TextLink>
    </p>
  );
  if (!report)
    return (
      <MainArea>
        {head}
        <PageHeading title="Report moved" />
        <MovedReport moved={moved!} zone={zone} />
      </MainArea>
    );
  const review = await caller.reviews.getReviewState({ id: resultId });
  const isOpen = review.group !== null && !(review.only_seen && review.seen);
  const order = report.order_id
    ? (await settle(caller.labOrders.getLabOrder({ id: report.order_id }))).value
    : null;
  return (
    <MainArea>
      {head}
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
      {moved ? <MovedReport moved={moved} zone={zone} /> : null}
      {mayWrite ? <SignedBar keys={isOpen ? KEYS : []} /> : null}
      <Report report={report} zone={zone} orderedBy={order?.ordering_clinician?.name ?? null} />
      <ReviewTrail review={review} zone={zone} />
      {mayWrite && !moved && review.own_signature !== null ? (
        <div className="mb-6 print:hidden">
          <WithdrawSignature
            key={`${report.id} ${review.own_signature}`}
            id={report.id}
            version={review.own_signature}
          />
        </div>
      ) : null}
      {mayWrite && !moved ? (
        <p className="mb-6 print:hidden">
          Wrong patient?{' '}
          <TextLink href={`/patients/${patientId}/results/${resultId}/move`}>
            Move this report to another patient
          </TextLink>
        </p>
      ) : null}
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
