import type { Metadata } from 'next';
import { formatInstant } from '@/components/format/dates';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { RowKeys } from '@/components/keys/row-keys';
import { contradicts } from '@/components/unmatched/candidate-card';
import { heldBecause, sentName } from '@/components/unmatched/held-words';
import { MatchReport } from '@/components/unmatched/match-report';
import { PatientChoice } from '@/components/unmatched/patient-choice';
import { SentReport } from '@/components/unmatched/sent-report';
import { SetAside } from '@/components/unmatched/set-aside';
import { lookUpPatients } from '../../look-up';
import { one, openPortal, orNotFound, type Query } from '../../open-portal';

export const metadata: Metadata = { title: 'Unmatched result · Clinical Data Service' };

interface UnmatchedReportPageProps {
  params: Promise<{ reportId: string }>;
  searchParams: Promise<Query>;
}

const KEYS = [
  ['j', 'next patient'],
  ['k', 'previous patient'],
  ['m', 'file there'],
] as const;

export default async function UnmatchedReportPage({ params, searchParams }: UnmatchedReportPageProps) {
  const [{ reportId }, query] = await Promise.all([params, searchParams]);
  const { caller, zone, mayWrite } = await openPortal();
  if (!mayWrite)
    return (
      <MainArea>
        <PageHeading title="Unmatched result" />
        <NotAllowed what="match results" />
      </MainArea>
    );
  const q = one(query, 'q');
  const found = await lookUpPatients(q);
  const report = await orNotFound(
    caller.inboundReports.getUnmatchedReport({ id: reportId, with: found.ids }),
  );
  const filed = report.state === 'filed' || report.state === 'waiting';
  const actions = filed ? null : (
    <>
      {report.state === 'parked' ? null : <SetAside reportId={report.id} as="park" />}
      {report.state === 'rejected' ? null : <SetAside reportId={report.id} as="reject" />}
    </>
  );
  return (
    <MainArea>
      <PageHeading title={`Report about ${isolate(sentName(report))}`} actions={actions}>
        {report.laboratory}, received {formatInstant(report.received_at, zone)}.{' '}
        {filed ? 'It is filed.' : heldBecause(report.problem)}
        {report.state === 'parked' || report.state === 'rejected' ? (
          <span className="block font-semibold">
            {report.state === 'parked' ? 'Put aside' : 'Rejected'}
            {report.decided
              ? ` ${formatInstant(report.decided.at, zone)}${report.decided.by_name ? ` by ${report.decided.by_name}` : ''}`
              : ''}
            {report.reason ? `: “${report.reason}”` : '.'}
          </span>
        ) : null}
      </PageHeading>
      {filed ? null : <RowKeys keys={KEYS} />}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <SentReport report={report} zone={zone} />
        {filed ? (
          <section aria-labelledby="candidates">
            <SectionHeading id="candidates" title="Whose it could be" />
            <p>Nothing is left to decide.</p>
          </section>
        ) : (
          <div>
            <PatientChoice
              sent={report}
              candidates={report.candidates}
              others={report.others}
              path={`/unmatched/${report.id}`}
              q={q}
              problem={found.problem}
              more={found.more}
              act={(candidate) => (
                <MatchReport
                  reportId={report.id}
                  patient={{
                    id: candidate.patient.id,
                    name: `${candidate.patient.given} ${candidate.patient.family}`,
                  }}
                  orders={candidate.orders}
                  needsReason={contradicts(candidate)}
                />
              )}
            />
            <div className="mt-4 border-t border-line pt-4">
              <p className="mb-2">
                Nobody here? Create the patient from what was sent: the new record will stand here.
              </p>
              <LinkButton href={`/patients/new?from=${report.id}`} weight="secondary">
                New patient from this report
              </LinkButton>
            </div>
          </div>
        )}
      </div>
    </MainArea>
  );
}
