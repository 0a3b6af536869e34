'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAX_REASON } from '@/server/domain/inbound-messages/rules';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
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
      ready={given !== ''}
      onConfirm={() => api.inboundMessages.setMessageAside.mutate({ id, reason: given })}
      done={() => {
        showToast('Message set aside.');
        router.refresh();
      }}
    >
      <p className="mb-3">Its results are not filed until it is reprocessed. Later messages are processed.</p>
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
