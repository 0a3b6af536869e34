'use client';
/** What can be done with a webhook, and with one of its deliveries. */
import type { Webhook } from '@/server/domain/webhooks/contract';
import { ActionButton } from '../api/action-button';
import { api } from '../api/client';
import { DeleteWebhook } from './delete-webhook';

const OUTCOME_AFTER_MS = 2000;

/** The delivery runs in the worker; a short wait lets the list show its outcome right away. */
async function sendTest(id: string): Promise<void> {
  await api.webhooks.sendTestEvent.mutate({ id });
  await new Promise((resolve) => window.setTimeout(resolve, OUTCOME_AFTER_MS));
}

export function WebhookActions({ webhook }: { webhook: Pick<Webhook, 'id' | 'url' | 'enabled'> }) {
  const { id, enabled } = webhook;
  return (
    <>
      {enabled ? (
        <ActionButton label="Send test" done="Test sent." weight="primary" run={() => sendTest(id)} />
      ) : null}
      <ActionButton
        label={enabled ? 'Pause' : 'Resume and send what waited'}
        done={enabled ? 'Webhook paused.' : 'Webhook resumed.'}
        run={() => api.webhooks.setWebhookEnabled.mutate({ id, enabled: !enabled, send_held: !enabled })}
      />
      <DeleteWebhook id={id} host={new URL(webhook.url).host} />
    </>
  );
}

export function Redeliver({ id, eventType }: { id: string; eventType: string }) {
  return (
    <ActionButton
      label="Redeliver"
      name={`Redeliver ${eventType}`}
      done="Queued again."
      weight="quiet"
      run={() => api.webhooks.redeliver.mutate({ id })}
    />
  );
}
