import type { Delivery, Webhook, WebhookHealth } from '@/server/domain/webhooks/contract';
import {
  DELIVERY_ERROR_WORDS,
  FEWEST_FAILURES,
  MOST_RECENT,
  WARN_AFTER_DAYS,
  isPaused,
} from '@/server/domain/webhooks/rules';
import type { Format } from '../../format/format';
import { count, formatBytes } from '../../format/numbers';
import type { HealthWords } from '../../today/health-words';

const DAY_MS = 86_400_000;

export interface Health {
  word:
    | 'Healthy'
    | 'Failing'
    | 'Disabled'
    | 'Not used yet'
    | 'Last test failed'
    | 'Last test delivered'
    | 'Paused'
    | 'Failed deliveries';
  /** Follows the word after a colon, in place of a full stop. */
  reason?: string;
  sentence: string;
  hasProblem: boolean;
}

/** The outcome of an attempt, without a full stop. */
export function causeOf(
  attempt: Pick<Delivery['attempts'][number], 'response_status' | 'error' | 'error_detail'>,
): string {
  if (!attempt.error) return attempt.response_status ? `Status ${attempt.response_status}` : 'Delivered';
  const cause = attempt.error_detail?.replace(/\.$/, '') ?? DELIVERY_ERROR_WORDS[attempt.error];
  const status = attempt.response_status;
  return status && !cause.includes(String(status)) ? `${cause} (status ${status})` : cause;
}

/** Attempts of finished and retrying deliveries are recorded: without one, it was removed with the data of a patient. */
export const isWithoutRecord = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean =>
  attempts.length === 0 && (status === 'succeeded' || status === 'failed' || status === 'exhausted');

/** Why the text of a response is missing; null if it is not. */
export function withheldResponse(attempt: Delivery['attempts'][number]): string | null {
  if (attempt.response_excerpt !== null || !attempt.response_bytes) return null;
  return `Response (${formatBytes(attempt.response_bytes)}) not stored: the receiver is in a private network.`;
}

/** @param facts counts of the service, if they could be read */
export function healthOf(
  webhook: Webhook,
  deliveries: readonly Delivery[],
  format: Format,
  facts?: WebhookHealth,
): Health {
  const held = facts && facts.held > 0 ? ` ${count(facts.held, 'delivery', 'deliveries')} held.` : '';
  if (!webhook.enabled && isPaused(webhook))
    return {
      word: 'Paused',
      sentence: `Deliveries are held until you resume.${held}`,
      hasProblem: false,
    };
  if (webhook.status === 'disabled') {
    const reason = webhook.disabled_reason?.replace(/\.$/, '') ?? 'Too many failures';
    return {
      word: 'Disabled',
      sentence: `${reason}. Deliveries are held until you resume.${held}`,
      hasProblem: true,
    };
  }
  if (webhook.consecutive_failures > 0)
    return { word: 'Failing', ...failing(webhook, deliveries, format, facts), hasProblem: true };
  if (facts && facts.given_up > 0)
    return {
      word: 'Failed deliveries',
      sentence: `${count(facts.given_up, 'delivery', 'deliveries')} failed in the last 7 days. Recent ones succeed.`,
      hasProblem: true,
    };
  if (!webhook.last_success_at)
    return (
      tested(webhook, facts, format) ?? {
        word: 'Not used yet',
        sentence: unused(webhook, deliveries),
        hasProblem: false,
      }
    );
  const week = facts && facts.days.length > 0 ? ` ${weekWords(facts.days)}` : '';
  return {
    word: 'Healthy',
    sentence: `Last delivered ${format.instant(webhook.last_success_at)}.${week}`,
    hasProblem: false,
  };
}

/** A test shows whether a webhook without deliveries works; null without a test since the last failure. */
function tested(
  { last_failure_at: failure }: Webhook,
  facts: WebhookHealth | undefined,
  format: Format,
): Health | null {
  const test = facts?.last_test;
  if (!test || (failure !== null && Date.parse(failure) > Date.parse(test.sent_at))) return null;
  const sentence = `Tested ${format.instant(test.sent_at)}.`;
  return test.error
    ? { word: 'Last test failed', reason: causeOf(test), sentence, hasProblem: true }
    : { word: 'Last test delivered', sentence, hasProblem: false };
}

function unused({ last_failure_at: failure }: Webhook, deliveries: readonly Delivery[]): string {
  if (failure !== null) return 'No successful delivery yet.';
  return deliveries.some(({ attempts }) => attempts.length > 0)
    ? 'Only test events so far.'
    : 'No deliveries yet.';
}

