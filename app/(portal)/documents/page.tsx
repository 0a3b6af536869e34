import type { Metadata } from 'next';
import { DocumentList } from '@/components/documents/document-list';
import { MainArea } from '@/components/frame/main-area';
import { MicroIdentity } from '@/components/patients/micro-identity';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { one, openPortal, orFirstPage, type Query } from '../open-portal';

export const metadata: Metadata = { title: 'Documents · Clinical Data Service' };

export default async function RecentDocumentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const cursor = one(await searchParams, 'cursor');
  const { caller, zone, today } = await openPortal();
  const list = await orFirstPage(
    caller.documents.listDocuments({ limit: 25, ...(cursor ? { cursor } : {}) }),
    '/documents',
  );
  const ids = [...new Set(list.data.map((document) => document.patient_id))];
  const { data } = await caller.patients.listIdentities({ ids });
  const patients = new Map(data.map((patient) => [patient.id, patient]));
  return (
    <MainArea>
      <PageHeading title="Recent documents">Newest first. To add documents, open the patient.</PageHeading>
      {list.data.length === 0 ? (
        <EmptyState title="No documents yet.">
          Documents appear here when they are filed to a patient.
        </EmptyState>
      ) : (
        <DocumentList
          documents={list.data}
          zone={zone}
          caption="Recent documents"
          identity={(document) => {
            const patient = patients.get(document.patient_id);
            return patient ? <MicroIdentity patient={patient} today={today} /> : 'Not known';
          }}
        />
      )}
      <Pager path="/documents" query={{}} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
