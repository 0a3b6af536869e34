import { asDomainError } from '../../api/refusal-of';
import type { Context } from '../../domain/context';
import { isDomainError } from '../../domain/errors';
import { showId } from '../../domain/ids';
import {
  claimMessages,
  giveBack,
  LEASE_MS,
  letGo,
  noteFailure,
  parkMessage,
  renewLeases,
  type ClaimedMessage,
} from '../../domain/inbound-messages/queue';
import { MOST_TRIES } from '../../domain/inbound-messages/rules';
import { systemContext } from '../../domain/system-actor';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { onArrival } from './wake';

/**
 * Works up what was acknowledged, by lease: after a crash the lease ends and the message is taken again. What fails three
 * times is parked, and the next of its connection go on; what fails because the database is away is not counted.
 */
export interface Runner {
  /** Claims nothing more and waits a few seconds for what is under way. */
  stop(): Promise<void>;
  running(): boolean;
}

/** @param messageId `uuid` */
export type Process = (ctx: Context, messageId: string) => Promise<unknown>;

export interface RunnerOptions {
  process: Process;
  pollMs?: number;
  /** Messages at once; of one connection never more than one. */
  slots?: number;
  stopMs?: number;
  /** Wait after the first failure, the second. */
  backoffMs?: readonly [number, number];
  now?: () => Date;
}

const POLL_MS = 500;
const SLOTS = 4;
const STOP_MS = 5_000;
const BACKOFF_MS = [5_000, 30_000] as const;
const LONGEST_BACKOFF = 5_000;

export function startRunner(options: RunnerOptions): Runner {
  const { pollMs = POLL_MS, slots = SLOTS, stopMs = STOP_MS, now = () => new Date() } = options;
  const [first, second] = options.backoffMs ?? BACKOFF_MS;
  const underWay = new Map<string, { claimed: ClaimedMessage; done: Promise<void> }>();
  let stopping = false;
  let asked = false;
  let backoff = 0;
  let wake = () => {};
  const ask = () => {
    asked = true;
    wake();
  };

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => (clearTimeout(timer), resolve());
    });

  async function work(claimed: ClaimedMessage): Promise<void> {
    const about = { message: showId('inbound_message', claimed.id), tries: claimed.tries };
    try {
      // The process that had it ended each time before it could say why.
      if (claimed.tries > MOST_TRIES) return await park(claimed, 'crashed', about);
      await options.process(systemContext(claimed.orgId, 'system'), claimed.id);
      if (!(await letGo(claimed))) await fail(claimed, 'left_unfinished', about);
    } catch (error) {
      if (asDomainError(error).code === 'unavailable') {
        await giveBack(claimed, new Date(now().getTime() + first));
        return;
      }
      logger.error({ ...about, ...safeError(error) }, 'intake: a message could not be worked up');
      await fail(claimed, codeOf(error), about);
    }
  }

  async function fail(claimed: ClaimedMessage, failure: string, about: object): Promise<void> {
    if (claimed.tries >= MOST_TRIES) return park(claimed, failure, about);
    const wait = claimed.tries === 1 ? first : second;
    await noteFailure(claimed, failure, new Date(now().getTime() + wait));
  }

  async function park(claimed: ClaimedMessage, failure: string, about: object): Promise<void> {
    await parkMessage(claimed, failure);
    logger.error({ ...about, failure }, 'intake: a message was parked');
  }

  function begin(claimed: ClaimedMessage): void {
    const done = work(claimed)
      // Its lease ends by itself, and it is taken again.
      .catch((error: unknown) => logger.warn(safeError(error), 'intake: the outcome could not be written'))
      .finally(() => {
        underWay.delete(claimed.id);
        ask();
      });
    underWay.set(claimed.id, { claimed, done });
  }

  async function loop(): Promise<void> {
    let renewAt = now().getTime() + LEASE_MS / 3;
    while (!stopping) {
      asked = false;
      try {
        if (now().getTime() >= renewAt) {
          renewAt = now().getTime() + LEASE_MS / 3;
          await renewLeases(
            [...underWay.values()].map(({ claimed }) => claimed),
            now(),
          );
        }
        const free = slots - underWay.size;
        for (const claimed of free > 0 ? await claimMessages(free, now()) : []) begin(claimed);
        backoff = 0;
      } catch (error) {
        backoff = Math.min(Math.max(backoff * 2, pollMs), LONGEST_BACKOFF);
        logger.warn(safeError(error), 'intake: no look at the queue, trying again');
      }
      if (!stopping && (backoff > 0 || !asked)) await pause(backoff || pollMs);
    }
  }

  async function end(): Promise<void> {
    stopping = true;
    stopListening();
    wake();
    await looping;
    const rest = Promise.all([...underWay.values()].map(({ done }) => done));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopMs)));
    await Promise.race([rest, late]);
    clearTimeout(timer);
  }

  const stopListening = onArrival(ask);
  const looping = loop();
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), running: () => !stopping };
}

/** A word for the list of administrators; never a message, which could hold what the laboratory sent. */
function codeOf(error: unknown): string {
  if (isDomainError(error)) return error.code;
  const { code } = safeError(error);
  return code ?? 'internal_error';
}
