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
import type { ButtonWeight } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { ShownError } from '../ui/error-message';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';

interface SignOffProps {
  document: Pick<Document, 'id' | 'title' | 'signed_off_by'>;
  /** ID of the user. */
  self: string;
  weight?: ButtonWeight;
  className?: string;
  /** The end of the PDF file is missing. */
  lacksEnd: boolean;
  /** There is no preview, and the user has not opened the file here. */
  isUnopened?: boolean;
}

const WARNINGS = {
  incomplete: {
    what: ', which is incomplete',
    confirm: 'Sign off incomplete PDF',
    says: 'The end of this PDF is missing. Ask the sender for the complete file.',
  },
  unopened: {
    what: ' without opening it',
    confirm: 'Sign off unopened file',
    says: 'You have not opened this file on this device.',
  },
};

export function SignOff({
  document: { id, title, signed_off_by: signer },
  self,
  weight = 'primary',
  className = '',
  lacksEnd,
  isUnopened = false,
}: SignOffProps) {
  const warning = lacksEnd ? WARNINGS.incomplete : isUnopened ? WARNINGS.unopened : null;
  const router = useRouter();
  const format = useFormat();
  const run = () => api.documents.signOffDocument.mutate({ id });
  const explain = (error: ShownError) => errorWords(error, self, format);
  function done() {
    showToast({
      sentence: `Signed off ${isolate(title)}.`,
      undo: async () => {
        await api.documents.withdrawDocumentSignOff.mutate({ id });
        return { sentence: `Undone. ${isolate(title)} is not signed off.` };
      },
    });
    router.refresh();
  }
  if (signer === null)
    return warning ? (
      <ConfirmDialog
        opener={{ label: 'Sign off', weight }}
        title={`Sign off “${isolate(title)}”${warning.what}?`}
        confirm={warning.confirm}
        onConfirm={run}
        explain={explain}
        done={done}
      >
        <p>{warning.says}</p>
      </ConfirmDialog>
    ) : (
      <ActionButton
        label="Sign off"
        weight={weight}
        className={className}
        run={run}
        explain={explain}
        done={done}
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
