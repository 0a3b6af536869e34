'use client';
/** Deletes a webhook after its host name was typed, so that it never happens by accident. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';

export function DeleteWebhook({ id, host }: { id: string; host: string }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      opener={{ label: 'Delete', weight: 'secondary', onOpen: () => setTyped('') }}
      title={`Delete the webhook to ${host}?`}
      confirm="Delete webhook"
      ready={typed.trim() === host}
      onConfirm={() => api.webhooks.deleteWebhook.mutate({ id })}
      done={() => {
        showToast(`Webhook to ${host} deleted.`);
        router.push('/admin/webhooks');
        router.refresh();
      }}
    >
      <p className="mb-3">Pending deliveries are discarded. This cannot be undone.</p>
      <TextField
        id="confirm-host"
        label={`Type ${host} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
