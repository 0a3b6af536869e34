'use client';
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

export function UnlinkIdentity({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Remove link', weight: 'secondary' }}
      title={`Remove the single sign-on link of ${isolate(name)}?`}
      confirm="Remove link"
      isDestructive
      onConfirm={() => api.singleSignOn.unlinkIdentity.mutate({ id })}
      done={() => {
        showToast('Single sign-on link removed.');
        router.refresh();
      }}
    >
      <p>For users who have a new account at the provider. Sessions opened by single sign-on end.</p>
    </ConfirmDialog>
  );
}
