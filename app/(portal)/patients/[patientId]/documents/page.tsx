import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getUnfiledUploads, getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { AdoptUploads } from '@/components/documents/adopt-uploads';
import { documentFilter, documentsHref } from '@/components/documents/document-filter';
import { DocumentList } from '@/components/documents/document-list';
import { dayProblems } from '@/components/format/day-range';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { keysOfDocuments } from '@/components/patients/chart-keys';
import { NewInChart } from '@/components/patients/new-in-chart';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { InvalidDays } from '@/components/ui/invalid-days';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

interface DocumentsPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: DocumentsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Documents') };
}

export default async function DocumentsPage({ params, searchParams }: DocumentsPageProps) {
  const [{ patientId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, session, mayFileDocuments }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  const value = (name: string) => queryParam(given, name);
  const query = documentFilter.read(value);
  const problems = dayProblems(value);
  const cursor = value('cursor');
  const base = `/patients/${patient.id}/documents`;
  const input = { patient_id: patient.id, limit: 25, ...(cursor ? { cursor } : {}), ...query };
  const list = problems
    ? null
    : await orFirstPage(caller.documents.listPatientDocuments(input), documentsHref(patient.id, query));
  const hiding = documentFilter.words(query);
  const mayAdd = mayFileDocuments && patient.status === 'active';
  const unfiled = mayAdd ? await getUnfiledUploads(patient.id) : [];
  const news = list ? (
    <NewInChart
      kind="documents"
      input={input}
      shown={keysOfDocuments(list)}
      since={session.position}
      empty={
        list.hidden_count > 0 ? (
          <EmptyState
            title={`${count(list.hidden_count, 'document')} hidden by filter: ${hiding}.`}
            action={<TextLink href={base}>Clear filters</TextLink>}
          />
        ) : list.superseded_count > 0 ? (
          <EmptyState title="No newest version matches the filter." />
        ) : (
          <EmptyState title="No documents." icon="document">
            {mayAdd ? (
              <TextLink href={`${base}#upload`}>Upload a document</TextLink>
            ) : (
              'Nothing has been filed yet.'
            )}
          </EmptyState>
        )
      }
    />
  ) : null;
  return (
    <MainArea>
      {list && list.data.length > 0 ? news : null}
      <PageHeading title="Documents" />
      {unfiled.length > 0 ? (
        <AdoptUploads patient={{ id: patient.id, line: patientLine(patient) }} unfiled={unfiled} />
      ) : null}
      {mayFileDocuments && !mayAdd ? (
        <p id="upload" tabIndex={-1} className="mb-4 font-semibold">
          Documents cannot be uploaded: the record is inactive.
        </p>
      ) : null}
      <documentFilter.Form folds whole="Clear filters" path={base} query={query} problems={problems} />
      {list === null ? (
        <InvalidDays />
      ) : (
        <>
          {hiding && list.data.length > 0 ? (
            <p className="mb-3 font-semibold">
              {list.data.length} shown
              {list.hidden_count > 0 ? `, ${list.hidden_count} hidden by filter: ${hiding}` : ''}
              {query.from || query.to ? (
                <span className="block font-normal text-ink-2">
                  Filtered by document date, or by filing date if undated.
                </span>
              ) : null}
            </p>
          ) : null}
          {list.data.length > 0 ? (
            <DocumentList
              documents={list.data}
              moved={list.moved}
              caption="Documents"
              addressOf={({ id }) => documentsHref(patient.id, query, id)}
            />
          ) : (
            news
          )}
          {list.superseded_count > 0 ? (
            <p className="mt-3 print:hidden">
              {count(list.superseded_count, 'superseded version')} not shown.{' '}
              <TextLink href={documentsHref(patient.id, { ...query, superseded: 'include' })}>
                Show {list.superseded_count === 1 ? 'it' : 'them'}
              </TextLink>
            </p>
          ) : null}
          <Pager path={base} query={query} next={list.next_cursor} isFirst={!cursor} />
        </>
      )}
    </MainArea>
  );
}
