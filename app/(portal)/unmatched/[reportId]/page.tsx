import type { Metadata } from 'next';
import { formatInstant } from '@/components/format/dates';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { CandidateCard } from '@/components/unmatched/candidate-card';
import { heldBecause, sentName } from '@/components/unmatched/held-words';
import { SentReport } from '@/components/unmatched/sent-report';
import { SetAside } from '@/components/unmatched/set-aside';
import { openPortal, orNotFound } from '../../open-portal';

export const metadata: Metadata = { title: 'Unmatched result · Clinical Data Service' };

export default async function UnmatchedReportPage({ params }: { params: Promise<{ reportId: string }> }) {
  const { reportId } = await params;
  const { caller, zone, mayWrite } = await openPortal();
  if (!mayWrite)
    return (
      <MainArea>
        <PageHeading title="Unmatched result" />
        <NotAllowed what="match results" />
      </MainArea>
    );
  const report = await orNotFound(caller.inboundReports.getUnmatchedReport({ id: reportId }));
  const filed = report.state === 'filed' || report.state === 'waiting';
  const actions = filed ? null : (
    <>
      {report.state === 'parked' ? null : <SetAside reportId={report.id} as="park" />}
      {report.state === 'rejected' ? null : <SetAside reportId={report.id} as="reject" />}
    </>
  );
  return (
    <MainArea>
      <PageHeading title={`Report about ${sentName(report)}`} actions={actions}>
        {report.laboratory}, received {formatInstant(report.received_at, zone)}.{' '}
        {filed ? 'It is filed.' : heldBecause(report.problem)}
      </PageHeading>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <SentReport report={report} zone={zone} />
        <section aria-labelledby="candidates">
          <SectionHeading id="candidates" title="Whose it could be" />
          {filed ? <p>Nothing is left to decide.</p> : null}
          {!filed && report.candidates.length === 0 ? <p>No patient is like the one that was sent.</p> : null}
          {filed
            ? null
            : report.candidates.map((candidate) => (
                <CandidateCard key={candidate.patient.id} report={report} candidate={candidate} />
              ))}
          {filed ? null : (
            <div className="mt-4 border-t border-line pt-4">
              <p className="mb-2">
                Nobody here? Create the patient first, then come back: the record will stand here.
              </p>
              <LinkButton href="/patients/new" weight="secondary">
                New patient
              </LinkButton>
            </div>
          )}
        </section>
      </div>
    </MainArea>
  );
}
