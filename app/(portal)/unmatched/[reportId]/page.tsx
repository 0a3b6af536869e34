import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { orRemoved } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { searchPatients } from '@/app/_lib/search-patients';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { Notice } from '@/components/ui/notice';
import { hrefOf } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { PageHeading } from '@/components/ui/page-heading';
import { DecidedReport } from '@/components/unmatched/decided-report';
import { differencesOf } from '@/components/unmatched/differences';
import { FiledReport } from '@/components/unmatched/filed-report';
import {
  isNameOnly,
  matchedPatient,
  patientName,
  sentName,
  sentSubject,
  unmatchedReason,
} from '@/components/unmatched/texts';
import { MatchReport } from '@/components/unmatched/match-report';
import { NoMatch } from '@/components/unmatched/no-match';
import { ChoiceKeys } from '@/components/unmatched/choice-keys';
import { FollowDecision } from '@/components/unmatched/follow-decision';
import { PatientChoice } from '@/components/unmatched/patient-choice';
import { SentReport } from '@/components/unmatched/sent-report';
import { ReturnReport, SetAside } from '@/components/unmatched/set-aside';
import { listOf } from '@/components/unmatched/views';

export const metadata: Metadata = { title: 'Unmatched report' };

interface UnmatchedReportPageProps {
  params: Promise<{ reportId: string }>;
  searchParams: Promise<Query>;
}

/** Anything else is the first page. */
const pageOf = (text: string | undefined): number => (/^[1-9]\d{0,2}$/.test(text ?? '') ? Number(text) : 1);

const OLDER = 'Older than the filed version and different from it. Not shown in the chart.';

export default async function UnmatchedReportPage({ params, searchParams }: UnmatchedReportPageProps) {
  const [{ reportId }, query] = await Promise.all([params, searchParams]);
  const { caller, session, format, mayFileReports, mayEditPatients } = await getPageContext();
  if (!mayFileReports)
    return (
      <MainArea>
        <PageHeading title="Unmatched report" />
        <Denied what="match results" action="get_unmatched_report" />
      </MainArea>
    );
  const q = queryParam(query, 'q');
  const page = pageOf(queryParam(query, 'lines'));
  const found = await searchPatients(q);
  const { value: report, removed } = await orRemoved(
    caller.inboundReports.getUnmatchedReport({ id: reportId, with: found.ids, page }),
  );
  if (removed !== null)
    return (
      <MainArea>
        <PageHeading title="Unmatched report">{removed}</PageHeading>
      </MainArea>
    );
  const lineHref = (to: number) => hrefOf(`/unmatched/${report.id}`, { q, lines: String(to) });
  const filed = (report.state === 'filed' && !report.stale) || report.state === 'waiting';
  const rejected = report.state === 'rejected';
  const parked = report.state === 'parked';
  const version = report.filed_version;
  const { birth_date_unread: unread } = report.sent;
  const isCritical = report.severity === 'critical';
  const list = listOf(report.state);
  const decided = {
    reportId: report.id,
    name: sentName(report),
    subject: sentSubject(report),
    isCritical,
    list: list.href,
  };
  const actions = filed ? null : (
    <>
      {parked || rejected ? <ReturnReport reportId={report.id} name={sentName(report)} /> : null}
      {parked || rejected || report.stale ? null : <SetAside {...decided} as="park" />}
      {rejected ? null : <SetAside {...decided} as="reject" />}
    </>
  );
  return (
    <MainArea>
      <FollowDecision
        id={report.id}
        state={report.state}
        messageId={report.message_id}
        since={session.position}
      />
      <PageHeading parent={list} title={`Report for ${isolate(sentName(report))}`} actions={actions}>
        {report.laboratory}, received {format.instant(report.received_at)}.{' '}
        {filed ? null : report.stale ? OLDER : unmatchedReason({ ...report, birth_date_unread: unread })}
      </PageHeading>
      {filed || rejected || parked ? <DecidedReport report={report} /> : null}
      {report.newer_version_id ? (
        <Notice word="" className="mb-5 max-w-prose">
          <strong>A newer version was received.</strong>{' '}
          <TextLink href={`/unmatched/${report.newer_version_id}`}>Open newest version</TextLink>
        </Notice>
      ) : null}
      {filed || rejected ? null : <ChoiceKeys of={report} does="file here" />}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <div>
          <SentReport report={report} page={page} lineHref={lineHref} />
          {version && !filed ? <FiledReport filed={version} page={page} lineHref={lineHref} /> : null}
        </div>
        {filed || rejected ? null : (
          <div>
            <PatientChoice
              sent={report}
              candidates={report.candidates}
              others={report.others}
              restricted={report.restricted}
              path={`/unmatched/${report.id}`}
              q={q}
              problem={found.problem}
              more={found.more}
              sender={report.laboratory}
              renderAction={(candidate) => (
                <MatchReport
                  reportId={report.id}
                  patient={matchedPatient(report, candidate)}
                  orders={candidate.orders}
                  differences={differencesOf(report, candidate)}
                  isNameOnly={isNameOnly(report)}
                  list={list.href}
                  filed={
                    version && {
                      here: version.patient_id === candidate.patient.id,
                      patientName: patientName(version.patient),
                      unclear: report.stale || report.problem === 'order_unclear',
                    }
                  }
                />
              )}
            />
            {mayEditPatients ? <NoMatch from={report.id} what="report" /> : null}
          </div>
        )}
      </div>
    </MainArea>
  );
}
