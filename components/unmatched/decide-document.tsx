'use client';
/** The decisions about an unmatched document. */
import { useRef, type ReactNode } from 'react';
import type { FiledInboundDocument } from '@/server/domain/inbound-documents/contract';
import { MAX_REASON } from '@/server/domain/inbound-documents/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';
import { useOutdated } from './follow-decision';
import { useBackToList } from './list-place';
import { MatchHere, type MatchedPatient } from './match-here';
import { UNMATCHED } from './views';

interface FileDocumentProps {
  documentId: string;
  patient: MatchedPatient;
  /** Patient and document contradict each other, so that a reason is required. */
  differences: ReactNode;
  /** Neither MRN nor birth date were sent. */
  isNameOnly: boolean;
  /** Other messages about it, which are filed with it. */
  alsoUnmatched: number;
  /** URL of the list that the document is in. */
  list: string;
}

export function FileDocument({
  documentId,
  patient,
  differences,
  isNameOnly,
  alsoUnmatched,
  list,
}: FileDocumentProps) {
  const back = useBackToList(list);
  const filed = useRef<FiledInboundDocument>(null);
  return (
    <MatchHere
      itemId={documentId}
      what="document"
      patient={patient}
      needsReason={differences !== null}
      isNameOnly={isNameOnly}
      onConfirm={async (given) => {
        filed.current = await api.inboundDocuments.fileInboundDocument.mutate({
          id: documentId,
          patient_id: patient.id,
          ...given,
        });
      }}
      done={() => {
        const { also_filed: also, document_id: id, may_undo: mayUndo } = filed.current!;
        showToast({
          sentence: `Document filed to ${isolate(patient.name)}, MRN ${patient.mrn}.${also > 0 ? ` ${count(also, 'related message')} filed.` : ''}`,
          ...(mayUndo ? { undo: () => undoFiling(documentId) } : {}),
          link: {
            href: id ? `/patients/${patient.id}/documents/${id}` : `/patients/${patient.id}`,
            label: id ? 'Open document' : 'Open chart',
          },
        });
        back();
      }}
    >
      {differences}
      {differences === null ? null : (
        <p className="mb-3">Later versions that differ from the chart are held for review.</p>
      )}
      {alsoUnmatched > 0 ? (
        <p className="mb-3">
          {count(alsoUnmatched, 'other unmatched message')} about this document will be filed with it.
        </p>
      ) : null}
    </MatchHere>
  );
}

async function undoFiling(documentId: string) {
  await api.inboundDocuments.undoInboundDocument.mutate({ id: documentId });
  return {
    sentence: 'Undone. The document is unmatched.',
    href: `${UNMATCHED}/documents/${documentId}`,
  };
}

interface RejectDocumentProps {
  documentId: string;
  /** Of the patient, as sent. */
  name: string;
  /** Name and MRN, as sent. */
  subject: string;
}

export function RejectDocument({ documentId, name, subject }: RejectDocumentProps) {
  const back = useBackToList(UNMATCHED);
  return (
    <ReasonDialog
      id="reject-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Reject', weight: 'secondary' }}
      title={`Reject document for ${isolate(subject)}?`}
      confirm="Reject"
      outdated={useOutdated(documentId)}
      onConfirm={(reason) => api.inboundDocuments.dismissInboundDocument.mutate({ id: documentId, reason })}
      done={() => {
        showToast({
          sentence: `Document for ${isolate(name)} rejected.`,
          undo: async () => {
            await api.inboundDocuments.returnInboundDocument.mutate({ id: documentId });
            return {
              sentence: `Undone. The document for ${isolate(name)} is unmatched.`,
              href: `${UNMATCHED}/documents/${documentId}`,
            };
          },
        });
        back();
      }}
    >
      <p className="mb-3">The document moves to “Rejected”. You can return it to unmatched.</p>
    </ReasonDialog>
  );
}

export const ReturnDocument = ({ documentId, name }: Pick<RejectDocumentProps, 'documentId' | 'name'>) => (
  <ActionButton
    label="Return to unmatched"
    run={() => api.inboundDocuments.returnInboundDocument.mutate({ id: documentId })}
    done={`Document for ${isolate(name)} returned to unmatched documents.`}
  />
);
