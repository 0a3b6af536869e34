'use client';
/** Deletes a webhook after its host and path were typed, so that it never happens by accident. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';
import { webhookName } from './webhook-name';

export function DeleteWebhook({ id, url }: { id: string; url: string }) {
  const shown = webhookName(url);
  const router = useRouter();
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      opener={{ label: 'Delete', weight: 'secondary', onOpen: () => setTyped('') }}
      title={`Delete the webhook to ${shown}?`}
      confirm="Delete webhook"
      ready={typed.trim() === shown}
      onConfirm={() => api.webhooks.deleteWebhook.mutate({ id })}
      done={() => {
        showToast(`Webhook to ${shown} deleted.`);
        router.push('/admin/webhooks');
        router.refresh();
      }}
    >
      <p className="mb-3">Pending deliveries are discarded. This cannot be undone.</p>
      <TextField
        id="confirm-webhook"
        label={`Type ${shown} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
