import { createHash } from 'node:crypto';
import type { NewMessage } from './receive-message';
import type { ReceivingConnection } from '../../auth/receiving-connection';
import { checkStructure } from '../../hl7v2/check-structure';
import { readHeader, type Header } from '../../hl7v2/header';
import type { Segment } from '../../hl7v2/message';
import { problem, type Problem } from '../../hl7v2/problems';
import { readMessage, type ReadMessage } from '../../hl7v2/read-message';
import { MAX_FACT } from './rules';

/** Checks a message before it is stored: whether it is accepted, and its header fields. Pure. */

/** `too_large`: only the start was kept. */
export type Sent = { kind: 'whole'; bytes: Buffer } | { kind: 'too_large'; head: Buffer; size: number };

export interface CheckedMessage {
  header: Header | null;
  /** Null: accepted. */
  problem: Problem | null;
  facts: Pick<
    NewMessage,
    | 'size'
    | 'controlId'
    | 'messageType'
    | 'event'
    | 'processingId'
    | 'version'
    | 'sendingApplication'
    | 'sendingFacility'
    | 'charset'
    | 'warnings'
    | 'isTest'
    | 'bytes'
    | 'sha256'
    | 'state'
  >;
}

type Settings = Pick<
  ReceivingConnection,
  | 'kind'
  | 'charset'
  | 'sandbox'
  | 'processingPolicy'
  | 'sendsOrders'
  | 'sendingApplication'
  | 'sendingFacility'
  | 'receivingApplication'
  | 'receivingFacility'
>;

export function checkMessage(sent: Sent, connection: Settings): CheckedMessage {
  const bytes = sent.kind === 'whole' ? sent.bytes : sent.head;
  const read = readMessage(bytes, connection.charset);
  const segment = read.message.segments[0];
  const first = segment?.name === 'MSH' ? segment : undefined;
  const checked =
    sent.kind === 'whole'
      ? checkStructure(read, {
          sandbox: connection.sandbox,
          policy: connection.processingPolicy,
          orders: connection.sendsOrders,
          kind: connection.kind,
        })
      : null;
  const found = checked ? (strange(first, read, connection) ?? checked.problem) : problem('too_large');
  return {
    header: checked ? read.header : readHeader(bytes),
    problem: found,
    facts: {
      state: found === null ? 'received' : found.outcome === 'reject' ? 'rejected' : 'error',
      size: sent.kind === 'whole' ? bytes.length : sent.size,
      bytes,
      sha256: sent.kind === 'whole' ? createHash('sha256').update(bytes).digest() : null,
      controlId: fact(first, 10),
      messageType: fact(first, 9, 1),
      event: fact(first, 9, 2),
      processingId: fact(first, 11, 1),
      version: fact(first, 12, 1),
      sendingApplication: fact(first, 3, 1),
      sendingFacility: fact(first, 4, 1),
      charset: read.charset,
      isTest: found === null && checked?.isTest === true,
      warnings: [...read.warnings, ...(checked?.warnings ?? [])],
    },
  };
}

/** The sender is checked before the message type, so that unknown senders learn nothing else. */
function strange(first: Segment | undefined, read: ReadMessage, connection: Settings): Problem | null {
  if (!first || read.problem === 'no_header' || read.problem === 'encoding_characters') return null;
  const is = (field: number, wanted: string | null): boolean =>
    wanted === null || first.text(field, 1) === wanted || first.field(field).trim() === wanted;
  if (!is(3, connection.sendingApplication) || !is(4, connection.sendingFacility))
    return problem('unknown_sender');
  if (!is(5, connection.receivingApplication) || !is(6, connection.receivingFacility))
    return problem('other_receiver');
  return null;
}

/** Null if empty. Truncated, because it is for lists and indexes; the bytes are stored in full. */
function fact(first: Segment | undefined, field: number, component?: number): string | null {
  // MSH-10 has no components for most senders, and some put delimiters into it.
  const text =
    component === undefined ? first?.first(field).verbatim().trim() : first?.text(field, component);
  return text ? text.slice(0, MAX_FACT) : null;
}
