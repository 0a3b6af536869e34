import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { documentsHref, recentFilter } from '@/components/documents/document-filter';
import { DocumentList } from '@/components/documents/document-list';
import { UnfiledList } from '@/components/documents/unfiled-list';
import { MainArea } from '@/components/shell/main-area';
import { MicroIdentity } from '@/components/patients/micro-identity';
import { FollowRestrictions } from '@/components/restricted-charts/follow-restrictions';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { Missing } from '@/components/ui/missing';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Documents' };

export default async function RecentDocumentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const cursor = queryParam(given, 'cursor');
  const query = recentFilter.read((name) => queryParam(given, name));
  const { caller, session, today, mayFileDocuments } = await getPageContext();
  const list = await orFirstPage(
    caller.documents.listDocuments({
      limit: 25,
      ...(cursor ? { cursor } : {}),
      ...query,
      superseded: query.superseded ?? 'exclude',
    }),
    hrefOf('/documents', query),
  );
  const unfiled = mayFileDocuments && !cursor ? (await caller.uploads.listUploads({})).data : [];
  const ids = [...new Set([...list.data, ...unfiled].map(({ patient_id }) => patient_id))];
  const { data } = await caller.patients.listIdentities({ ids });
  const patients = new Map(data.map((patient) => [patient.id, patient]));
  const identity = (patientId: string) => {
    const patient = patients.get(patientId);
    return patient ? <MicroIdentity patient={patient} today={today} /> : <Missing />;
  };
  return (
    <MainArea>
      <FollowRestrictions since={session.position} />
      <PageHeading
        title="Documents"
        actions={mayFileDocuments ? <LinkButton href="/documents/add">Upload documents</LinkButton> : null}
      />
      {unfiled.length > 0 ? (
        <section aria-labelledby="unfiled" className="mb-8">
          <SectionHeading id="unfiled" title="Unfiled" />
          <p className="mb-2">Uploaded but not yet filed. Only you see them; deleted after 24 hours.</p>
          <UnfiledList uploads={unfiled} identity={({ patient_id }) => identity(patient_id)} />
        </section>
      ) : null}
      <SectionHeading id="recent" title="Recently filed" />
      <recentFilter.Form folds whole="Clear filters" path="/documents" query={query} />
      {list.data.length === 0 && recentFilter.isActive(query) ? (
        <EmptyState
          title="No documents match the filter."
          action={<TextLink href="/documents">Clear filters</TextLink>}
        />
      ) : list.data.length === 0 ? (
        <EmptyState title="No documents yet.">
          Documents appear here when they are filed to a patient.
        </EmptyState>
      ) : (
        <DocumentList
          documents={list.data}
          caption="Recent documents"
          identity={({ patient_id }) => identity(patient_id)}
          addressOf={({ id, patient_id }) => documentsHref(patient_id, { list: 'all', ...query }, id)}
        />
      )}
      <Pager path="/documents" query={query} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
