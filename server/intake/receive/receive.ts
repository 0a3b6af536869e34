import { randomBytes } from 'node:crypto';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newRequestId, showId } from '../../shared/ids';
import { receiveMessage, type StoredMessage } from '../../domain/inbound-messages/receive-message';
import { findReceiving } from '../../auth/receiving-connection';
import { logger } from '../../logger';
import { acknowledge, type Answers } from '../../hl7v2/acknowledge';
import { readHeader } from '../../hl7v2/header';
import { problem, type Problem } from '../../hl7v2/problems';
import type { Warning } from '../../data-types/inbound-message-codes';
import { messageArrived } from '../runner/wake';
import { checkBySize } from '../../domain/inbound-reports/worker-threads/run-by-size';
import type { Sent } from '../../domain/inbound-messages/check-message';

/**
 * Receives messages for all transports: check, store, then acknowledge. The runner does the rest after the
 * acknowledgment.
 */

export interface Source {
  orgId: string;
  /** Lab connection (`uuid`). */
  connectionId: string;
  remoteAddress: string | null;
  fileName?: string;
  requestId?: string;
}

export interface Received {
  answers: Answers;
  /** Null: accepted. */
  problem: Problem | null;
  stored: StoredMessage;
  /** MSH-10; null if empty. */
  controlId: string | null;
}

/** Minimum time between two updates of a connection's last contact. */
const HEARD_EVERY_MS = 10_000;

/**
 * Returns after the commit.
 * @param ofBatch warnings about the message's batch
 * @throws DomainError `forbidden` (the connection is off or its organization suspended), `unavailable`
 */
export async function receive(
  source: Source,
  sent: Sent,
  ofBatch: readonly Warning[] = [],
): Promise<Received> {
  const began = performance.now();
  const now = new Date();
  const { orgId, connectionId } = source;
  const connection = await findReceiving(orgId, connectionId);
  if (!connection) throw new DomainError('forbidden', 'The connection is paused.');
  const { header, problem: found, facts } = await checkBySize(sent, connection);
  // An acknowledgment is not acknowledged, unless MSH-15 asks for it.
  const isAck = facts.messageType === 'ACK' && found === null && header?.field(15).trim() === '';
  const answers = isAck
    ? { accept: null, application: null }
    : acknowledge({ header, problem: found, now, newControlId });
  const stored = await receiveMessage(contextOf(source), {
    ...facts,
    warnings: [...facts.warnings, ...ofBatch],
    connectionId,
    receivedAt: now,
    fileName: source.fileName ?? null,
    ackCode: (answers.application ?? answers.accept)?.code ?? null,
    ackProblem: found?.reason ?? null,
    touch: !connection.lastMessageAt || now.getTime() - connection.lastMessageAt.getTime() > HEARD_EVERY_MS,
  });
  if (stored.state === 'received') messageArrived();
  logger.info(
    {
      connection: showId('lab_connection', connectionId),
      message: showId('inbound_message', stored.id),
      state: stored.state,
      ...(found ? { problem: found.reason } : {}),
      size: facts.size,
      ms: Math.round((performance.now() - began) * 10) / 10,
    },
    'message received',
  );
  return { answers, problem: found, stored, controlId: facts.controlId ?? null };
}

const contextOf = ({ orgId, connectionId, remoteAddress, requestId }: Source): Context => ({
  actor: { kind: 'laboratory', id: connectionId, orgId, scopes: new Set(), role: null },
  transport: 'intake',
  requestId: requestId ?? newRequestId(),
  ip: remoteAddress,
});

/** The acknowledgment when nothing could be stored: asks the sender to repeat. In enhanced mode it is a rejection. */
export function answersWhenDown(sent: Sent): Answers {
  const header = readHeader(sent.kind === 'whole' ? sent.bytes : sent.head);
  const enhanced = [15, 16].some((field) => (header?.field(field).trim() ?? '') !== '');
  const unavailable: Problem = { ...problem('not_available'), ...(enhanced ? { outcome: 'reject' } : {}) };
  return acknowledge({ header, problem: unavailable, now: new Date(), newControlId });
}

/** MSH-10 has at most 20 characters. */
export const newControlId = (): string => randomBytes(10).toString('hex');
