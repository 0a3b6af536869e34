/** The health of a webhook in one sentence. */
import type { Delivery, Webhook, WebhookHealth } from '@/server/domain/webhooks/contract';
import { DELIVERY_ERROR_WORDS, WARN_AFTER_DAYS, isPaused } from '@/server/domain/webhooks/rules';
import type { Format } from '../../format/format';
import { count, formatBytes } from '../../format/numbers';

const DAY_MS = 86_400_000;

export interface Health {
  word: 'Healthy' | 'Failing' | 'Off' | 'Not used yet' | 'Paused' | 'Messages given up';
  sentence: string;
  troubled: boolean;
}

/** Why a try failed, without a full stop at the end. */
export function causeOf(attempt: Delivery['attempts'][number]): string {
  if (!attempt.error) return attempt.response_status ? `Answer ${attempt.response_status}` : 'Delivered';
  const cause = attempt.error_detail?.replace(/\.$/, '') ?? DELIVERY_ERROR_WORDS[attempt.error];
  const status = attempt.response_status;
  return status && !cause.includes(String(status)) ? `${cause} (answer ${status})` : cause;
}

/** Why there is an answer and no text of it; null when there is nothing to explain. */
export function withheldAnswer(attempt: Delivery['attempts'][number]): string | null {
  if (attempt.response_excerpt !== null || !attempt.response_bytes) return null;
  return `The answer (${formatBytes(attempt.response_bytes)}) is not stored: the receiver is in a private network.`;
}

/** @param facts what the service counted; without them the sentence is shorter */
export function healthOf(
  webhook: Webhook,
  deliveries: readonly Delivery[],
  format: Format,
  facts?: WebhookHealth,
): Health {
  const held = facts && facts.held > 0 ? ` ${count(facts.held, 'message')} held.` : '';
  if (!webhook.enabled && isPaused(webhook))
    return {
      word: 'Paused',
      sentence: `Paused by a person. Nothing is sent; messages are held.${held}`,
      troubled: false,
    };
  if (webhook.status === 'disabled') {
    const reason = webhook.disabled_reason?.replace(/\.$/, '') ?? 'too many failures';
    return {
      word: 'Off',
      sentence: `Switched off: ${reason}. Messages are held.${held}`,
      troubled: true,
    };
  }
  if (webhook.consecutive_failures > 0)
    return { word: 'Failing', sentence: failing(webhook, deliveries, format, facts), troubled: true };
  if (facts && facts.given_up > 0)
    return {
      word: 'Messages given up',
      sentence: `${count(facts.given_up, 'message')} could not be delivered in the last 7 days; the newest ones arrive.`,
      troubled: true,
    };
  if (!webhook.last_success_at)
    return { word: 'Not used yet', sentence: 'No message was sent yet.', troubled: false };
  const week = facts && facts.days.length > 0 ? ` ${weekWords(facts.days)}` : '';
  return {
    word: 'Healthy',
    sentence: `Last delivered ${format.instant(webhook.last_success_at)}, no failure since.${week}`,
    troubled: false,
  };
}

function weekWords(days: WebhookHealth['days']): string {
  const sum = (of: 'delivered' | 'failed') => days.reduce((total, day) => total + day[of], 0);
  return `${sum('delivered')} delivered, ${sum('failed')} given up in 7 days.`;
}

function failing(
  webhook: Webhook,
  deliveries: readonly Delivery[],
  format: Format,
  facts: WebhookHealth | undefined,
): string {
  const at = (instant: string): string => format.instant(instant);
  const waiting = deliveries.find((delivery) => delivery.next_attempt_at !== null)?.next_attempt_at;
  const last = deliveries.find((delivery) => delivery.attempts.at(-1)?.error)?.attempts.at(-1);
  const next = facts?.next_attempt_at ?? waiting;
  return [
    ...(facts?.failing_since ? [`Since ${at(facts.failing_since)},`] : []),
    `${count(webhook.consecutive_failures, 'failure')} in a row.`,
    ...(last ? [`${causeOf(last)}.`] : []),
    ...(next ? [`Next try ${at(next)}.`] : []),
    webhook.last_success_at ? `Last success ${at(webhook.last_success_at)}.` : 'Nothing was ever delivered.',
    ...(facts && facts.given_up > 0 ? [`${count(facts.given_up, 'message')} given up in 7 days.`] : []),
    ...(facts?.gives_up_at
      ? [`It is switched off after ${at(facts.gives_up_at)} if nothing gets through.`]
      : []),
  ].join(' ');
}

/** Webhooks of which their owners must know before messages are lost. */
export function warningsOf(
  facts: readonly WebhookHealth[],
  now: number,
): { failing: number; givenUp: number } {
  const long = ({ failing_since: since }: WebhookHealth) =>
    since !== null && now - Date.parse(since) >= WARN_AFTER_DAYS * DAY_MS;
  return {
    failing: facts.filter(long).length,
    givenUp: facts.filter((hook) => hook.given_up > 0).length,
  };
}
