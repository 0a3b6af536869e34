'use client';
/** Signs off a document, or withdraws one's own sign-off with a reason. */
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { MAX_REASON } from '@/server/domain/documents/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { errorWords } from '../inbox/review-action';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';

interface SignOffProps {
  document: Pick<Document, 'id' | 'title' | 'signed_off_by'>;
  /** ID of the user. */
  self: string;
  /** A phone or tablet opens the document by a button first. */
  isReadFirst: boolean;
}

/** Over the look of a primary button. */
const SECONDARY_ON_HANDHELD =
  'handheld:border-control handheld:bg-paper handheld:text-ink handheld:hover:border-ink handheld:hover:bg-canvas handheld:hover:text-ink';

export function SignOff({ document: { id, title, signed_off_by: signer }, self, isReadFirst }: SignOffProps) {
  const router = useRouter();
  const format = useFormat();
  if (signer === null)
    return (
      <ActionButton
        label="Sign off"
        weight="primary"
        className={isReadFirst ? SECONDARY_ON_HANDHELD : ''}
        run={() => api.documents.signOffDocument.mutate({ id })}
        explain={(error) => errorWords(error, self, format)}
        done={() => {
          showToast({
            sentence: `Signed off ${isolate(title)}.`,
            undo: async () => {
              await api.documents.withdrawDocumentSignOff.mutate({ id });
              return { sentence: `Undone. ${isolate(title)} is not signed off.` };
            },
          });
          router.refresh();
        }}
      />
    );
  if (signer !== self) return null;
  return (
    <ReasonDialog
      id="withdraw-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Withdraw sign-off', weight: 'secondary' }}
      title={`Withdraw your sign-off of “${isolate(title)}”?`}
      confirm="Withdraw"
      onConfirm={(reason) => api.documents.withdrawDocumentSignOff.mutate({ id, reason })}
      explain={({ code, sentence, detail }) => (code === 'invalid_state' && detail ? detail : sentence)}
      done={() => {
        showToast('Sign-off withdrawn.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        Connected systems are notified. Your sign-off and the reason stay in the history.
      </p>
    </ReasonDialog>
  );
}
