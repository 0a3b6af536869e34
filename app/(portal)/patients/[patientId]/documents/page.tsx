import type { Metadata } from 'next';
import { AdoptUploads } from '@/components/documents/adopt-uploads';
import { DocumentList } from '@/components/documents/document-list';
import { KindFilter } from '@/components/documents/kind-filter';
import { wordList } from '@/components/format/words';
import { MainArea } from '@/components/frame/main-area';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { one, openPatient, openPortal, orFirstPage, type Query } from '../../../open-portal';

interface DocumentsPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: DocumentsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await openPatient(patientId), 'Documents') };
}

export default async function DocumentsPage({ params, searchParams }: DocumentsPageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, zone, mayWrite }, patient] = await Promise.all([openPortal(), openPatient(patientId)]);
  const cursor = one(query, 'cursor');
  const asked = one(query, 'category');
  const category = wordList('category').find((kind) => kind.value === asked);
  const base = `/patients/${patient.id}/documents`;
  const list = await orFirstPage(
    caller.documents.listDocuments({
      patient_id: patient.id,
      limit: 25,
      ...(cursor ? { cursor } : {}),
      ...(category ? { category: category.value } : {}),
    }),
    category ? `${base}?category=${category.value}` : base,
  );
  const mayAdd = mayWrite && patient.status === 'active';
  const held = mayAdd ? (await caller.uploads.listUploads({ patient_id: patient.id })).data : [];
  return (
    <MainArea>
      <PageHeading title="Documents" />
      {held.length > 0 ? (
        <AdoptUploads patient={{ id: patient.id, line: patientLine(patient) }} held={held} />
      ) : null}
      <KindFilter path={base} chosen={category?.value} />
      {list.data.length === 0 ? (
        category ? (
          <EmptyState
            title={`No documents of the kind ${category.label}.`}
            action={<TextLink href={base}>Show all kinds</TextLink>}
          />
        ) : (
          <EmptyState title="No documents.">
            {mayAdd ? 'Drop files here or choose them.' : 'Nothing was filed yet.'}
          </EmptyState>
        )
      ) : (
        <DocumentList documents={list.data} zone={zone} caption="Documents" />
      )}
      <Pager path={base} query={{ category: category?.value }} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
