'use client';
/** Marks a document that should not have been filed, after a question that names document and patient. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAX_REASON } from '@/server/domain/documents/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';

export function MarkInError({ id, title, patientLine }: { id: string; title: string; patientLine: string }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opener={{ label: 'Mark as entered in error', weight: 'secondary', onOpen: () => setReason('') }}
      title={`Mark “${isolate(title)}” as entered in error? ${patientLine}`}
      confirm="Mark as entered in error"
      keep="Leave it"
      ready={reason.trim() !== ''}
      act={() => api.documents.markDocumentInError.mutate({ id, reason: reason.trim() })}
      done={() => {
        announce('The document is marked as entered in error.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        It stays in the list with your reason, and nobody can open the file any more. Connected systems are
        told. This cannot be undone.
      </p>
      <TextArea
        id="error-reason"
        label="Why it is wrong"
        maxLength={MAX_REASON}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
