'use client';
/** Takes back one's own signature, with the reason; both stay in the trail. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';
import { tellInboxChanged } from './inbox-queries';

export function WithdrawSignature({ id, version }: { id: string; version: number }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <ConfirmDialog
      opener={{ label: 'Withdraw my signature', weight: 'secondary', onOpen: () => setReason('') }}
      title={`Withdraw your signature of version ${version}?`}
      confirm="Withdraw"
      keep="Let it stand"
      ready={given !== ''}
      act={() => api.reviews.withdrawSignature.mutate({ id, version, reason: given })}
      explain={({ code, fields, sentence, detail }) =>
        code === 'validation_failed' && fields[0]
          ? `The reason ${fields[0].message}.`
          : code === 'invalid_state' && detail
            ? detail
            : sentence
      }
      done={() => {
        tellInboxChanged();
        announce('Your signature is withdrawn. The report waits again.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        The report waits for a signature again, and programs that read it are told. That you had signed it
        stays visible, with the reason.
      </p>
      <TextArea
        id="withdraw-reason"
        label="Why you withdraw it"
        maxLength={NOTE_LENGTH}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
