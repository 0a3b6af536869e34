/** Sends a test event or a delivery again, and waits for its first attempt. */
import type { Delivery, DeliveryPath } from '@/server/domain/webhooks/contract';
import { api } from '../../client/client';
import type { Once } from '../../client/use-once';
import { closeToast, type Toast } from '../../ui/toast';
import { causeOf } from './health';

/** Together longer than an attempt may last. */
export const ASK_AFTER_MS = [400, 600, 1_000, 2_000, 4_000, 8_000];

export const NO_ATTEMPT_YET = 'No attempt yet. The result will appear under Deliveries.';

type Attempt = Delivery['attempts'][number];

export async function lastAttempt(path: DeliveryPath): Promise<Attempt | null> {
  const { attempts } = await api.webhooks.getDelivery.query(path);
  return attempts.at(-1) ?? null;
}

/** @returns the outcome for the user */
export async function testWebhook(
  input: Parameters<typeof api.webhooks.sendTestEvent.mutate>[0],
  submission: Once,
): Promise<Toast> {
  // The outcome of an earlier test would be read as that of this one.
  closeToast();
  const { id } = await submission.send((options) => api.webhooks.sendTestEvent.mutate(input, options));
  const attempt = await awaitAttempt({ id: input.id, delivery_id: id });
  if (!attempt) return { sentence: NO_ATTEMPT_YET };
  if (attempt.error) return { sentence: `Test failed: ${causeOf(attempt)}.`, isProblem: true };
  return { sentence: 'Test event delivered.' };
}

/** @returns the outcome for the user, with a link to the new delivery */
export async function resend(
  { webhook_id, id }: Pick<Delivery, 'webhook_id' | 'id'>,
  submission: Once,
): Promise<Toast> {
  closeToast();
  const input = { id: webhook_id, delivery_id: id };
  const sent = await submission.send((options) => api.webhooks.redeliver.mutate(input, options));
  const attempt = await awaitAttempt({ id: webhook_id, delivery_id: sent.id });
  const link = { href: `/admin/webhooks/${webhook_id}/deliveries/${sent.id}`, label: 'Open delivery' };
  if (!attempt) return { sentence: 'Queued as a new delivery.', link };
  if (attempt.error) return { sentence: `Resend failed: ${causeOf(attempt)}.`, isProblem: true, link };
  return { sentence: 'Resent and delivered.', link };
}

/** Null if there is no attempt in time. The event was sent, so a failed read is not an error. */
async function awaitAttempt(path: DeliveryPath): Promise<Attempt | null> {
  for (const ms of ASK_AFTER_MS) {
    await new Promise((resolve) => window.setTimeout(resolve, ms));
    const attempt = await lastAttempt(path).catch(() => null);
    if (attempt) return attempt;
  }
  return null;
}
