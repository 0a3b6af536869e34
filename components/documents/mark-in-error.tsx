'use client';
/** Marks a document that should never have been filed. */
import { useRouter } from 'next/navigation';
import { MAX_REASON } from '@/server/domain/documents/rules';
import { UNDO_REASONS } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { count, noun } from '../format/numbers';
import { DialogSubject } from '../ui/dialog-subject';
import { showToast } from '../ui/toast';
import { ReasonDialog } from '../ui/reason-dialog';

interface MarkInErrorProps {
  id: string;
  title: string;
  patientLine: string;
  /** Number of its versions, addenda and other files of the message. */
  others: number;
  /** Without one it cannot be undone. */
  hasFile: boolean;
}

async function unmark(id: string, title: string) {
  await api.documents.markDocumentInError.mutate({ id, reason: UNDO_REASONS.error, undo: true });
  return { sentence: `Undone. ${isolate(title)} is valid again.` };
}

export function MarkInError({ id, title, patientLine, others, hasFile }: MarkInErrorProps) {
  const router = useRouter();
  return (
    <ReasonDialog
      id="error-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Mark as entered in error', weight: 'secondary' }}
      title="Mark this document as entered in error?"
      confirm="Mark as entered in error"
      onConfirm={(reason) => api.documents.markDocumentInError.mutate({ id, reason })}
      done={() => {
        showToast({
          sentence: `${isolate(title)} marked as entered in error.`,
          ...(hasFile ? { undo: () => unmark(id, title) } : {}),
        });
        router.refresh();
        // The reason is below it; the button disappears.
        document.querySelector('h1')?.focus();
      }}
    >
      <DialogSubject what={title} patientLine={patientLine} />
      {others > 0 ? (
        <p className="mb-3 font-semibold">
          Only this document is marked. {count(others, 'related document')} {noun(others, 'stays', 'stay')}{' '}
          unchanged.
        </p>
      ) : null}
      <p className="mb-3">
        The file can no longer be opened. The entry stays in the list with your reason. Connected systems are
        notified. {hasFile ? null : 'This cannot be undone.'}
      </p>
    </ReasonDialog>
  );
}
