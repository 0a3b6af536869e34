import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { load, orNotFound, orNull } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { getOrderer, lineOrder } from '@/app/_lib/report';
import { MainArea } from '@/components/shell/main-area';
import { PageKeys } from '@/components/shell/shortcuts/page-keys';
import { trendHref } from '@/components/results/flow-filter';
import { Report } from '@/components/results/report';
import { countLines, LONG_REPORT } from '@/components/results/shown-lines';
import { signedBy } from '@/components/results/signed-by';
import { ReportWithOriginal } from '@/components/results/report-with-original';
import { formatShortName } from '@/components/format/names';
import { Versions } from '@/components/results/versions';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { reportName, reportTitle } from '@/components/results/report-title';
import { ForwardedNote } from '@/components/inbox/forwarded-note';
import { NewerVersion } from '@/components/inbox/newer-version';
import { ReportFocus } from '@/components/inbox/report-focus';
import { ReviewTrail } from '@/components/inbox/review-trail';
import { SignPanel } from '@/components/inbox/sign-panel';
import { UnsentNoteSection } from '@/components/inbox/unsent-note';
import { LinkButton } from '@/components/ui/link-button';
import type { Loaded } from '@/components/ui/error-message';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart, PagePart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { WithdrawSignature } from '@/components/inbox/withdraw-signature';
import { HeldVersion } from '@/components/unmatched/held-version';
import { MovedReport } from '@/components/unmatched/moved-report';
import { SentFor } from '@/components/unmatched/sent-for';
import type { Document } from '@/server/domain/documents/contract';
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { showId } from '@/server/shared/ids';

interface ReportPageProps {
  params: Promise<{ patientId: string; resultId: string }>;
  searchParams: Promise<Query>;
}

