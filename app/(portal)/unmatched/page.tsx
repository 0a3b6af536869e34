import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { LiveRows } from '@/components/client/live-rows';
import { counted } from '@/components/format/counted';
import { MainArea } from '@/components/shell/main-area';
import { RowKeys } from '@/components/shell/shortcuts/row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { ListPlace } from '@/components/unmatched/list-place';
import { UpdateList } from '@/components/unmatched/update-list';
import { TextLink } from '@/components/ui/text-link';
import { UnmatchedDocumentList } from '@/components/unmatched/unmatched-document-list';
import { UnmatchedList } from '@/components/unmatched/unmatched-list';
import { ViewLinks } from '@/components/ui/view-links';
import { UNMATCHED, VIEW_WORDS, viewHref, VIEWS, type View } from '@/components/unmatched/views';
import type { InboundDocumentList } from '@/server/domain/inbound-documents/contract';
import type { UnmatchedReportList } from '@/server/domain/inbound-reports/contract';
import type { PatientUpdateList } from '@/server/domain/patient-updates/contract';

export const metadata: Metadata = { title: 'Unmatched' };

/** Messages arrive and are rejected without an event. */
const NEW_MS = 60_000;

/** Rejected records are returned before they are matched. */
const keysOf = (view: View) =>
  [
    ['j', 'next'],
    ['k', 'previous'],
    ['m', view === 'rejected' || view === 'closed' ? 'open' : 'match'],
  ] as const;
type ReportView = Exclude<View, 'closed'>;
const EMPTY: Record<ReportView, string> = {
  open: 'No unmatched reports.',
  parked: 'No reports set aside.',
  rejected: 'No rejected reports.',
};
const REPORTS: Record<ReportView, string> = {
  open: 'Reports that could not be matched to a patient with certainty. They are not in any chart.',
  parked: 'Reports to match later. They are not in any chart.',
  rejected: 'Rejected reports are not in any chart, but can be returned to unmatched.',
};
const DOCUMENTS = {
  open: 'Documents that conflict with a chart, match no patient or cannot be read. They are not in any chart, and stay here until they are filed or rejected.',
  rejected: 'Rejected documents are not in any chart, but can be returned to unmatched.',
};
const PATIENT_DATA = {
  open: 'Messages that conflict with a chart or match no patient. They change no chart, and stay here until they are applied or rejected.',
  rejected:
    'Rejected data and merges change no chart, but can be returned to unmatched. If the same data is sent again, it is ignored. If a merge is sent again, it needs another decision.',
  closed:
    'Requests that were answered, or handled by hand. They can be returned to unmatched. If the hospital sends one again, it needs another decision.',
};

export default async function UnmatchedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { session, mayFileReports, mayFileDocuments, mayEditPatients } = await getPageContext();
  const asked = queryParam(query, 'view');
  // Only reports are set aside, and only requests of a hospital are closed.
  const mayView: Readonly<Record<View, boolean>> = {
    open: true,
    parked: mayFileReports,
    rejected: true,
    closed: mayEditPatients,
  };
  const views = VIEWS.filter((one) => mayView[one]);
  const view = views.find((one) => one === asked) ?? 'open';
  const cursors = {
    reports: queryParam(query, 'cursor'),
    documents: queryParam(query, 'documents'),
    updates: queryParam(query, 'patients'),
  };
  const [reports, documents, updates] = await Promise.all([
    mayFileReports && view !== 'closed' ? loadReports(view, cursors.reports) : null,
    mayFileDocuments && isOfDocuments(view) ? loadDocuments(view, cursors.documents) : null,
    mayEditPatients && view !== 'parked' ? loadUpdates(view, cursors.updates) : null,
  ]);
  const lists = [reports, documents, updates];
  const counts = {
    reports: countOf(reports, !cursors.reports),
    documents: countOf(documents, !cursors.documents),
    updates: countOf(updates, !cursors.updates),
  };
  const sections = [
    { href: '#reports', title: 'Reports', count: counts.reports },
    { href: '#documents', title: 'Documents', count: counts.documents },
    { href: '#patient-data', title: 'Patient data', count: counts.updates },
  ].filter(({ count }) => count !== null);
  return (
    <MainArea>
      <PageHeading title="Unmatched" />
      {mayFileReports || mayFileDocuments ? (
        <ViewLinks
          label="Unmatched lists"
          links={views.map((one) => ({ href: viewHref(one), label: labelOf(one, reports?.counts) }))}
          current={viewHref(view)}
        />
      ) : null}
      {sections.length > 1 ? (
        <ViewLinks
          label="Sections"
          links={sections.map(({ href, title, count }) => ({ href, label: titleWith(title, count) }))}
          current={null}
          look="chips"
        />
      ) : null}
      {view === 'open' ? <LiveRows latestMs={NEW_MS} since={session.position} /> : null}
      {lists.some((list) => (list?.data.length ?? 0) > 0) ? <RowKeys keys={keysOf(view)} /> : null}
      <ListPlace />
      {reports && view !== 'closed' ? (
        <section aria-labelledby="reports">
          <SectionHeading id="reports" title={titleWith('Reports', counts.reports)} />
          <p className="mb-3">{REPORTS[view]}</p>
          {reports.data.length === 0 ? (
            <EmptyState title={EMPTY[view]} />
          ) : (
            <div data-live-rows="">
              <UnmatchedList reports={reports.data} />
            </div>
          )}
          <Pager
            path={UNMATCHED}
            query={queryOf(view)}
            next={reports.next_cursor}
            isFirst={!cursors.reports}
          />
        </section>
      ) : null}
      {documents && isOfDocuments(view) ? (
        <Documents
          view={view}
          list={documents}
          count={counts.documents}
          isFirstPage={!cursors.documents}
          isFirst={!mayFileReports}
        />
      ) : null}
      {updates && view !== 'parked' ? (
        <PatientData view={view} list={updates} count={counts.updates} isFirstPage={!cursors.updates} />
      ) : null}
      {mayFileReports || mayFileDocuments ? null : (
        <Denied what="review unmatched reports, documents and patient data" action="list_unmatched_reports" />
      )}
    </MainArea>
  );
}

