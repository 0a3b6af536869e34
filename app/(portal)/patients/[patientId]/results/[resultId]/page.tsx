import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { load, orNotFound, orNull } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { getOrderer } from '@/app/_lib/report';
import { MainArea } from '@/components/shell/main-area';
import { PageKeys } from '@/components/shell/shortcuts/page-keys';
import { trendHref } from '@/components/results/flow-address';
import { Report } from '@/components/results/report';
import { countLines, LONG_REPORT } from '@/components/results/shown-lines';
import { ReportBeside } from '@/components/results/report-beside';
import { formatShortName } from '@/components/format/names';
import { Versions } from '@/components/results/versions';
import { pageTitle } from '@/components/patients/patient-view';
import { reportTitle } from '@/components/results/report-title';
import { ReviewTrail } from '@/components/inbox/review-trail';
import { SignPanel } from '@/components/inbox/sign-panel';
import { LeftNote } from '@/components/inbox/unsent-note';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart, PagePart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { WithdrawSignature } from '@/components/inbox/withdraw-signature';
import { MovedReport } from '@/components/unmatched/moved-report';
import { showId } from '@/server/shared/ids';

interface ReportPageProps {
  params: Promise<{ patientId: string; resultId: string }>;
  searchParams: Promise<Query>;
}

const openReport = cache(async (patientId: string, resultId: string) => {
  const { caller } = await getPageContext();
  const report = await orNotFound(orNull(caller.labResults.getLabResult({ id: resultId })));
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

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { patientId, resultId } = await params;
  const [patient, opened] = await Promise.all([getPatient(patientId), openReport(patientId, resultId)]);
  return { title: pageTitle(patient, title(opened)) };
}

/** The version of the address; one that never was, or is the newest itself, stands beside nothing. */
async function openEarlier(id: string, newest: number, asked: string | undefined) {
  const version = Number(asked);
  if (!Number.isInteger(version) || version < 1 || version >= newest) return null;
  const { caller } = await getPageContext();
  return load(caller.labResults.getLabResult({ id, version }));
}

export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const [{ patientId, resultId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, session, mayWrite }, { report, moved }, patient] = await Promise.all([
    getPageContext(),
    openReport(patientId, resultId),
    getPatient(patientId),
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
        <MovedReport moved={moved!} />
      </MainArea>
    );
  const path = `/patients/${patientId}/results/${report.id}`;
  const isLong = countLines(report) > LONG_REPORT;
  // Only what belongs to this report stands beside it.
  const beside = report.document_ids.find((id) => id === queryParam(query, 'beside'));
  const [trail, recent, versions, earlier, sent, orderedBy] = await Promise.all([
    load(caller.reviews.getReviewState({ id: resultId })),
    // Of a long report they are on the pages of its tests.
    isLong ? { value: null, error: null } : load(caller.labResults.getRecentValues({ id: resultId })),
    report.version > 1 ? load(caller.labResults.listResultVersions({ id: resultId })) : null,
    openEarlier(resultId, report.version, queryParam(query, 'version')),
    beside ? load(caller.documents.getDocument({ id: beside })) : null,
    getOrderer(report),
  ]);
  const review = trail.value;
  const isOpen = review !== null && review.group !== null && !(review.only_seen && review.seen);
  // What was withdrawn has no page of its values.
  const first = report.panels
    .flatMap(({ observations }) => observations)
    .find(({ status }) => status !== 'deleted' && status !== 'wrong');
  const keys = [
    { key: 'p', does: 'print', href: `/print/results/${report.id}` },
    ...(first
      ? [{ key: 't', does: 'values over time', href: trendHref(patientId, [first.loinc ?? first.code]) }]
      : []),
    ...(versions?.value ? [{ key: 'v', does: 'versions', href: '#versions' }] : []),
  ];
  const whole = (
    <Report
      report={report}
      orderedBy={orderedBy}
      // Beside the sent report there is no room for it.
      recent={beside ? undefined : recent.value?.lines}
      versions={versions?.value?.data}
      linked
      allLinesHref={queryParam(query, 'lines') === 'all' ? undefined : `${path}?lines=all`}
    />
  );
  return (
    <MainArea wide={beside !== undefined}>
      <PageKeys keys={keys} />
      {head}
      <PageHeading
        title={reportTitle(report)}
        actions={
          <LinkButton href={`/print/results/${report.id}`} weight="secondary">
            Print
          </LinkButton>
        }
      >
        {report.document_ids.map((id, index) => (
          <span key={id} className="mr-4 inline-flex flex-wrap gap-x-3">
            <TextLink
              href={`/patients/${patientId}/documents/${id}`}
              className="inline-flex min-h-6 items-center"
            >
              {report.document_ids.length === 1
                ? 'Report as sent by the laboratory'
                : `Report as sent, part ${index + 1}`}
            </TextLink>
            {id === beside ? null : (
              <TextLink href={`${path}?beside=${id}`} className="show-beside min-h-6 items-center">
                Show beside the values
              </TextLink>
            )}
          </span>
        ))}
      </PageHeading>
      {moved ? <MovedReport moved={moved} /> : null}
      {recent.error && !beside ? (
        <FailedPart
          what="The course of earlier values"
          error={recent.error}
          again={path}
          rest="The report is complete."
          className="mb-4"
        />
      ) : null}
      {beside ? (
        <ReportBeside
          document={sent?.value ?? null}
          close={path}
          failure={
            sent?.error ? (
              <FailedPart
                what="The report as it was sent"
                error={sent.error}
                again={`${path}?beside=${beside}`}
                rest="The values beside it are complete."
              />
            ) : null
          }
        >
          {whole}
        </ReportBeside>
      ) : (
        whole
      )}
      {versions ? (
        <PagePart
          what="The versions"
          read={versions}
          again={path}
          rest="The report is complete."
          className="mb-8"
        >
          {({ data }) => (
            <Versions report={report} path={path} earlier={earlier?.value ?? null} versions={data} />
          )}
        </PagePart>
      ) : null}
      {earlier?.error ? (
        <FailedPart
          what={`Version ${queryParam(query, 'version')}`}
          error={earlier.error}
          again={`${path}?version=${queryParam(query, 'version')}#versions`}
          rest="The newest version, above, is complete."
          className="mb-8"
        />
      ) : null}
      <PagePart
        what="Signatures and notes"
        read={trail}
        again={path}
        rest={`The values are complete.${mayWrite ? ' The report cannot be signed now.' : ''}`}
        className="mb-8"
      >
        {(loaded) => <ReviewTrail review={loaded} />}
      </PagePart>
      {mayWrite && !moved && review && review.own_signature !== null ? (
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
      {mayWrite && review && isOpen ? (
        <SignPanel
          key={`${report.id} ${report.version}`}
          review={review}
          title={reportTitle(report)}
          missing={report.status === 'partial' ? report.pending_tests : null}
          patientName={formatShortName(patient.name)}
          self={showId('user', session.userId)}
        />
      ) : mayWrite && review ? (
        <LeftNote key={report.id} review={review} />
      ) : null}
    </MainArea>
  );
}
