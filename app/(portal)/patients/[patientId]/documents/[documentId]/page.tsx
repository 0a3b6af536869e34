import type { Metadata } from 'next';
import { DocumentCorrections } from '@/components/documents/corrections';
import { DocumentView } from '@/components/documents/document-view';
import { MarkInError } from '@/components/documents/mark-in-error';
import { MainArea } from '@/components/frame/main-area';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { openPatient, openPortal } from '../../../../open-portal';
import { openDocument } from './open-document';

interface DocumentPageProps {
  params: Promise<{ patientId: string; documentId: string }>;
}

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
  const [{ caller, zone, mayWrite }, patient, document] = await Promise.all([
    openPortal(),
    openPatient(patientId),
    openDocument(patientId, documentId),
  ]);
  const { data: corrections } = await caller.documents.listDocumentCorrections({ id: document.id });
  const isStanding = document.status !== 'entered_in_error';
  return (
    <MainArea>
      <p className="mb-1">
        <TextLink href={`/patients/${patientId}/documents`} className="inline-flex min-h-6 items-center">
          All documents
        </TextLink>
      </p>
      <PageHeading title={document.title} />
      <DocumentCorrections corrections={corrections} zone={zone} />
      <DocumentView document={document} zone={zone} />
      {mayWrite && isStanding ? (
        <section aria-labelledby="wrong" className="mt-8 border-t border-line pt-4 print:hidden">
          <SectionHeading id="wrong" title="Something is wrong with it" />
          <div className="flex flex-wrap gap-2">
            {document.result_id ? null : (
              <LinkButton href={`/patients/${patientId}/documents/${document.id}/move`} weight="secondary">
                Move to the right patient
              </LinkButton>
            )}
            <MarkInError id={document.id} title={document.title} patientLine={patientLine(patient)} />
          </div>
        </section>
      ) : null}
    </MainArea>
  );
}