/** The last attempt of any delivery except tests; null without one. */
export function lastDelivery({
  last_success_at: success,
  last_failure_at: failure,
}: Pick<Webhook, 'last_success_at' | 'last_failure_at'>): { at: string; failed: boolean } | null {
  const failed = failure !== null && (success === null || Date.parse(failure) > Date.parse(success));
  const at = failed ? failure : success;
  return at === null ? null : { at, failed };
}

/**
 * "99.5 %", "of 210 finished deliveries in 7 days", or "0 delivered", "and 2 retrying in 7 days". Only complete success
 * is 100 %, only complete failure 0 %.
 */
export function rateWords({
  finished,
  delivered,
  retrying,
}: NonNullable<WebhookHealth['recent']>): { rate: string; of: string } | null {
  if (finished === 0)
    return retrying === 0 ? null : { rate: '0 delivered', of: `and ${retrying} retrying in 7 days` };
  const exact = (delivered / finished) * 100;
  const rounded = Math.round(exact * 10) / 10;
  const percent = exact === 0 || exact === 100 ? exact : Math.min(Math.max(rounded, 0.1), 99.9);
  return {
    rate: `${percent} %`,
    of:
      finished < MOST_RECENT
        ? `of ${count(finished, 'finished delivery', 'finished deliveries')} in 7 days`
        : `of the newest ${MOST_RECENT} deliveries`,
  };
}

function weekWords(days: WebhookHealth['days']): string {
  const sum = (of: 'delivered' | 'retrying' | 'failed') => days.reduce((total, day) => total + day[of], 0);
  const retrying = sum('retrying') > 0 ? ` ${sum('retrying')} retrying,` : '';
  return `${sum('delivered')} delivered,${retrying} ${sum('failed')} failed in 7 days.`;
}

/** Of one webhook: too long for the list. */
const DISABLED_AFTER = `It will be disabled after five days without a success and at least ${FEWEST_FAILURES} failed attempts in a row.`;

function failing(
  webhook: Webhook,
  deliveries: readonly Delivery[],
  format: Format,
  facts: WebhookHealth | undefined,
): Pick<Health, 'reason' | 'sentence'> {
  const at = (instant: string): string => format.instant(instant);
  const waiting = deliveries.find((delivery) => delivery.next_attempt_at !== null)?.next_attempt_at;
  const last = deliveries.find((delivery) => delivery.attempts.at(-1)?.error)?.attempts.at(-1);
  const next = facts?.next_attempt_at ?? waiting;
  const since = facts?.failing_since ? ` since ${at(facts.failing_since)}` : '';
  const success = webhook.last_success_at;
  const isList = !facts || facts.days.length === 0;
  const sentences = [
    `${count(webhook.consecutive_failures, 'failed attempt')}${since}, ${success ? `last success ${at(success)}` : 'no success yet'}.`,
    ...(next ? [`Next attempt ${format.instant(next, 'second')}.`] : []),
    // The page of one webhook shows each day.
    ...(facts && isList && facts.given_up > 0
      ? [`${count(facts.given_up, 'delivery', 'deliveries')} failed in 7 days.`]
      : []),
    ...(facts?.gives_up_at
      ? [`It is disabled after ${at(facts.gives_up_at)} if it still fails.`]
      : isList
        ? []
        : [DISABLED_AFTER]),
  ];
  return { ...(last ? { reason: causeOf(last) } : {}), sentence: sentences.join(' ') };
}

/** Webhooks that need attention before deliveries are lost. */
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

/** All webhooks for overviews: one sentence for each problem. */
export function webhooksInWords(
  webhooks: readonly Pick<Webhook, 'enabled' | 'status' | 'disabled_reason'>[],
  facts: readonly WebhookHealth[],
  now: number,
): HealthWords {
  if (webhooks.length === 0)
    return { sentence: 'None. Add one to notify other systems of changes.', hasProblem: false };
  const all = count(webhooks.length, 'webhook');
  const failing = webhooks.filter((hook) => hook.status === 'failing').length;
  const disabled = webhooks.filter((hook) => !hook.enabled && !isPaused(hook)).length;
  const warned = warningsOf(facts, now);
  const long = warned.failing > 0 ? `, ${warned.failing} for at least ${WARN_AFTER_DAYS} days` : '';
  const problems = [
    ...(failing > 0 ? [`${failing} of ${all} failing${long}.`] : []),
    ...(disabled > 0 ? [`${disabled} of ${all} disabled.`] : []),
    ...(warned.givenUp > 0
      ? [`${count(warned.givenUp, 'webhook')} had failed deliveries in the last 7 days.`]
      : []),
  ];
  const counts = `${all}, none failing.`;
  if (problems.length === 0) return { sentence: counts, hasProblem: false };
  return {
    sentence: problems.join(' '),
    hasProblem: true,
    ...(failing + disabled === 0 ? { counts } : {}),
  };
}
