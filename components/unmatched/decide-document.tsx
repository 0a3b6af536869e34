'use client';
/** The decisions about an unmatched document. */
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { FiledInboundDocument } from '@/server/domain/inbound-documents/contract';
import { MAX_REASON } from '@/server/domain/inbound-documents/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';
import { MatchHere, type MatchedPatient } from './match-here';

interface FileDocumentProps {
  documentId: string;
  patient: MatchedPatient;
  /** Patient and document contradict each other. */
  needsReason: boolean;
}

export function FileDocument({ documentId, patient, needsReason }: FileDocumentProps) {
  const router = useRouter();
  const filed = useRef<FiledInboundDocument>(null);
  return (
    <MatchHere
      what="document"
      patient={patient}
      needsReason={needsReason}
      onConfirm={async (given) => {
        filed.current = await api.inboundDocuments.fileInboundDocument.mutate({
          id: documentId,
          patient_id: patient.id,
          ...given,
        });
      }}
      done={() => {
        const { also_filed: also, document_id: id } = filed.current!;
        showToast({
          sentence: `Document filed to ${isolate(patient.name)}.${also > 0 ? ` ${count(also, 'related message')} filed.` : ''}`,
          link: {
            href: id ? `/patients/${patient.id}/documents/${id}` : `/patients/${patient.id}`,
            label: id ? 'Open document' : 'Open chart',
          },
        });
        router.push('/unmatched');
        router.refresh();
      }}
    >
      <p className="mb-3">Other unmatched messages about this document are filed with it.</p>
    </MatchHere>
  );
}

interface RejectDocumentProps {
  documentId: string;
  /** Of the patient, as sent. */
  name: string;
  /** Whether it can be filed after all. */
  mayFile: boolean;
  mayOpenMessage: boolean;
}

export function RejectDocument({ documentId, name, mayFile, mayOpenMessage }: RejectDocumentProps) {
  const router = useRouter();
  return (
    <ReasonDialog
      id="reject-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Reject', weight: 'secondary' }}
      title="Reject document?"
      confirm="Reject"
      onConfirm={(reason) => api.inboundDocuments.dismissInboundDocument.mutate({ id: documentId, reason })}
      done={() => {
        showToast(`Document for ${isolate(name)} rejected.`);
        router.push('/unmatched');
        router.refresh();
      }}
    >
      <p className="mb-3">
        It is not filed.{' '}
        {mayFile
          ? mayOpenMessage
            ? 'You can still file it from its message.'
            : 'Only an administrator can find it afterwards, in its message.'
          : null}
      </p>
    </ReasonDialog>
  );
}
