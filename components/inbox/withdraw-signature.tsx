'use client';
/** The signer withdraws a sign-off and gives the reason. Both stay in the history. */
import { useRouter } from 'next/navigation';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { DialogSubject } from '../ui/dialog-subject';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';
import { notifyInboxChanged } from './inbox-queries';
import { ownChange } from './own-change';

interface WithdrawSignatureProps {
  id: string;
  version: number;
  /** Of the report. */
  title: string;
  patientLine: string;
}

export function WithdrawSignature({ id, version, title, patientLine }: WithdrawSignatureProps) {
  const router = useRouter();
  return (
    <ReasonDialog
      id="withdraw-reason"
      maxLength={NOTE_LENGTH}
      opener={{ label: 'Withdraw sign-off', weight: 'secondary' }}
      title={`Withdraw your sign-off of version ${version}?`}
      confirm="Withdraw"
      onConfirm={(reason) => ownChange(() => api.reviews.withdrawSignature.mutate({ id, version, reason }))}
      explain={({ code, sentence, detail }) => (code === 'invalid_state' && detail ? detail : sentence)}
      done={() => {
        notifyInboxChanged();
        showToast('Sign-off withdrawn. The report is unsigned.');
        router.refresh();
      }}
    >
      <DialogSubject what={title} patientLine={patientLine} />
      <p className="mb-3">
        The report becomes unsigned, and connected systems are notified. Your sign-off and the reason stay in
        the history.
      </p>
    </ReasonDialog>
  );
}
