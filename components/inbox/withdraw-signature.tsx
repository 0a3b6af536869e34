'use client';
/** The signer withdraws a sign-off and gives the reason. Both stay in the history. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { defineFields } from '../client/form-fields';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { shownError, type ShownError } from '../ui/error-message';
import { showToast } from '../ui/toast';
import { TextArea } from '../ui/text-field';
import { notifyInboxChanged } from './inbox-queries';
import { ownChange } from './own-change';

const fields = defineFields({
  'withdraw-reason': { pointer: '/reason', label: 'Reason', rows: 2, maxLength: NOTE_LENGTH },
});

export function WithdrawSignature({ id, version }: { id: string; version: number }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<ShownError | null>(null);
  const given = reason.trim();
  return (
    <ConfirmDialog
      opener={{
        label: 'Withdraw sign-off',
        weight: 'secondary',
        onOpen: () => {
          setReason('');
          setError(null);
        },
      }}
      title={`Withdraw your sign-off of version ${version}?`}
      confirm="Withdraw"
      ready={given !== ''}
      onConfirm={async () => {
        setError(null);
        try {
          await ownChange(() => api.reviews.withdrawSignature.mutate({ id, version, reason: given }));
        } catch (thrown) {
          setError(shownError(thrown));
          throw thrown;
        }
      }}
      explain={({ code, sentence, detail }) => (code === 'invalid_state' && detail ? detail : sentence)}
      done={() => {
        notifyInboxChanged();
        showToast('Sign-off withdrawn. The report is unsigned.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        The report becomes unsigned, and connected systems are notified. Your sign-off and the reason stay in
        the history.
      </p>
      <TextArea
        {...fields.controls(error).field('withdraw-reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
