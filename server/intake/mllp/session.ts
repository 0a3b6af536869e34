import type { Socket } from 'node:net';
import { asDomainError } from '../../errors/from-thrown';
import type { ConnectionProblem } from '../../data-types/lab-connection-codes';
import { MemoryBudget } from '../../jobs/semaphore';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { asTrace } from '../../tracing';
import type { Answers } from '../../hl7v2/acknowledge';
import { isBatch } from '../../hl7v2/batch';
import { encodeFrame, MllpDecoder, type MllpEvent } from '../../hl7v2/mllp-frames';
import type { Sent } from '../../domain/inbound-messages/check-message';
import { answersWhenDown, type Received } from '../receive/receive';

/**
 * One laboratory socket: frames are processed in order, each acknowledged before the next is read. Nothing is
 * acknowledged that was not stored.
 */
export interface SessionOptions {
  receive: (sent: Sent) => Promise<Pick<Received, 'answers'>>;
  onDatabaseDown: () => 'close' | 'error';
  note: (problem: ConnectionProblem) => void;
  maxFrame: number;
}

export interface Session {
  /** Called every few seconds. `now`: milliseconds, from `performance.now()`. */
  watch(now: number): void;
  /** Idle since (`performance.now()`); null while a frame is open or a message unanswered. */
  idleSince(): number | null;
  /** At least one complete message was received. */
  hasSent(): boolean;
  /** Finishes and acknowledges the message being stored, then accepts no more. */
  stop(): void;
}

const KEEP_ALIVE_MS = 60_000;
/** A frame open for longer is reported as a problem. */
const UNFINISHED_MS = 30_000;
/** Without progress for this long a frame is discarded to free its memory, and the sender starts again. */
const STUCK_MS = 5 * 60_000;
/** Bytes per second. A slower frame occupies a connection for minutes. */
const SLOWEST = 1_000;
/** For a sender that does not read its acknowledgments. */
const UNREAD_MS = 30_000;
/** Total for incomplete frames on all sockets. */
const MAX_BUFFERED = 160 * 1024 * 1024;
const SMALL = 256 * 1024;

const frames = new MemoryBudget(MAX_BUFFERED);

export function serveMllp(socket: Socket, options: SessionOptions): Session {
  const decoder = new MllpDecoder(options.maxFrame);
  const queue: MllpEvent[] = [];
  let working = false;
  let ended = false;
  let stopping = false;
  let reserved = 0;
  let lastData = performance.now();
  let warnedOf = -1;
  let hasSent = false;
  let idleSince = performance.now();

  const reserve = (bytes: number) => {
    frames.add('', bytes - reserved);
    reserved = bytes;
  };

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    socket.pause();
    for (let event = queue.shift(); event && !stopping && !socket.destroyed; event = queue.shift())
      await take(event);
    working = false;
    idleSince = performance.now();
    if (socket.destroyed) return;
    if (ended || stopping) socket.end();
    else socket.resume();
  }

  async function take(event: MllpEvent): Promise<void> {
    if (event.kind === 'abandoned') return options.note('frame_abandoned');
    hasSent = true;
    const sent: Sent =
      event.kind === 'frame'
        ? { kind: 'whole', bytes: event.bytes }
        : { kind: 'too_large', head: event.head, size: event.size };
    let answers: Answers;
    try {
      ({ answers } = await asTrace('receive message', 'server', () => options.receive(sent)));
    } catch (error) {
      const { code } = asDomainError(error);
      if (code === 'internal_error') logger.error(safeError(error), 'mllp: a message could not be received');
      // Some messages of a batch may be stored: without an acknowledgment the sender repeats the whole batch.
      const isOfBatch = event.kind === 'frame' && isBatch(event.bytes);
      if (code !== 'unavailable' || isOfBatch || options.onDatabaseDown() === 'close')
        return void socket.destroy();
      answers = answersWhenDown(sent);
    }
    if (answers.accept) await send(answers.accept.bytes);
    if (answers.application) await send(answers.application.bytes);
  }

  function send(message: Buffer): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.destroy(), UNREAD_MS);
      socket.write(encodeFrame(message), () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    lastData = performance.now();
    queue.push(...decoder.push(chunk, lastData));
    reserve(decoder.bufferedBytes);
    if (reserved > SMALL && !frames.hasRoom('', 0)) {
      logger.warn({ reserved: frames.used }, 'mllp: too many large frames at once');
      return void socket.destroy();
    }
    if (queue.length > 0) void work();
  });
  socket.on('end', () => {
    ended = true;
    if (!working) socket.end();
  });
  socket.on('error', () => socket.destroy());
  socket.once('close', () => reserve(0));

  return {
    watch(now) {
      const unfinished = decoder.unfinished();
      if (!unfinished || now - unfinished.since < UNFINISHED_MS) return;
      if (warnedOf !== unfinished.since) options.note('frame_not_ended');
      warnedOf = unfinished.since;
      const open = now - unfinished.since;
      const tooSlow = open > STUCK_MS && unfinished.bytes < (SLOWEST * open) / 1000;
      if (tooSlow || now - lastData > STUCK_MS) socket.destroy();
    },
    idleSince: () => (working || ended || queue.length > 0 || decoder.unfinished() ? null : idleSince),
    hasSent: () => hasSent,
    stop() {
      stopping = true;
      if (!working) socket.end();
    },
  };
}
