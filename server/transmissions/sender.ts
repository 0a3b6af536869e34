import { setTimeout as sleep } from 'node:timers/promises';
import { failMessage } from '../domain/lab-orders/fail-message';
import { recordAnswer, recordDelivery } from '../domain/lab-orders/record-answer';
import { secretsOf, type DestinationRow } from '../domain/order-destinations/access';
import { targetOf } from '../domain/order-destinations/test-order-destination';
import {
  beginMessage,
  holdsLease,
  LEASE_MS,
  noteFailedAttempt,
  noteRecovery,
  openDestination,
  releaseDestination,
  renewLease,
  type BegunMessage,
  type ClaimedDestination,
  type FailedAttempt,
} from '../domain/outbound-messages/queue';
import { logger } from '../logger';
import { countAttempt } from '../domain/outbound-messages/queue-figures';
import { ofCause, type Cause, type DeliveryError } from '../outbound/failure';
import { safeError } from '../safe-error';
import { asTrace } from '../tracing';
import { showId } from '../shared/ids';
import { systemContext } from '../shared/system-actor';
import type { OutboundFailure } from '../data-types/transmission-codes';
import { folderLink } from './folder-link';
import { httpsLink } from './https-link';
import type { Link, OnAnswer, Outcome } from './link';
import { openMllp } from './mllp-link';

/**
 * Sends the messages of one destination, in order, over one connection, while there are any. The lease of the
 * destination keeps other processes away; if it is lost, this one stops before it writes.
 */

export interface SenderOptions {
  connectMs?: number;
  /** Milliseconds of a second of `wait_seconds`, for tests. */
  secondMs?: number;
  /** Pause before the attempt after the given one. */
  waitOf?: (attempt: number) => number;
  now?: () => Date;
}

const CONNECT_MS = 5_000;
const PAUSES_MS = [5_000, 15_000, 30_000, 60_000, 120_000];
const LONGEST_PAUSE_MS = 300_000;
/** With up to a fifth more, so that many destinations behind one gateway do not return at once. */
const pauseAfter = (attempt: number): number =>
  (PAUSES_MS[attempt - 1] ?? LONGEST_PAUSE_MS) * (1 + Math.random() / 5);
/** How often an open connection looks for another message while it awaits answers. */
const LOOK_MS = 500;

export async function runSender(
  claimed: ClaimedDestination,
  options: SenderOptions,
  /** `stopping`: begin no more messages; `signal`: end the one in progress. */
  { signal, stopping }: { signal: AbortSignal; stopping: AbortSignal },
): Promise<void> {
  const { connectMs = CONNECT_MS, secondMs = 1_000, waitOf = pauseAfter, now = () => new Date() } = options;
  const ctx = systemContext(claimed.orgId, 'system');
  const about = { connection: showId('lab_connection', claimed.connectionId) };
  const onAnswer: OnAnswer = (answer, bytes) => recordAnswer(ctx, claimed.connectionId, { answer, bytes });
  let lost = false;
  let link: Link | null = null;

  const renewal = setInterval(() => {
    renewLease(claimed, now())
      .then((kept) => kept || lose())
      .catch(() => undefined); // the database is away; the lease may expire, which `beginMessage` notices
  }, LEASE_MS / 3);
  const lose = () => {
    lost = true;
    link?.close();
  };

  async function failAttempt(messageId: string | null, attempt: FailedAttempt): Promise<void> {
    countAttempt('failed');
    logger.warn({ ...about, failure: attempt.failure }, 'orders: an attempt failed');
    const last = await noteFailedAttempt(claimed, messageId, attempt, now(), waitOf);
    if (last) await failMessage(ctx, last.id, attempt, (tx) => holdsLease(tx, claimed));
  }

  async function record({ message }: BegunMessage, outcome: Outcome): Promise<boolean> {
    switch (outcome.is) {
      case 'stopped':
        return false;
      case 'failed':
        await failAttempt(message.id, outcome.attempt);
        return false;
      case 'delivered':
        await recordDelivery(ctx, claimed.connectionId, message.controlId);
        countAttempt('sent');
        return true;
      case 'answered': {
        if (outcome.meaning !== 'nothing' && outcome.meaning !== null) {
          countAttempt(outcome.meaning);
          return true;
        }
        await failAttempt(message.id, {
          failure: 'unreadable_answer',
          reason: 'The answer of the laboratory has no acknowledgment code.',
        });
        return false;
      }
    }
  }

  async function work(): Promise<void> {
    const destination = await openDestination(claimed, now());
    if (!destination) return;
    const opened = await connect(destination);
    if (!opened) return;
    link = opened;
    let isFailing = destination.failingSince !== null;
    let lookUntil = 0;
    while (!lost && !stopping.aborted) {
      const asked = performance.now();
      const begun = await beginMessage(claimed, now());
      if (begun) {
        // New settings: the message keeps its place and is sent over a new connection.
        if (begun.version !== destination.version) return;
        // Suspended or slow since the lease was renewed: another process may have begun.
        if (performance.now() - asked > LEASE_MS / 2) return;
        const outcome = await asTrace('send order', 'producer', () =>
          opened.send(begun.bytes, begun.message.controlId, destination.waitSeconds * secondMs),
        );
        if (!(await record(begun, outcome))) return;
        if (isFailing) await noteRecovery(claimed);
        isFailing = false;
        lookUntil = performance.now() + destination.waitSeconds * secondMs;
        continue;
      }
      if (!link.awaitsMore() || performance.now() >= lookUntil) return;
      await sleep(Math.min(LOOK_MS, secondMs), undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  async function connect(row: DestinationRow): Promise<Link | null> {
    if (row.transport === 'folder') return folderLink(row.directory!);
    try {
      const target = targetOf(row);
      const { bearerToken } = secretsOf(row);
      if (row.transport === 'https')
        return httpsLink({ url: row.url!, bearerToken, ...target.tls }, onAnswer, { connectMs, signal });
      return await openMllp(target, onAnswer, { connectMs, signal });
    } catch (error) {
      const cause = error as Cause;
      if (cause.code === 'STOPPED') return null;
      const { error: kind, detail } = ofCause(cause);
      await failAttempt(null, { failure: CONNECT_FAILURES[kind] ?? 'connection', reason: detail });
      return null;
    }
  }

  try {
    await work();
  } catch (error) {
    // Nothing is lost: the message is still queued, and is sent again with the same bytes and control ID.
    logger.warn({ ...about, ...safeError(error) }, 'orders: sending was interrupted');
  } finally {
    clearInterval(renewal);
    (link as Link | null)?.close();
    await releaseDestination(claimed).catch(() => undefined); // it expires
  }
}

const CONNECT_FAILURES: Partial<Record<DeliveryError, OutboundFailure>> = {
  blocked_address: 'blocked_address',
  dns: 'dns',
  tls: 'tls',
};
