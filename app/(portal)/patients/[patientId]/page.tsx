import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { load, orNull } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { getSigningData, lineOrder } from '@/app/_lib/report';
import { DocumentLines, recentOf } from '@/components/documents/document-lines';
import { formatShortName } from '@/components/format/names';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { trendHref } from '@/components/results/flow-filter';
import { PinnedTests } from '@/components/results/pinned-tests';
import { keysOfList } from '@/components/results/report-keys';
import { reportTitle } from '@/components/results/report-title';
import { ResultList } from '@/components/results/result-list';
import { OrderLines } from '@/components/orders/order-lines';
import { keysOfDocuments, keysOfOrders } from '@/components/patients/chart-keys';
import { NewInChart, NewInSummary } from '@/components/patients/new-in-chart';
import { readOpenOrders } from '@/components/patients/open-orders';
import { OnlyMatch } from '@/components/patients/only-match';
import { OpenedFromMerged } from '@/components/patients/opened-from-merged';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { ReportFocus } from '@/components/inbox/report-focus';
import { UnsignedReport, type Unsigned } from '@/components/inbox/unsigned-report';
import { PrintButton } from '@/components/print/print-button';
import { EmptyState } from '@/components/ui/empty-state';
import type { Loaded } from '@/components/ui/error-message';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart, PagePart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { showId } from '@/server/shared/ids';

/** The most severe unsigned report. */
async function openUnsigned(patient_id: string): Promise<Unsigned | null> {
  const { caller } = await getPageContext();
  const list = await caller.labResults.listPatientResults({ patient_id, order: 'urgent', limit: 2 });
  const [first, second] = list.data.filter(({ waits }) => waits);
  if (!first) return null;
  // It may have been moved or signed meanwhile: a report of another patient must never appear below the banner.
  const report = await orNull(caller.labResults.getLabResult({ id: first.id }));
  if (report?.patient_id !== patient_id) return null;
  const read = await orNull(getSigningData(report));
  return read?.review.group ? { report, ...read, last: second === undefined } : null;
}

interface PatientPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Pick<PatientPageProps, 'params'>): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Summary') };
}

interface BlockProps<T> {
  title: string;
  /** URL and label of the complete list. */
  all: [href: string, words: string];
  read: Loaded<T>;
  what: string;
  again: string;
  children: (value: T) => ReactNode;
}

function Block<T>({ title, all: [href, words], ...part }: BlockProps<T>) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} title={title} actions={<TextLink href={href}>{words}</TextLink>} />
      <PagePart {...part} />
    </section>
  );
}

