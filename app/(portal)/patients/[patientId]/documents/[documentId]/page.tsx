import type { Metadata } from 'next';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { DocumentCorrections } from '@/components/documents/corrections';
import {
  documentFilter,
  documentsHref,
  listHref,
  readDocumentQuery,
} from '@/components/documents/document-filter';
import { DocumentNeighbors } from '@/components/documents/document-neighbors';
import { DocumentRelation } from '@/components/documents/document-relation';
import { DocumentView } from '@/components/documents/document-view';
import { MarkInError } from '@/components/documents/mark-in-error';
import { HeldVersion } from '@/components/unmatched/held-version';
import { MainArea } from '@/components/shell/main-area';
import { keysOfDocuments } from '@/components/patients/chart-keys';
import { NewInChart } from '@/components/patients/new-in-chart';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, ParentLink, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart, PagePart } from '@/components/ui/page-part';
import { showId } from '@/server/shared/ids';
import { openDocument } from './open-document';

interface DocumentPageProps {
  params: Promise<{ patientId: string; documentId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: DocumentPageProps): Promise<Metadata> {
  const { patientId, documentId } = await params;
  const [patient, document] = await Promise.all([getPatient(patientId), openDocument(patientId, documentId)]);
  return { title: pageTitle(patient, document.title) };
}

const PARTS = ['Next and previous document', 'Other files of the report', 'Related documents'];

export default async function DocumentPage({ params, searchParams }: DocumentPageProps) {
  const [{ patientId, documentId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, session, mayFileDocuments, maySign }, patient, document] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
    openDocument(patientId, documentId),
  ]);
  // The list that it was opened from.
  const query = readDocumentQuery((name) => queryParam(given, name));
  const [corrections, neighbors, versions, related] = await Promise.all([
    load(caller.documents.listDocumentCorrections({ id: document.id })),
    load(caller.documents.getDocumentNeighbors({ id: document.id, ...query })),
    document.result_id
      ? load(caller.documents.listDocuments({ result_id: document.result_id, limit: 25 }))
      : null,
    document.source ? load(caller.documents.listRelatedDocuments({ id: document.id })) : null,
  ]);
  const path = documentsHref(patientId, query, document.id);
  const next =
    query.sign_off === 'unsigned' && document.signed_off_at
      ? (neighbors.value?.older ?? neighbors.value?.newer ?? null)
      : null;
  const isValid = document.status !== 'entered_in_error';
  return (
    <MainArea>
      <NewInChart
        kind="document"
        input={{ id: document.id, patient_id: patientId }}
        shown={keysOfDocuments({ data: [document] })}
        since={session.position}
      />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
        <ParentLink
          href={listHref(patientId, query)}
          label={query.list || documentFilter.isActive(query) ? 'Back to the list' : 'All documents'}
        />
        {neighbors.value ? <DocumentNeighbors neighbors={neighbors.value} query={query} /> : null}
      </div>
      <PageHeading title={document.title} />
      {[neighbors.error, versions?.error, related?.error].map((error, index) =>
        error ? (
          <FailedPart
            key={index}
            what={PARTS[index]!}
            error={error}
            again={path}
            rest="The document is complete."
            className="mb-4"
          />
        ) : null,
      )}
      <PagePart
        what="Corrections"
        read={corrections}
        again={path}
        rest="The document is complete."
        className="mb-4"
      >
        {({ data, held_version_id: heldId }) => (
          <>
            {heldId ? <HeldVersion href={`/unmatched/documents/${heldId}`} /> : null}
            <DocumentCorrections corrections={data} />
          </>
        )}
      </PagePart>
      <DocumentRelation document={document} related={related?.value?.data ?? null} />
      <DocumentView
        document={document}
        versions={versions?.value?.data ?? []}
        related={related?.value?.data ?? []}
        corrections={corrections.value}
        mayCorrect={mayFileDocuments && isValid}
        maySign={maySign}
        nextUnsigned={next && documentsHref(next.patient_id, query, next.id)}
        self={showId('user', session.userId)}
      />
      {mayFileDocuments && isValid ? (
        <section aria-labelledby="problem" className="mt-8 border-t border-line pt-4 print:hidden">
          <SectionHeading id="problem" title="Report a problem" />
          <div className="flex flex-wrap gap-2">
            {document.result_id ? null : (
              <LinkButton href={`/patients/${patientId}/documents/${document.id}/move`} weight="secondary">
                Move to another patient
              </LinkButton>
            )}
            <MarkInError
              id={document.id}
              title={document.title}
              patientLine={patientLine(patient)}
              others={related?.value?.data.filter(({ id }) => id !== document.id).length ?? 0}
              hasFile={document.status !== 'pending_upload' && document.status !== 'failed'}
            />
          </div>
        </section>
      ) : null}
    </MainArea>
  );
}