/** Null if it is empty, or unknown on a further page. */
function countOf(
  list: { data: readonly unknown[]; next_cursor: string | null } | null,
  isFirstPage: boolean,
): string | null {
  if (!list || list.data.length === 0 || !isFirstPage) return null;
  return `${list.data.length}${list.next_cursor ? '+' : ''}`;
}

const titleWith = (title: string, count: string | null): string =>
  count === null ? title : `${title} (${count})`;

/** The open view has three lists, which the start page counts together; rejected records await nothing. */
const labelOf = (view: View, counts: UnmatchedReportList['counts'] | undefined): string =>
  view === 'parked' && counts && counts.parked > 0
    ? `${VIEW_WORDS.parked} (${counted(counts.parked)})`
    : VIEW_WORDS[view];

const queryOf = (view: View): { view?: View } => (view === 'open' ? {} : { view });

type UpdateView = Exclude<View, 'parked'>;
type DocumentView = Exclude<UpdateView, 'closed'>;
const isOfDocuments = (view: View): view is DocumentView => view === 'open' || view === 'rejected';

async function loadReports(view: ReportView, cursor: string | undefined) {
  const { caller } = await getPageContext();
  return orFirstPage(
    caller.inboundReports.listUnmatchedReports({ view, limit: 50, ...(cursor ? { cursor } : {}) }),
    viewHref(view),
  );
}

async function loadDocuments(view: DocumentView, cursor: string | undefined) {
  const { caller } = await getPageContext();
  return orFirstPage(
    caller.inboundDocuments.listInboundDocuments({ view, limit: 50, ...(cursor ? { cursor } : {}) }),
    viewHref(view),
  );
}

async function loadUpdates(view: UpdateView, cursor: string | undefined) {
  const { caller } = await getPageContext();
  return orFirstPage(
    caller.patientUpdates.listPatientUpdates({ view, limit: 50, ...(cursor ? { cursor } : {}) }),
    viewHref(view),
  );
}

interface DocumentsProps {
  view: DocumentView;
  list: InboundDocumentList;
  count: string | null;
  isFirstPage: boolean;
  /** First on the page: shown even if empty. */
  isFirst: boolean;
}

function Documents({ view, list, count, isFirstPage, isFirst }: DocumentsProps) {
  if (list.data.length === 0 && isFirstPage)
    return isFirst ? (
      <EmptyState title={view === 'open' ? 'No unmatched documents.' : 'No rejected documents.'} />
    ) : null;
  return (
    <section aria-labelledby="documents" className={isFirst ? '' : 'mt-10'}>
      <SectionHeading id="documents" title={titleWith('Documents', count)} />
      <p className="mb-3">{DOCUMENTS[view]}</p>
      <div data-live-rows="">
        <UnmatchedDocumentList documents={list.data} isRejected={view === 'rejected'} />
      </div>
      {list.next_cursor ? (
        <TextLink href={hrefOf(UNMATCHED, { ...queryOf(view), documents: list.next_cursor })}>
          Next documents
        </TextLink>
      ) : null}
    </section>
  );
}

interface PatientDataProps {
  view: UpdateView;
  list: PatientUpdateList;
  count: string | null;
  isFirstPage: boolean;
}

/** Only with a hospital feed that sent something to decide. The view of closed requests has only this list. */
function PatientData({ view, list, count, isFirstPage }: PatientDataProps) {
  const isClosed = view === 'closed';
  if (list.data.length === 0 && isFirstPage)
    return isClosed ? <EmptyState title="No closed requests." /> : null;
  return (
    <section aria-labelledby="patient-data" className={isClosed ? '' : 'mt-10'}>
      <SectionHeading
        id="patient-data"
        title={titleWith(isClosed ? 'Requests of a hospital' : 'Patient data from a hospital', count)}
      />
      <p className="mb-3">{PATIENT_DATA[view]}</p>
      <div data-live-rows="">
        <UpdateList updates={list.data} isDecided={view !== 'open'} />
      </div>
      {list.next_cursor ? (
        <TextLink href={hrefOf(UNMATCHED, { ...queryOf(view), patients: list.next_cursor })}>
          Next patients
        </TextLink>
      ) : null}
    </section>
  );
}
