import { setMaxListeners } from 'node:events';
import { claimDestinations } from '../domain/outbound-messages/queue';
import { startLoop } from '../jobs/loop';
import { runSender, type SenderOptions } from './sender';

/**
 * Sends orders to laboratories: leases destinations with due messages and runs one sender for each. At least once: after
 * a crash the lease expires and the message is sent again with the same bytes and control ID.
 */
export interface OrderWorker {
  /** Stops claiming and waits a few seconds for messages in progress. */
  stop(): Promise<void>;
  running(): boolean;
}

export interface OrderWorkerOptions extends SenderOptions {
  pollMs?: number;
  /** Destinations at the same time. */
  slots?: number;
  stopMs?: number;
}

const POLL_MS = 500;
const SLOTS = 20;
const STOP_MS = 5_000;
const LONGEST_BACKOFF_MS = 5_000;

export function startOrderWorker(options: OrderWorkerOptions = {}): OrderWorker {
  const { pollMs = POLL_MS, slots = SLOTS, stopMs = STOP_MS, now = () => new Date() } = options;
  const abort = new AbortController();
  const stopping = new AbortController();
  setMaxListeners(0, abort.signal, stopping.signal);
  const senders = new Set<Promise<void>>();

  const loop = startLoop(
    { name: 'order worker', everyMs: pollMs, longestBackoffMs: LONGEST_BACKOFF_MS },
    async () => {
      const free = slots - senders.size;
      for (const claimed of free > 0 ? await claimDestinations(free, now()) : []) {
        const sender = runSender(claimed, options, {
          signal: abort.signal,
          stopping: stopping.signal,
        }).finally(() => {
          senders.delete(sender);
          loop.wake();
        });
        senders.add(sender);
      }
    },
  );

  async function end(): Promise<void> {
    stopping.abort();
    await loop.stop();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopMs)));
    await Promise.race([Promise.all(senders), late]);
    clearTimeout(timer);
    abort.abort();
    await Promise.all(senders);
  }

  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), running: loop.running };
}
