import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { ChoosePatient } from '@/components/documents/choose-patient';
import { MoveDocument } from '@/components/documents/move-document';
import { movedAway } from '@/components/documents/moves';
import { MovedDocument } from '@/components/documents/moved-document';
import { formatShortName } from '@/components/format/names';
import { MainArea } from '@/components/shell/main-area';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { MOVED_TOGETHER } from '@/server/domain/documents/rules';
import { openDocument } from '../open-document';

interface MovePageProps {
  params: Promise<{ patientId: string; documentId: string }>;
  searchParams: Promise<Query>;
}

const SHOWN = 8;

export async function generateMetadata({ params }: MovePageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Move document') };
}

export default async function MoveDocumentPage({ params, searchParams }: MovePageProps) {
  const [{ patientId, documentId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, mayFileDocuments, today }, patient, document] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
    openDocument(patientId, documentId),
  ]);
  const back = `/patients/${patientId}/documents/${documentId}`;
  const movable = ['available', 'processing'].includes(document.status) && !document.result_id;
  const [q, chosen] = [queryParam(query, 'q'), queryParam(query, 'to')];
  const to =
    mayFileDocuments && movable && chosen && chosen !== patient.id
      ? await orNotFound(caller.patients.getPatient({ id: chosen }))
      : null;
  const related =
    to && document.source
      ? await orNotFound(caller.documents.listRelatedDocuments({ id: document.id }))
      : { data: [document] };
  const moved = related.data.filter(({ status }) => MOVED_TOGETHER.includes(status));
  const found =
    mayFileDocuments && movable && !to && q && q.length >= 2
      ? await caller.patients.listCharts({ q, limit: SHOWN + 1 })
      : null;
  const isInError = document.status === 'entered_in_error';
  const corrections = isInError
    ? await orNotFound(caller.documents.listDocumentCorrections({ id: document.id }))
    : null;
  const movedTo = movedAway(corrections?.data ?? [])?.other;
  const others = found?.data.filter(({ id }) => id !== patient.id) ?? null;
  return (
    <MainArea>
      <PageHeading parent={{ href: back, label: document.title }} title="Move document to another patient">
        For a document filed to the wrong patient. Nothing changes until you confirm.
      </PageHeading>
      {mayFileDocuments && movable ? <MovedDocument document={document} /> : null}
      {!mayFileDocuments ? (
        <Denied what="move documents" action="move_document" patientId={patient.id} />
      ) : movedTo ? (
        <EmptyState title="This document was moved to another patient.">
          <TextLink href={`/patients/${movedTo.patient_id}/documents/${movedTo.id}`}>
            Open in that chart
          </TextLink>
        </EmptyState>
      ) : !movable ? (
        <EmptyState title="This document cannot be moved.">
          {document.result_id
            ? 'It belongs to a report. Move the report instead.'
            : isInError
              ? 'It is marked as entered in error.'
              : 'It has no available file.'}
        </EmptyState>
      ) : to ? (
        <>
          <p className="mb-3">
            <TextLink href={`${back}/move`}>Choose another patient</TextLink>
          </p>
          <MoveDocument
            key={to.id}
            id={document.id}
            others={moved.length - 1}
            isSignedOff={moved.some(({ signed_off_at }) => signed_off_at !== null)}
            from={{ id: patient.id, line: patientLine(patient), name: formatShortName(patient.name) }}
            to={{ id: to.id, line: patientLine(to), name: formatShortName(to.name) }}
          />
        </>
      ) : (
        <ChoosePatient
          path={`${back}/move`}
          q={q}
          label="Find the patient"
          focus
          found={others?.slice(0, SHOWN) ?? null}
          emptyTitle="No other patients match."
          more={(others?.length ?? 0) > SHOWN || Boolean(found?.next_cursor)}
          today={today}
          hrefOf={({ id }) => `${back}/move?to=${id}`}
        />
      )}
    </MainArea>
  );
}
