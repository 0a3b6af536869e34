'use client';

import type { Delivery, Webhook } from '@/server/domain/webhooks/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import type { ButtonWeight } from '../../ui/button';
import { DeleteWebhook } from './delete-webhook';
import { RedeliverSince } from './redeliver-since';

const OUTCOME_AFTER_MS = 2000;

/** The delivery runs in the worker; a short wait lets the list show its outcome right away. */
async function sendTest(id: string): Promise<void> {
  await api.webhooks.sendTestEvent.mutate({ id });
  await new Promise((resolve) => window.setTimeout(resolve, OUTCOME_AFTER_MS));
}

interface WebhookActionsProps {
  webhook: Pick<Webhook, 'id' | 'url' | 'enabled'>;
  /** Number of held deliveries. */
  held: number;
}

export function WebhookActions({ webhook, held }: WebhookActionsProps) {
  const { id, enabled } = webhook;
  const set = (to: boolean, sendHeld: boolean) => () =>
    api.webhooks.setWebhookEnabled.mutate({ id, enabled: to, send_held: sendHeld });
  return (
    <>
      {enabled ? (
        <>
          <ActionButton label="Test" done="Test event sent." weight="primary" run={() => sendTest(id)} />
          <RedeliverSince id={id} />
          <ActionButton label="Pause" done="Webhook paused." run={set(false, false)} />
        </>
      ) : (
        <>
          <ActionButton
            label={held > 0 ? `Resume and send ${held} held` : 'Resume'}
            done="Webhook resumed."
            weight="primary"
            run={set(true, true)}
          />
          {held > 0 ? (
            <ActionButton label="Resume without sending" done="Webhook resumed." run={set(true, false)} />
          ) : null}
        </>
      )}
      {enabled && held > 0 ? (
        <ActionButton label={`Send ${held} held`} done="Held deliveries queued." run={set(true, true)} />
      ) : null}
      <DeleteWebhook id={id} host={new URL(webhook.url).host} />
    </>
  );
}

interface RedeliverProps {
  delivery: Pick<Delivery, 'id' | 'webhook_id' | 'event_type'>;
  weight?: ButtonWeight;
}

export function Redeliver({ delivery, weight = 'quiet' }: RedeliverProps) {
  return (
    <ActionButton
      label="Resend"
      name={`Resend ${delivery.event_type}`}
      done="Queued as a new delivery."
      weight={weight}
      run={() => api.webhooks.redeliver.mutate({ id: delivery.webhook_id, delivery_id: delivery.id })}
    />
  );
}