const openReport = cache(async (patientId: string, resultId: string) => {
  const { caller } = await getPageContext();
  const report = await orNotFound(orNull(caller.labResults.getLabResult({ id: resultId })));
  // Administrators still see a moved report; other users see where it was moved to.
  const isGone = report === null || report.status === 'entered_in_error';
  const move = isGone ? await orNotFound(caller.inboundReports.getReportMove({ id: resultId })) : null;
  if (!report && !move?.moved) notFound();
  // A report must never be displayed under the banner of another patient.
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

/** Null for the current version and for versions that do not exist. */
async function openEarlier(id: string, current: number, asked: string | undefined) {
  const version = Number(asked);
  if (!Number.isInteger(version) || version < 1 || version >= current) return null;
  const { caller } = await getPageContext();
  return { version, read: await load(caller.labResults.getLabResult({ id, version })) };
}

function shortcutsOf(report: LabResult, hasVersions: boolean) {
  // Withdrawn results have no trend.
  const first = report.panels
    .flatMap(({ observations }) => observations)
    .find(({ status }) => status !== 'deleted' && status !== 'wrong');
  return [
    { key: 'p', does: 'print', href: `/print/results/${report.id}` },
    ...(first
      ? [{ key: 't', does: 'trend', href: trendHref(report.patient_id, [first.loinc ?? first.code]) }]
      : []),
    ...(hasVersions ? [{ key: 'v', does: 'versions', href: '#versions' }] : []),
  ];
}

export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const [{ patientId, resultId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, session, mayReadDocuments }, { report, moved }] = await Promise.all([
    getPageContext(),
    openReport(patientId, resultId),
  ]);
  const parent = { href: `/patients/${patientId}/results`, label: 'All results' };
  if (!report)
    return (
      <MainArea>
        <PageHeading parent={parent} title="Report moved" />
        <MovedReport moved={moved!} />
      </MainArea>
    );
  const path = `/patients/${patientId}/results/${report.id}`;
  const isLong = countLines(report) > LONG_REPORT;
  const originalId = mayReadDocuments
    ? report.document_ids.find((id) => id === queryParam(query, 'original'))
    : undefined;
  const [review, recent, versions, earlier, original, orderedBy] = await Promise.all([
    load(caller.reviews.getReviewState({ id: resultId })),
    isLong ? { value: null, error: null } : load(caller.labResults.getRecentValues({ id: resultId })),
    report.version > 1 ? load(caller.labResults.listResultVersions({ id: resultId })) : null,
    openEarlier(resultId, report.version, queryParam(query, 'version')),
    originalId ? load(caller.documents.getDocument({ id: originalId })) : null,
    getOrderer(report),
  ]);
  const self = showId('user', session.userId);
  const isUnsigned =
    review.value && review.value.group !== null && !(review.value.only_seen && review.value.seen);
  const whole = (
    <Report
      report={report}
      orderedBy={orderedBy}
      signed={review.value && signedBy(report, review.value.entries)}
      lines={lineOrder(query, path)}
      // Next to the original there is no room for them.
      recent={original ? undefined : recent.value?.lines}
      versions={versions?.value?.data}
      linked
      allLinesHref={queryParam(query, 'lines') === 'all' ? undefined : `${path}?lines=all`}
    />
  );
  return (
    <MainArea>
      <PageKeys keys={shortcutsOf(report, Boolean(versions?.value))} />
      <PageHeading
        parent={parent}
        title={reportTitle(report)}
        actions={
          <LinkButton href={`/print/results/${report.id}`} weight="secondary">
            Print
          </LinkButton>
        }
      >
        {mayReadDocuments ? <OriginalLinks report={report} path={path} open={originalId} /> : null}
      </PageHeading>
      <ReportFocus shown={`${report.id} ${report.version}`} spoken="" />
      <NewerVersion
        key={`${report.id} ${report.version}`}
        id={report.id}
        version={report.version}
        unsignedFor={isUnsigned ? self : undefined}
        assignee={review.value?.reviewer?.id ?? null}
      />
      {review.value ? <ForwardedNote review={review.value} self={self} /> : null}
      {moved ? <MovedReport moved={moved} /> : null}
      {review.value?.held_version_id ? (
        <HeldVersion href={`/unmatched/${review.value.held_version_id}`} />
      ) : null}
      {review.value?.sent_for && !moved ? <SentFor patient={review.value.sent_for} /> : null}
      {recent.error && !original ? (
        <FailedPart
          what="Trends"
          error={recent.error}
          again={path}
          rest="The report is complete."
          className="mb-4"
        />
      ) : null}
      {original ? (
        <WithOriginal original={original} path={path} again={`${path}?original=${originalId}`}>
          {whole}
        </WithOriginal>
      ) : (
        whole
      )}
      <VersionsPart
        report={report}
        path={path}
        versions={versions}
        entries={review.value?.entries}
        earlier={earlier}
      />
      <SignOff report={report} review={review} path={path} moved={moved !== null} />
    </MainArea>
  );
}

interface OriginalLinksProps {
  report: LabResult;
  path: string;
  /** ID of the document next to the values. */
  open: string | undefined;
}

const OriginalLinks = ({ report, path, open }: OriginalLinksProps) =>
  report.document_ids.map((id, index) => (
    <span key={id} className="mr-4 inline-flex flex-wrap gap-x-3">
      <TextLink
        href={`/patients/${report.patient_id}/documents/${id}`}
        className="inline-flex min-h-6 items-center"
      >
        {report.document_ids.length === 1 ? 'Original report' : `Original report, part ${index + 1}`}
      </TextLink>
      {id === open ? null : (
        <TextLink href={`${path}?original=${id}`} className="show-original min-h-6 items-center">
          Compare with values
        </TextLink>
      )}
    </span>
  ));

interface WithOriginalProps {
  original: Loaded<Document>;
  path: string;
  /** URL of the page with the original. */
  again: string;
  children: ReactNode;
}

const WithOriginal = ({ original, path, again, children }: WithOriginalProps) => (
  <ReportWithOriginal
    document={original.value}
    close={path}
    failure={
      original.error ? (
        <FailedPart
          what="The original report"
          error={original.error}
          again={again}
          rest="The values are complete."
        />
      ) : null
    }
  >
    {children}
  </ReportWithOriginal>
);

interface VersionsPartProps {
  report: LabResult;
  path: string;
  /** Null for a report with one version. */
  versions: Loaded<ResultVersions> | null;
  entries: ReviewState['entries'] | undefined;
  earlier: { version: number; read: Loaded<LabResult> } | null;
}

const VersionsPart = ({ report, path, versions, entries, earlier }: VersionsPartProps) => (
  <>
    {versions ? (
      <PagePart what="Versions" read={versions} again={path} rest="The report is complete." className="mb-8">
        {({ data }) => (
          <Versions
            report={report}
            path={path}
            earlier={earlier?.read.value ?? null}
            versions={data}
            entries={entries}
          />
        )}
      </PagePart>
    ) : null}
    {earlier?.read.error ? (
      <FailedPart
        what={`Version ${earlier.version}`}
        error={earlier.read.error}
        again={`${path}?version=${earlier.version}#versions`}
        rest="The current version above is complete."
        className="mb-8"
      />
    ) : null}
  </>
);

interface SignOffProps {
  report: LabResult;
  review: Loaded<ReviewState>;
  path: string;
  moved: boolean;
}

async function SignOff({ report, review: read, path, moved }: SignOffProps) {
  const [{ format, session, maySign, mayFileReports }, patient] = await Promise.all([
    getPageContext(),
    getPatient(report.patient_id),
  ]);
  const review = maySign ? read.value : null;
  const isOpen = review !== null && review.group !== null && !(review.only_seen && review.seen);
  return (
    <>
      <PagePart
        what="Sign-offs and notes"
        read={read}
        again={path}
        rest={`The results are complete.${maySign ? ' The report cannot be signed now.' : ''}`}
        className="mb-8"
      >
        {(loaded) => <ReviewTrail review={loaded} />}
      </PagePart>
      {!moved && review && review.own_signature !== null ? (
        <div className="mb-6 print:hidden">
          <WithdrawSignature
            key={`${report.id} ${review.own_signature}`}
            id={report.id}
            version={review.own_signature}
            title={reportName(report, format)}
            patientLine={patientLine(patient)}
          />
        </div>
      ) : null}
      {mayFileReports && !moved ? (
        <p className="mb-6 print:hidden">
          Wrong patient? <TextLink href={`${path}/move`}>Move this report to another patient</TextLink>
        </p>
      ) : null}
      {review && isOpen ? (
        <SignPanel
          key={`${report.id} ${report.version}`}
          review={review}
          title={reportName(report, format)}
          missing={report.status === 'partial' ? report.pending_tests : null}
          patientName={formatShortName(patient.name)}
          patientLine={patientLine(patient)}
          self={showId('user', session.userId)}
        />
      ) : review ? (
        <UnsentNoteSection key={report.id} review={review} />
      ) : null}
    </>
  );
}
