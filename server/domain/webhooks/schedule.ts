import { DISABLE_AFTER_DAYS, FEWEST_FAILURES, WARN_AFTER_DAYS } from './rules';

/**
 * When a delivery is retried, and when a webhook is disabled. The table of Standard Webhooks: 10 attempts over 75 h 35
 * min, each delay ± 20 %.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Delays before the second, third … tenth attempt. */
export const STEPS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
export const MAX_ATTEMPTS = STEPS.length + 1;
const JITTER = 0.2;
const LONGEST_RETRY_AFTER = DAY;

/**
 * @param attempts so far, including the failed one
 * @param retryAfter milliseconds requested by the receiver; lengthens a delay, never shortens it
 * @param random from 0 to 1
 * @returns null if the delivery is exhausted
 */
export function nextAttempt(
  attempts: number,
  failedAt: Date,
  retryAfter: number | null = null,
  random = Math.random(),
): Date | null {
  const step = STEPS[attempts - 1];
  if (step === undefined) return null;
  const jittered = step * (1 - JITTER + 2 * JITTER * random);
  return new Date(failedAt.getTime() + Math.max(jittered, Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER)));
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date; null if absent, past or invalid. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // Only the fixed-length form of an HTTP date: Date.parse alone finds a year in almost any text.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const wait = Date.parse(text) - now.getTime();
  return wait > 0 ? wait : null;
}

export interface Health {
  consecutiveFailures: number;
  firstFailureAt: Date | null;
  lastSuccessAt: Date | null;
  createdAt: Date;
}

const SILENT = DISABLE_AFTER_DAYS * DAY;

/** Five days without success, and at least 20 consecutive failures over more than 24 hours. */
export function isGivenUp(health: Health, now: Date): boolean {
  const earliest = earliestGiveUp(health);
  return earliest !== null && now >= earliest;
}

/** From when the next failure disables the webhook if nothing succeeds; null with too few failures. */
export function earliestGiveUp(health: Health): Date | null {
  if (health.firstFailureAt === null || health.consecutiveFailures < FEWEST_FAILURES) return null;
  const silentSince = health.lastSuccessAt ?? health.createdAt;
  // More than 24 hours, not exactly 24.
  return new Date(Math.max(health.firstFailureAt.getTime() + DAY + 1, silentSince.getTime() + SILENT));
}

const LONG = WARN_AFTER_DAYS * DAY;

/** Whether these failures, as opposed to earlier ones, complete several days of failing. */
export function hasFailedLong({
  firstFailureAt,
  lastFailureAt,
  failedBefore,
}: {
  firstFailureAt: Date | null;
  lastFailureAt: Date | null;
  failedBefore: Date | null;
}): boolean {
  if (firstFailureAt === null || lastFailureAt === null) return false;
  const long = firstFailureAt.getTime() + LONG;
  return lastFailureAt.getTime() >= long && (failedBefore === null || failedBefore.getTime() < long);
}
