import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { count } from '../counts';
import { startLoop } from '../jobs/loop';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { asTrace, traceparent } from '../tracing';
import { disableWebhook } from '../domain/webhooks/disable-webhook';
import { warnOfWebhook } from '../domain/webhooks/warn-of-webhook';
import { readSecret } from '../domain/webhooks/secrets';
import { idTime, showId } from '../shared/ids';
import { closeConnections } from '../outbound/post';
import { WebhookQueues, type Claimed, type Hook } from './webhook-queues';
import { newOwner, release, turn } from './queue';
import type { Attempt, HookHealth } from './record-attempts';
import { hasFailedLong, isGivenUp, nextAttempt } from '../domain/webhooks/schedule';
import { send, type Answer, type SendOptions } from './send';
import { signatureHeaders } from '../events/webhook-signature';

/**
 * Sends due deliveries: claims under a lease, slightly ahead of the sends in progress, sends outside any transaction,
 * and records attempts under the lease. At least once: after a crash the lease expires and the delivery is sent again
 * with the same `webhook-id`.
 */
export interface Worker {
  /** Stops claiming, waits a few seconds for sends in progress, and returns the other leases. */
  stop(): Promise<void>;
  running(): boolean;
}

export interface WorkerOptions {
  pollMs?: number;
  /** Concurrent sends, over all webhooks. */
  slots?: number;
  stopMs?: number;
  send?: Omit<SendOptions, 'signal'>;
  now?: () => Date;
}

const POLL_MS = 250;
/** Delay between two database turns while sends finish, so that one turn writes many attempts. */
const GATHER_MS = 10;
/** While deliveries are leased ahead, the database is polled before its last response becomes too old. */
const LOOK_MS = 100;
const SLOTS = 100;
const STOP_MS = 5_000;
const LONGEST_BACKOFF = 5_000;
const BLAMED_EVERY = 60_000;

export function startWorker(options: WorkerOptions = {}): Worker {
  const { pollMs = POLL_MS, slots = SLOTS, stopMs = STOP_MS, now = () => new Date() } = options;
  const queues = new WebhookQueues(slots, now);
  const owner = newOwner();
  const underWay = new Set<Claimed>();
  const abort = new AbortController();
  // One listener per send in progress.
  setMaxListeners(slots, abort.signal);
  let finished: { attempt: Attempt; gone: boolean }[] = [];
  let blamedAt = 0;

  function sendNext(): void {
    for (let next = queues.take(); next; next = queues.take()) void deliver(next.claimed, next.hook);
  }

  async function deliver(claimed: Claimed, hook: Hook): Promise<void> {
    underWay.add(claimed);
    const headers = sign(claimed, hook, now());
    // The leases expire, which delays the retry.
    if (!headers) {
      underWay.delete(claimed);
      queues.forget(hook.id);
      return queues.ended(claimed, true);
    }
    const answer = await asTrace('deliver webhook', 'producer', () =>
      send(hook.url, { ...headers, ...traceparent() }, claimed.body, {
        ...options.send,
        signal: abort.signal,
      }),
    );
    // Aborted by our own shutdown: not an attempt; the lease is returned instead.
    if (abort.signal.aborted) return;
    underWay.delete(claimed);
    queues.ended(claimed, answer.error !== null);
    // Not an attempt for the receiver: the lease expires and the delivery is claimed again.
    if (answer.ours) return blameProxy(answer);
    const attempt = attemptOf(claimed, answer, now());
    count('clinical_webhook_attempts_total', [attempt.status]);
    finished.push({ attempt, gone: answer.status === 410 && !attempt.isTest });
    sendNext();
    loop.wake();
  }

  function blameProxy({ detail }: Answer): void {
    if (now().getTime() < blamedAt + BLAMED_EVERY) return;
    blamedAt = now().getTime();
    logger.error({ detail }, 'webhooks wait: check EGRESS_PROXY');
  }

  async function step(): Promise<void> {
    const batch = finished;
    finished = [];
    try {
      const state = queues.state();
      const { health, givenUp, claimed, hooks } = await turn(
        batch.map(({ attempt }) => attempt),
        state,
        owner,
        now(),
      );
      queues.turned(state, claimed, hooks);
      sendNext();
      const gone = new Set(batch.filter((entry) => entry.gone).map(({ attempt }) => attempt.lease.webhookId));
      for (const hook of health)
        await lookAfter(hook, { gone: gone.has(hook.id), lost: givenUp.includes(hook.id) }, now());
    } catch (error) {
      // Attempts are kept and written when the database is back. Until then a lease may expire and the delivery is sent
      // twice.
      finished = [...batch, ...finished];
      throw error;
    }
  }

  async function end(): Promise<void> {
    queues.close();
    await loop.stop();
    const deadline = Date.now() + stopMs;
    while (Date.now() < deadline && (underWay.size > 0 || finished.length > 0)) {
      if (finished.length > 0) await step().catch(() => sleep(pollMs));
      else await sleep(GATHER_MS);
    }
    abort.abort();
    const rest = [...underWay, ...queues.returned, ...finished.map(({ attempt }) => attempt.lease)];
    await release(rest).catch((error: unknown) =>
      logger.warn(safeError(error), 'webhook worker: leases were not returned and will expire'),
    );
    closeConnections();
  }

  const loop = startLoop(
    {
      name: 'webhook worker',
      everyMs: pollMs,
      longestBackoffMs: LONGEST_BACKOFF,
      pauseMs: () => (finished.length > 0 ? 0 : queues.unsettled ? Math.min(pollMs, LOOK_MS) : pollMs),
    },
    async (signal) => {
      if (finished.length > 0) await sleep(GATHER_MS);
      if (!signal.aborted) await step();
    },
  );
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), running: loop.running };
}