export default async function PatientPage({ params, searchParams }: PatientPageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, session, ...may }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  const base = `/patients/${patient.id}`;
  const newest = { patient_id: patient.id, limit: 8 };
  // More than are shown: invalid documents are left to the list.
  const recent = { patient_id: patient.id, limit: 20, superseded: 'exclude' as const };
  const record = queryParam(query, 'merged');
  const [unsigned, results, pinned, orders, documents, merges] = await Promise.all([
    may.maySign ? load(openUnsigned(patient.id)) : null,
    may.mayReadResults ? load(caller.labResults.listPatientResults(newest)) : null,
    may.mayReadResults ? load(caller.labResults.listPinnedTests({ patient_id: patient.id })) : null,
    may.mayReadResults
      ? load(readOpenOrders((input) => caller.labOrders.listLabOrders(input), patient.id))
      : null,
    may.mayReadDocuments ? load(caller.documents.listDocuments(recent)) : null,
    record ? load(caller.patients.listPatientMerges({ id: patient.id, limit: 100 })) : null,
  ]);
  const actions = (
    <>
      {may.mayOrder ? <LinkButton href={`${base}/orders/new`}>Order tests</LinkButton> : null}
      {may.mayFileDocuments ? (
        <LinkButton href={`${base}/documents`} weight="secondary">
          Upload documents
        </LinkButton>
      ) : null}
      <PrintButton weight="secondary" />
    </>
  );
  // No block without pinned tests, unless they could not be loaded.
  const keys = pinned?.value?.data.map(({ test_key }) => test_key) ?? [];
  const open = unsigned?.value ?? null;
  const hasResults = (results?.value?.data.length ?? 0) > 0;
  // In the place of its list.
  const news = results?.value ? (
    <NewInChart
      kind="list"
      input={newest}
      shown={keysOfList(results.value)}
      since={session.position}
      empty={
        <EmptyState title="No results." icon="flask">
          Reports appear here when a laboratory sends them.
        </EmptyState>
      }
    />
  ) : null;
  return (
    <MainArea>
      <NewInSummary
        list={results?.value && hasResults ? { input: newest, shown: keysOfList(results.value) } : null}
        orders={
          orders?.value ? { input: { patient_id: patient.id }, shown: keysOfOrders(orders.value) } : null
        }
        documents={documents?.value ? { input: recent, shown: keysOfDocuments(documents.value) } : null}
        since={session.position}
      />
      <PageHeading title="Summary" actions={actions} />
      <OnlyMatch q={queryParam(query, 'only')} />
      {record && merges?.value ? <OpenedFromMerged record={record} merges={merges.value.data} /> : null}
      <div
        className={
          may.mayReadResults ? 'grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]' : 'max-w-3xl'
        }
      >
        <div className="min-w-0 space-y-8">
          {unsigned ? (
            <div className="empty:hidden">
              <ReportFocus
                shown={open ? `${open.report.id} ${open.report.version} ${open.review.group}` : null}
                spoken={
                  open
                    ? `Next: ${isolate(reportTitle(open.report))}.`
                    : 'No more reports to sign in this chart.'
                }
              />
              {open ? (
                <UnsignedReport
                  {...open}
                  chart={base}
                  lines={lineOrder(query, base)}
                  patientName={formatShortName(patient.name)}
                  patientLine={patientLine(patient)}
                  self={showId('user', session.userId)}
                />
              ) : null}
              {unsigned.error ? (
                <FailedPart
                  what="The unsigned report"
                  error={unsigned.error}
                  again={base}
                  rest="There may still be reports to sign."
                />
              ) : null}
            </div>
          ) : null}
          {pinned && (pinned.error || keys.length > 0) ? (
            <Block
              title="Pinned tests"
              all={
                keys.length > 0
                  ? [trendHref(patient.id, keys), 'All over time']
                  : [`${base}/results/flow`, 'Flow sheet']
              }
              read={pinned}
              what="Pinned tests"
              again={base}
            >
              {({ data }) => <PinnedTests patientId={patient.id} tests={data} />}
            </Block>
          ) : null}
          {results ? (
            <Block
              title="Newest results"
              all={[`${base}/results`, 'All results']}
              read={results}
              what="Results"
              again={base}
            >
              {({ data }) =>
                data.length === 0 ? (
                  news
                ) : (
                  <ResultList patientId={patient.id} results={data} caption="Newest results" />
                )
              }
            </Block>
          ) : null}
        </div>
        <div className="space-y-8">
          {orders ? (
            <Block
              title="Open orders"
              all={[`${base}/orders`, 'All orders']}
              read={orders}
              what="Orders"
              again={base}
            >
              {({ data, has_more: hasMore }) =>
                data.length === 0 ? (
                  <EmptyState title="No open orders." icon="flask">
                    {may.mayOrder ? <TextLink href={`${base}/orders/new`}>Order tests</TextLink> : null}
                  </EmptyState>
                ) : (
                  <>
                    <OrderLines orders={data} />
                    {hasMore ? (
                      <p className="mt-1.5 text-sm text-ink-2">
                        More: <TextLink href={`${base}/orders`}>all orders</TextLink>
                      </p>
                    ) : null}
                  </>
                )
              }
            </Block>
          ) : null}
          {documents ? (
            <Block
              title="Recently filed documents"
              all={[`${base}/documents`, 'All documents']}
              read={documents}
              what="Documents"
              again={base}
            >
              {({ data }) =>
                data.length === 0 ? (
                  <EmptyState title="No documents." icon="document">
                    {may.mayFileDocuments ? (
                      <TextLink href={`${base}/documents#upload`}>Upload a document</TextLink>
                    ) : null}
                  </EmptyState>
                ) : (
                  <DocumentLines documents={recentOf(data)} />
                )
              }
            </Block>
          ) : null}
        </div>
      </div>
    </MainArea>
  );
}
