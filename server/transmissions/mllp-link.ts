import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { acknowledge } from '../hl7v2/acknowledge';
import { readHeader } from '../hl7v2/header';
import { encodeFrame, MllpDecoder } from '../hl7v2/mllp-frames';
import { readOrderAnswer } from '../hl7v2/read-order-answer';
import { ofCause } from '../outbound/failure';
import { openSocket, type SocketTarget } from '../outbound/open-socket';
import { failed, foreign, unreadable, type Link, type OnAnswer, type Outcome } from './link';

/** Larger than any answer to an order. */
const MAX_ANSWER = 1024 * 1024;

/**
 * One MLLP connection to a laboratory. One message at a time awaits its acknowledgment; answers to earlier ones, such as
 * application acknowledgments in enhanced mode, arrive in between.
 */
export async function openMllp(
  target: SocketTarget,
  onAnswer: OnAnswer,
  { connectMs, signal }: { connectMs: number; signal: AbortSignal },
): Promise<Link> {
  return linkOver(await openSocket(target, { connectMs, signal }), onAnswer, signal);
}

const newControlId = (): string => randomBytes(10).toString('hex');

interface Awaited {
  timer: NodeJS.Timeout;
  controlId: string;
  sawForeign: boolean;
  settle: (outcome: Outcome) => void;
}

function linkOver(socket: Socket, onAnswer: OnAnswer, signal: AbortSignal): Link {
  const decoder = new MllpDecoder(MAX_ANSWER);
  let awaited: Awaited | null = null;
  let closed: Outcome | null = null;
  /** Control IDs of messages that were received and not decided. */
  const undecided = new Set<string>();
  // In order: a commit before the decision that follows it, the first of two answers before the second.
  let recording: Promise<unknown> = Promise.resolve();

  const end = (outcome: Outcome) => {
    closed ??= outcome;
    socket.destroy();
    awaited?.settle(outcome);
  };
  const stop = () => end({ is: 'stopped' });

  function take(bytes: Buffer): void {
    const answer = readOrderAnswer(bytes);
    if (!answer.readable) return end(unreadable(answer));
    const own = awaited?.controlId === answer.controlId ? awaited : null;
    if (own) {
      awaited = null;
      clearTimeout(own.timer);
    } else if (awaited) awaited.sawForeign = true;
    if (answer.controlId !== null) undecided[answer.code === 'CA' ? 'add' : 'delete'](answer.controlId);
    recording = recording
      .then(() => onAnswer(answer, bytes))
      .then((meaning) => {
        commitIfAsked(bytes);
        own?.settle({ is: 'answered', meaning });
      })
      .catch(() => {
        // Our database is away. The message is still queued, or the order stays `sent`, which users see.
        own?.settle({ is: 'stopped' });
        end({ is: 'stopped' });
      });
  }

  /** In enhanced mode the laboratory's own answer may ask for a commit acknowledgment. */
  function commitIfAsked(bytes: Buffer): void {
    const header = readHeader(bytes);
    if (!header || !['AL', 'SU'].includes(header.field(15).trim())) return;
    const { accept } = acknowledge({ header, problem: null, now: new Date(), newControlId });
    if (accept) socket.write(encodeFrame(accept.bytes));
  }

  socket.on('data', (chunk: Buffer) => {
    for (const event of decoder.push(chunk, performance.now())) {
      if (socket.destroyed) return;
      if (event.kind === 'frame') take(event.bytes);
      else if (event.kind === 'too_large')
        end(failed('unreadable_answer', 'The answer of the laboratory is too large.'));
    }
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const { error: kind, detail } = ofCause({ code: error.code });
    end(failed(kind === 'tls' ? 'tls' : 'closed', detail));
  });
  socket.on('close', () => {
    signal.removeEventListener('abort', stop);
    end(failed('closed', 'The laboratory closed the connection before it answered.'));
  });
  signal.addEventListener('abort', stop);

  return {
    async send(bytes, controlId, waitMs) {
      await recording;
      return new Promise<Outcome>((resolve) => {
        if (closed) return resolve(closed);
        const timer = setTimeout(
          () =>
            end(mine.sawForeign ? foreign() : failed('timeout', 'The laboratory did not answer in time.')),
          waitMs,
        );
        const mine: Awaited = {
          timer,
          controlId,
          sawForeign: false,
          settle: (outcome) => {
            clearTimeout(timer);
            if (awaited === mine) awaited = null;
            resolve(outcome);
          },
        };
        awaited = mine;
        socket.write(encodeFrame(bytes));
      });
    },
    awaitsMore: () => undecided.size > 0 && closed === null,
    close: () => end(failed('closed', 'The connection was closed.')),
  };
}