/** Decrypted once per state of a webhook. */
const opened = new WeakMap<Hook, string[]>();

function secretsOf(hook: Hook): string[] {
  const secrets = opened.get(hook) ?? hook.secrets.map(readSecret);
  opened.set(hook, secrets);
  return secrets;
}

function sign(claimed: Claimed, hook: Hook, at: Date): Record<string, string> | null {
  try {
    return {
      ...signatureHeaders(secretsOf(hook), showId('event', claimed.eventId), at, claimed.body),
    };
  } catch {
    // Encryption keys are missing or changed: our fault, so no attempt is counted. The lease expires and the delivery
    // is claimed again.
    logger.error(
      { webhook: showId('webhook', claimed.webhookId) },
      'the signing secret of a webhook cannot be opened: check ENCRYPTION_KEYS',
    );
    return null;
  }
}

function attemptOf(claimed: Claimed, answer: Answer, now: Date): Attempt {
  const { sentAt, durationMs, status: responseStatus, excerpt, size: responseBytes, error, detail } = answer;
  const isTest = claimed.eventType === 'webhook.test';
  const sent = { sentAt, durationMs, responseStatus, excerpt, responseBytes, error, detail };
  const attempt = { lease: claimed, isTest, ...sent };
  if (error === null) return { ...attempt, status: 'succeeded', nextAttemptAt: null };
  // A user waits for the outcome of a test; a retry a day later has no value.
  const next = isTest ? null : nextAttempt(claimed.attempts + 1, now, answer.retryAfter);
  return { ...attempt, status: next ? 'failed' : 'exhausted', nextAttemptAt: next };
}

/** Disables a webhook whose deliveries all fail, and notifies administrators before that. */
async function lookAfter(
  hook: HookHealth,
  { gone, lost }: { gone: boolean; lost: boolean },
  now: Date,
): Promise<void> {
  if (!hook.enabled) return;
  const target = { orgId: hook.orgId, webhookId: hook.id };
  const about = { webhook: showId('webhook', hook.id), failures: hook.consecutiveFailures, gone };
  const reason = gone
    ? 'The receiver returned 410: it no longer accepts events.'
    : isGivenUp({ ...hook, createdAt: idTime(hook.id) }, now)
      ? 'No delivery succeeded for five days.'
      : null;
  const problems = [
    ...(hasFailedLong(hook) ? (['failing'] as const) : []),
    ...(lost ? (['given_up'] as const) : []),
  ];
  try {
    if (reason) {
      await disableWebhook(target, reason);
      logger.warn(about, 'webhook disabled');
    } else if (problems.length > 0) {
      logger.warn({ ...about, problems }, 'webhook is failing');
      await warnOfWebhook(target, problems);
    }
  } catch (error) {
    // Its next failure checks again whether to disable it; the portal shows the rest.
    logger.warn({ ...about, ...safeError(error) }, 'a failing webhook could not be disabled or reported');
  }
}
