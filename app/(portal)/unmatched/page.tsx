import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
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
import { QUEUE_VIEW_WORDS, QUEUE_VIEWS, type QueueView } from '@/server/domain/inbound-reports/rules';

export const metadata: Metadata = { title: 'Unmatched' };

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['m', 'match'],
] as const;
const PATH = '/unmatched';
const viewHref = (view: QueueView): string => (view === 'open' ? PATH : `${PATH}?view=${view}`);
const VIEWS = QUEUE_VIEWS.map((view) => ({ href: viewHref(view), label: QUEUE_VIEW_WORDS[view] }));
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
  return (
    <MainArea>
      <PageHeading title="Unmatched" />
      {mayFileReports ? (
        <section aria-labelledby="reports">
          <SectionHeading id="reports" title="Reports" />
          <p className="mb-3">
            Reports that could not be matched to a patient with certainty. They are not in any chart.
          </p>
          <ViewLinks label="Report lists" links={VIEWS} current={viewHref(view)} />
          <Reports view={view} cursor={queryParam(query, 'cursor')} />
        </section>
      ) : null}
      {mayFileDocuments && view === 'open' ? (
        <Documents cursor={queryParam(query, 'documents')} isFirst={!mayFileReports} />
      ) : null}
      {mayEditPatients && view === 'open' ? <PatientData cursor={queryParam(query, 'patients')} /> : null}
      {mayFileReports || mayFileDocuments ? null : <NotAllowed what="match results" />}
    </MainArea>
  );
}

async function Reports({ view, cursor }: { view: QueueView; cursor: string | undefined }) {
  const { caller } = await getPageContext();
  const query = view === 'open' ? {} : { view };
  const list = await orFirstPage(
    caller.inboundReports.listUnmatchedReports({ view, limit: 50, ...(cursor ? { cursor } : {}) }),
    view === 'open' ? PATH : `${PATH}?view=${view}`,
  );
  return (
    <>
      {list.data.length === 0 ? (
        <EmptyState title={EMPTY[view]} />
      ) : (
        <>
          <RowKeys keys={KEYS} />
          <UnmatchedList reports={list.data} />
        </>
      )}
      <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
    </>
  );
}

interface DocumentsProps {
  cursor: string | undefined;
  /** First on the page: shown even if empty. */
  isFirst: boolean;
}

async function Documents({ cursor, isFirst }: DocumentsProps) {
  const { caller } = await getPageContext();
  const list = await orFirstPage(
    caller.inboundDocuments.listInboundDocuments({ limit: 50, ...(cursor ? { cursor } : {}) }),
    PATH,
  );
  if (list.data.length === 0 && !cursor)
    return isFirst ? <EmptyState title="No unmatched documents." /> : null;
  return (
    <section aria-labelledby="documents" className={isFirst ? '' : 'mt-10'}>
      <SectionHeading id="documents" title="Documents" />
      <p className="mb-3">
        Documents that conflict with a chart, match no patient or cannot be read. They are not in any chart.
      </p>
      <UnmatchedDocumentList documents={list.data} />
      {list.next_cursor ? (
        <TextLink href={hrefOf(PATH, { documents: list.next_cursor })}>Next documents</TextLink>
      ) : null}
    </section>
  );
}

/** Only with a hospital feed that sent something to decide. */
async function PatientData({ cursor }: { cursor: string | undefined }) {
  const { caller } = await getPageContext();
  const list = await orFirstPage(
    caller.patientUpdates.listPatientUpdates({ limit: 50, ...(cursor ? { cursor } : {}) }),
    PATH,
  );
  if (list.data.length === 0 && !cursor) return null;
  return (
    <section aria-labelledby="patient-data" className="mt-10">
      <SectionHeading id="patient-data" title="Patient data from a hospital" />
      <p className="mb-3">
        Messages that conflict with a chart or match no patient. No chart is changed until you decide.
      </p>
      <UpdateList updates={list.data} />
      {list.next_cursor ? (
        <TextLink href={hrefOf(PATH, { patients: list.next_cursor })}>Next patients</TextLink>
      ) : null}
    </section>
  );
}
