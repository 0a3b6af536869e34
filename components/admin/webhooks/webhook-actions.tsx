'use client';

import { useRouter } from 'next/navigation';
import type { Delivery, Webhook } from '@/server/domain/webhooks/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { useOnce } from '../../client/use-once';
import type { ButtonWeight } from '../../ui/button';
import { OpenFold } from '../../ui/open-fold';
import { showToast } from '../../ui/toast';
import { DeleteWebhook } from './delete-webhook';
import { RedeliverSince } from './redeliver-since';
import { resend, testWebhook } from './test-event';

interface WebhookActionsProps {
  webhook: Pick<Webhook, 'id' | 'url' | 'enabled'>;
  /** Number of held deliveries. */
  held: number;
}

export function WebhookActions({ webhook, held }: WebhookActionsProps) {
  const router = useRouter();
  const submission = useOnce();
  const { id, enabled } = webhook;
  const set = (to: boolean, sendHeld: boolean) => () =>
    api.webhooks.setWebhookEnabled.mutate({ id, enabled: to, send_held: sendHeld });
  return (
    <>
      {enabled ? (
        <>
          <ActionButton
            label="Test"
            done={() => router.refresh()}
            weight="primary"
            run={async () => showToast(await testWebhook({ id }, submission))}
          />
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
      <OpenFold id="edit" label="Edit" />
      <DeleteWebhook id={id} url={webhook.url} />
    </>
  );
}

interface RedeliverProps {
  delivery: Pick<Delivery, 'id' | 'webhook_id' | 'event_type'>;
  weight?: ButtonWeight;
}

export function Redeliver({ delivery, weight = 'quiet' }: RedeliverProps) {
  const router = useRouter();
  const submission = useOnce();
  return (
    <ActionButton
      label="Resend"
      name={`Resend ${delivery.event_type}`}
      done={() => router.refresh()}
      weight={weight}
      run={async () => showToast(await resend(delivery, submission))}
    />
  );
}
