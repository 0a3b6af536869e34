import { asDomainError } from '../../errors/from-thrown';
import type { Context } from '../../shared/context';
import { isDomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import {
  claimMessages,
  databaseAnswers,
  giveBack,
  LEASE_MS,
  letGo,
  noteFailure,
  parkMessage,
  renewLeases,
  type ClaimedMessage,
} from '../../domain/inbound-messages/queue';
import { MOST_TRIES } from '../../domain/inbound-messages/rules';
import { count } from '../../counts';
import { wasAwaySince } from '../../db/client';
import { systemContext } from '../../shared/system-actor';
import { startLoop } from '../../jobs/loop';
import { logger } from '../../logger';
import { errorCode, safeError } from '../../safe-error';
import { asTrace } from '../../tracing';
import { onArrival } from './wake';

/**
 * Processes acknowledged messages under a lease: after a crash the lease expires and the message is claimed again. A
 * message that fails three times is parked, and the connection's next message continues. Database outages and full
 * disks are not counted as failures, unless the database answers right after an error that looks like an outage.
 */
export interface Runner {
  /** Stops claiming and waits a few seconds for messages in progress. */
  stop(): Promise<void>;
  running(): boolean;
}

/** @param messageId `uuid` */
export type Process = (ctx: Context, messageId: string) => Promise<unknown>;

export interface RunnerOptions {
  process: Process;
  pollMs?: number;
  /** Concurrent messages; at most one per connection. */
  slots?: number;
  stopMs?: number;
  /** Delays after the first and the second failure. */
  backoffMs?: readonly [number, number];
  now?: () => Date;
}

const POLL_MS = 500;
const SLOTS = 4;
const STOP_MS = 5_000;
const BACKOFF_MS = [5_000, 30_000] as const;
const LONGEST_BACKOFF = 5_000;
/** A message that ends its own connection looks like an outage, but the database answers right after it. */
const MOST_LOST_CONNECTIONS = 10;
/** Five minutes. A message too large for the database's memory would otherwise block its connection permanently. */
const MOST_OUT_OF_MEMORY = 60;
/**
 * Caused by the database (SQLSTATE 53100 disk full, 53300 too many connections, 57P0x shutdown and startup, 58xxx
 * system errors) or the document store, never by a message. `select 1` succeeds on a full disk.
 */
const NOT_THE_MESSAGE = /^(53(?!200)|57P0|58|CL001|ENOSPC|EDQUOT|EROFS|EIO)/;
const OUT_OF_MEMORY = '53200';

export function startRunner(options: RunnerOptions): Runner {
  const { pollMs = POLL_MS, slots = SLOTS, stopMs = STOP_MS, now = () => new Date() } = options;
  const [first, second] = options.backoffMs ?? BACKOFF_MS;
  const underWay = new Map<string, { claimed: ClaimedMessage; done: Promise<void> }>();
  /** Consecutive attempts that were not counted, by message. */
  const givenBack = new Map<string, number>();
  let asked = false;
  const ask = () => {
    asked = true;
    loop.wake();
  };

  async function work(claimed: ClaimedMessage): Promise<void> {
    const about = { message: showId('inbound_message', claimed.id), tries: claimed.tries };
    const began = performance.now();
    try {
      // Each process that claimed it crashed before reporting an error.
      if (claimed.tries > MOST_TRIES && !givenBack.has(claimed.id))
        return await park(claimed, 'crashed', about);
      await asTrace('process message', 'consumer', () =>
        options.process(systemContext(claimed.orgId, 'system'), claimed.id),
      );
      givenBack.delete(claimed.id);
      if (await letGo(claimed)) count('clinical_intake_messages_total', ['processed']);
      else await fail(claimed, 'left_unfinished', about);
    } catch (error) {
      if (await isOutage(error, claimed, began))
        return await returnMessage(claimed, { ...about, ...safeError(error) });
      logger.error({ ...about, ...safeError(error) }, 'intake: a message could not be processed');
      await fail(claimed, codeOf(error), about);
    }
  }

  async function isOutage(error: unknown, claimed: ClaimedMessage, began: number): Promise<boolean> {
    const code = errorCode(error) ?? '';
    if (NOT_THE_MESSAGE.test(code)) return true;
    if (asDomainError(error).code !== 'unavailable') return false;
    if (!(await databaseAnswers())) return true;
    const times = givenBack.get(claimed.id) ?? 0;
    if (code === OUT_OF_MEMORY) return times < MOST_OUT_OF_MEMORY;
    return wasAwaySince(began) && times < MOST_LOST_CONNECTIONS;
  }

  async function returnMessage(claimed: ClaimedMessage, about: object): Promise<void> {
    const times = (givenBack.get(claimed.id) ?? 0) + 1;
    count('clinical_intake_messages_total', ['returned']);
    givenBack.set(claimed.id, times);
    // Logs the first, second, fourth, eighth time and so on.
    if (Number.isInteger(Math.log2(times)))
      logger.warn(
        { ...about, times },
        'intake: message returned to the queue, database or document store unavailable',
      );
    for (;;) {
      try {
        return await giveBack(claimed, new Date(now().getTime() + first));
      } catch (error) {
        if (!loop.running()) throw error;
        await new Promise((resolve) => setTimeout(resolve, first));
      }
    }
  }

  async function fail(claimed: ClaimedMessage, failure: string, about: object): Promise<void> {
    if (claimed.tries >= MOST_TRIES) return park(claimed, failure, about);
    count('clinical_intake_messages_total', ['failed']);
    const wait = claimed.tries === 1 ? first : second;
    await noteFailure(claimed, failure, new Date(now().getTime() + wait));
  }

  async function park(claimed: ClaimedMessage, failure: string, about: object): Promise<void> {
    await parkMessage(claimed, failure);
    givenBack.delete(claimed.id);
    count('clinical_intake_messages_total', ['parked']);
    logger.error({ ...about, failure }, 'intake: a message was parked');
  }

  function begin(claimed: ClaimedMessage): void {
    // The lease expired before it was returned.
    const before = underWay.get(claimed.id)?.done ?? Promise.resolve();
    const done = before
      .then(() => work(claimed))
      // The lease expires and the message is claimed again.
      .catch((error: unknown) => logger.warn(safeError(error), 'intake: the outcome could not be written'))
      .finally(() => {
        if (underWay.get(claimed.id)?.claimed === claimed) underWay.delete(claimed.id);
        ask();
      });
    underWay.set(claimed.id, { claimed, done });
  }

  let renewAt = now().getTime() + LEASE_MS / 3;
  const loop = startLoop(
    {
      name: 'intake runner',
      everyMs: pollMs,
      longestBackoffMs: LONGEST_BACKOFF,
      pauseMs: () => (asked ? 0 : pollMs),
    },
    async () => {
      asked = false;
      if (now().getTime() >= renewAt) {
        renewAt = now().getTime() + LEASE_MS / 3;
        await renewLeases(
          [...underWay.values()].map(({ claimed }) => claimed),
          now(),
        );
      }
      const free = slots - underWay.size;
      for (const claimed of free > 0 ? await claimMessages(free, now()) : []) begin(claimed);
    },
  );

  async function end(): Promise<void> {
    stopListening();
    await loop.stop();
    const rest = Promise.all([...underWay.values()].map(({ done }) => done));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopMs)));
    await Promise.race([rest, late]);
    clearTimeout(timer);
  }

  const stopListening = onArrival(ask);
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), running: loop.running };
}

/** A code for the administrators' list, never an error message, which could contain patient data. */
function codeOf(error: unknown): string {
  if (isDomainError(error)) return error.code;
  const { code } = safeError(error);
  return code ?? 'internal_error';
}
