'use client';
/** Deletes a webhook after its host and path were typed. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { NameDialog } from '../../ui/name-dialog';
import { showToast } from '../../ui/toast';
import { webhookName } from './webhook-name';

export function DeleteWebhook({ id, url }: { id: string; url: string }) {
  const shown = webhookName(url);
  const router = useRouter();
  return (
    <NameDialog
      id="confirm-webhook"
      name={shown}
      opener={{ label: 'Delete', weight: 'secondary' }}
      title={`Delete the webhook to ${shown}?`}
      confirm="Delete webhook"
      isDestructive
      onConfirm={() => api.webhooks.deleteWebhook.mutate({ id })}
      done={() => {
        showToast(`Webhook to ${shown} deleted.`);
        router.push('/admin/webhooks');
        router.refresh();
      }}
    >
      <p className="mb-3">Pending deliveries are discarded. This cannot be undone.</p>
    </NameDialog>
  );
}
