'use client';

import { useRouter } from 'next/navigation';
import { MAX_REASON } from '@/server/domain/inbound-messages/rules';
import { api } from '../../client/client';
import { ReasonDialog } from '../../ui/reason-dialog';
import { showToast } from '../../ui/toast';

export function SetMessageAside({ id }: { id: string }) {
  const router = useRouter();
  return (
    <ReasonDialog
      id="set-aside-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Set aside', weight: 'secondary' }}
      title="Set this message aside?"
      confirm="Set aside"
      onConfirm={(reason) => api.inboundMessages.setMessageAside.mutate({ id, reason })}
      done={() => {
        showToast('Message set aside.');
        router.refresh();
      }}
    >
      <p className="mb-3">Its results are not filed until it is reprocessed. Later messages are processed.</p>
    </ReasonDialog>
  );
}
