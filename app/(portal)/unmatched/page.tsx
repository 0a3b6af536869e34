import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { counted } from '@/components/inbox/inbox-place';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { RowKeys } from '@/components/shell/shortcuts/row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { UpdateList } from '@/components/unmatched/update-list';
import { TextLink } from '@/components/ui/text-link';
import { UnmatchedDocumentList } from '@/components/unmatched/unmatched-document-list';
import { UnmatchedList } from '@/components/unmatched/unmatched-list';
import { ViewLinks } from '@/components/ui/view-links';
import type { InboundDocumentList } from '@/server/domain/inbound-documents/contract';
import type { PatientUpdateList } from '@/server/domain/patient-updates/contract';
import { QUEUE_VIEW_WORDS, QUEUE_VIEWS, type QueueView } from '@/server/domain/inbound-reports/rules';

export const metadata: Metadata = { title: 'Unmatched' };

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['m', 'match'],
] as const;
const PATH = '/unmatched';
const viewHref = (view: QueueView): string => (view === 'open' ? PATH : `${PATH}?view=${view}`);
/** Rejected reports await nothing, so they are not counted. */
const viewsWith = (counts: Readonly<Partial<Record<QueueView, number>>>) =>
  QUEUE_VIEWS.map((view) => {
    const count = counts[view] ?? 0;
    return {
      href: viewHref(view),
      label: `${QUEUE_VIEW_WORDS[view]}${count > 0 ? ` (${counted(count)})` : ''}`,
    };
  });
const EMPTY: Record<QueueView, string> = {
  open: 'No unmatched reports.',
  parked: 'No reports set aside.',
  rejected: 'No rejected reports.',
};

export default async function UnmatchedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { mayFileReports, mayFileDocuments, mayEditPatients } = await getPageContext();
  const asked = queryParam(query, 'view');
  const view: QueueView = asked === 'parked' || asked === 'rejected' ? asked : 'open';
  const isOpen = view === 'open';
  const cursors = {
    reports: queryParam(query, 'cursor'),
    documents: queryParam(query, 'documents'),
    updates: queryParam(query, 'patients'),
  };
  const [reports, documents, updates] = await Promise.all([
    mayFileReports ? loadReports(view, cursors.reports) : null,
    mayFileDocuments && isOpen ? loadDocuments(cursors.documents) : null,
    mayEditPatients && isOpen ? loadUpdates(cursors.updates) : null,
  ]);
  const lists = [reports, documents, updates];
  return (
    <MainArea>
      <PageHeading title="Unmatched" />
      {lists.some((list) => (list?.data.length ?? 0) > 0) ? <RowKeys keys={KEYS} /> : null}
      {reports ? (
        <section aria-labelledby="reports">
          <SectionHeading id="reports" title="Reports" />
          <p className="mb-3">
            Reports that could not be matched to a patient with certainty. They are not in any chart.
          </p>
          <ViewLinks label="Report lists" links={viewsWith(reports.counts)} current={viewHref(view)} />
          {reports.data.length === 0 ? (
            <EmptyState title={EMPTY[view]} />
          ) : (
            <UnmatchedList reports={reports.data} />
          )}
          <Pager
            path={PATH}
            query={isOpen ? {} : { view }}
            next={reports.next_cursor}
            isFirst={!cursors.reports}
          />
        </section>
      ) : null}
      {documents ? (
        <Documents list={documents} isFirstPage={!cursors.documents} isFirst={!mayFileReports} />
      ) : null}
      {updates ? <PatientData list={updates} isFirstPage={!cursors.updates} /> : null}
      {mayFileReports || mayFileDocuments ? null : <NotAllowed what="match results" />}
    </MainArea>
  );
}

async function loadReports(view: QueueView, cursor: string | undefined) {
  const { caller } = await getPageContext();
  return orFirstPage(
    caller.inboundReports.listUnmatchedReports({ view, limit: 50, ...(cursor ? { cursor } : {}) }),
    view === 'open' ? PATH : `${PATH}?view=${view}`,
  );
}

async function loadDocuments(cursor: string | undefined) {
  const { caller } = await getPageContext();
  return orFirstPage(
    caller.inboundDocuments.listInboundDocuments({ limit: 50, ...(cursor ? { cursor } : {}) }),
    PATH,
  );
}

async function loadUpdates(cursor: string | undefined) {
  const { caller } = await getPageContext();
  return orFirstPage(
    caller.patientUpdates.listPatientUpdates({ limit: 50, ...(cursor ? { cursor } : {}) }),
    PATH,
  );
}

interface DocumentsProps {
  list: InboundDocumentList;
  isFirstPage: boolean;
  /** First on the page: shown even if empty. */
  isFirst: boolean;
}

function Documents({ list, isFirstPage, isFirst }: DocumentsProps) {
  if (list.data.length === 0 && isFirstPage)
    return isFirst ? <EmptyState title="No unmatched documents." /> : null;
  return (
    <section aria-labelledby="documents" className={isFirst ? '' : 'mt-10'}>
      <SectionHeading id="documents" title="Documents" />
      <p className="mb-3">
        Documents that conflict with a chart, match no patient or cannot be read. They are not in any chart,
        and stay here until they are filed or rejected.
      </p>
      <UnmatchedDocumentList documents={list.data} />
      {list.next_cursor ? (
        <TextLink href={hrefOf(PATH, { documents: list.next_cursor })}>Next documents</TextLink>
      ) : null}
    </section>
  );
}

/** Only with a hospital feed that sent something to decide. */
function PatientData({ list, isFirstPage }: { list: PatientUpdateList; isFirstPage: boolean }) {
  if (list.data.length === 0 && isFirstPage) return null;
  return (
    <section aria-labelledby="patient-data" className="mt-10">
      <SectionHeading id="patient-data" title="Patient data from a hospital" />
      <p className="mb-3">
        Messages that conflict with a chart or match no patient. They change no chart, and stay here until
        they are applied or rejected.
      </p>
      <UpdateList updates={list.data} />
      {list.next_cursor ? (
        <TextLink href={hrefOf(PATH, { patients: list.next_cursor })}>Next patients</TextLink>
      ) : null}
    </section>
  );
}
