/** The health of a webhook in one sentence. */
import type { Delivery, Webhook } from '@/server/domain/webhooks/contract';
import { formatInstant } from '../format/dates';
import { count } from '../format/numbers';
import { word } from '../format/words';

export interface Health {
  word: 'Healthy' | 'Failing' | 'Off' | 'Not used yet' | 'Paused';
  sentence: string;
  troubled: boolean;
}

/** Why a try failed, without a full stop at the end. */
export function causeOf(attempt: Delivery['attempts'][number]): string {
  if (!attempt.error) return attempt.response_status ? `Answer ${attempt.response_status}` : 'Delivered';
  const cause = attempt.error_detail?.replace(/\.$/, '') ?? word('delivery_error', attempt.error);
  return attempt.response_status ? `${cause} (answer ${attempt.response_status})` : cause;
}

export function healthOf(webhook: Webhook, deliveries: readonly Delivery[], zone: string): Health {
  const at = (instant: string): string => formatInstant(instant, zone);
  if (webhook.status === 'disabled') {
    return {
      word: 'Off',
      sentence: `Switched off: ${webhook.disabled_reason ?? 'too many failures'}. Messages are held.`,
      troubled: true,
    };
  }
  if (!webhook.enabled)
    return { word: 'Paused', sentence: 'Paused by a person. Nothing is sent.', troubled: false };
  if (webhook.consecutive_failures > 0) {
    const waiting = deliveries.find((delivery) => delivery.next_attempt_at !== null);
    const last = deliveries.find((delivery) => delivery.attempts.at(-1)?.error)?.attempts.at(-1);
    const cause = last ? ` ${causeOf(last)}.` : '';
    const next = waiting?.next_attempt_at ? ` Next try ${at(waiting.next_attempt_at)}.` : '';
    const since = webhook.last_success_at
      ? `Last success ${at(webhook.last_success_at)}.`
      : 'Nothing was ever delivered.';
    return {
      word: 'Failing',
      sentence: `${count(webhook.consecutive_failures, 'failure')} in a row.${cause}${next} ${since}`,
      troubled: true,
    };
  }
  if (!webhook.last_success_at)
    return { word: 'Not used yet', sentence: 'No message was sent yet.', troubled: false };
  return {
    word: 'Healthy',
    sentence: `Last delivered ${at(webhook.last_success_at)}, no failure since.`,
    troubled: false,
  };
}
