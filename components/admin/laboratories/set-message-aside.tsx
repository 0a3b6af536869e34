'use client';
/** Takes an unprocessed message out of the queue, with a reason, so that the next ones continue. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAX_REASON } from '@/server/domain/inbound-messages/rules';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { TextArea } from '../../ui/text-field';

export function SetMessageAside({ id }: { id: string }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <ConfirmDialog
      opener={{ label: 'Set aside', weight: 'secondary', onOpen: () => setReason('') }}
      title="Set this message aside?"
      confirm="Set aside"
      keep="Cancel"
      ready={given !== ''}
      act={() => api.inboundMessages.setMessageAside.mutate({ id, reason: given })}
      done={() => {
        announce('The message is set aside.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        Its results are not filed until someone runs it again. The next messages of the connection continue.
      </p>
      <TextArea
        id="set-aside-reason"
        label="Reason"
        maxLength={MAX_REASON}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
