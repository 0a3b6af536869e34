import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { DocumentView } from '@/components/documents/document-view';
import { MainArea } from '@/components/frame/main-area';
import { pageTitle } from '@/components/patients/patient-view';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { openPatient, openPortal, orNotFound } from '../../../../open-portal';

interface DocumentPageProps {
  params: Promise<{ patientId: string; documentId: string }>;
}

const openDocument = cache(async (patientId: string, documentId: string) => {
  const { caller } = await openPortal();
  const document = await orNotFound(caller.documents.getDocument({ id: documentId }));
  // The banner shows the patient of the address: a document of somebody else must never stand under it.
  if (document.patient_id !== patientId) notFound();
  return document;
});

export async function generateMetadata({ params }: DocumentPageProps): Promise<Metadata> {
  const { patientId, documentId } = await params;
  const [patient, document] = await Promise.all([
    openPatient(patientId),
    openDocument(patientId, documentId),
  ]);
  return { title: pageTitle(patient, document.title) };
}

export default async function DocumentPage({ params }: DocumentPageProps) {
  const { patientId, documentId } = await params;
  const [{ zone }, document] = await Promise.all([openPortal(), openDocument(patientId, documentId)]);
  return (
    <MainArea>
      <p className="mb-1">
        <TextLink href={`/patients/${patientId}/documents`} className="inline-flex min-h-6 items-center">
          All documents
        </TextLink>
      </p>
      <PageHeading title={document.title} />
      <DocumentView document={document} zone={zone} />
    </MainArea>
  );
}
