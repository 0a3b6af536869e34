import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { prepared, queryNamed } from '../../db/prepared';
import { inboundMessages, labConnections } from '../../db/schema/index';
import { answeredByCommit, together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, showId } from '../../shared/ids';
import type { MessageState } from '../../data-types/inbound-message-codes';

/**
 * Stores a received message: its bytes, the fields of its MSH segment and the acknowledgment. The caller sends the
 * acknowledgment only after this returns, because only then is the message stored safely.
 */

type Row = typeof inboundMessages.$inferInsert;

export interface NewMessage extends Pick<
  Row,
  | 'connectionId'
  | 'receivedAt'
  | 'fileName'
  | 'size'
  | 'controlId'
  | 'messageType'
  | 'event'
  | 'processingId'
  | 'version'
  | 'sendingApplication'
  | 'sendingFacility'
  | 'charset'
  | 'isTest'
  | 'ackCode'
  | 'ackProblem'
> {
  /** `received`: acknowledged as accepted. */
  state: 'received' | 'rejected' | 'error';
  warnings: NonNullable<Row['warnings']>;
  bytes: Buffer;
  /** SHA-256; null if `bytes` contains only the beginning. */
  sha256: Buffer | null;
  /** Whether to update the connection's time of last contact. */
  touch: boolean;
}

export interface StoredMessage {
  /** UUID */
  id: string;
  state: MessageState;
}

/** @throws DomainError `forbidden`, `unavailable` */
export async function receiveMessage(ctx: Context, message: NewMessage): Promise<StoredMessage> {
  if (ctx.actor.kind !== 'laboratory')
    throw new DomainError('forbidden', 'Only laboratories can send messages.');
  return perform(ctx, { action: 'receive_message', kind: 'write' }, async (tx) => {
    const stored = await storeMessage(tx, ctx, message);
    const { connectionId, ackProblem, ackCode, size } = message;
    return {
      output: stored,
      audit: {
        objectKind: 'inbound_message' as const,
        objectId: stored.id,
        detail: {
          connection: showId('lab_connection', connectionId),
          state: stored.state,
          answer: ackCode ?? null,
          size,
          ...(ackProblem ? { problem: ackProblem } : {}),
        },
      },
    };
  });
}

/** The runner processes it after the commit. */
export async function storeMessage(tx: Tx, ctx: Context, message: NewMessage): Promise<StoredMessage> {
  const { bytes, touch, ...facts } = message;
  const row: Row = {
    ...facts,
    orgId: ctx.actor.orgId,
    id: newId(),
    remoteAddress: ctx.ip,
    taken: message.state === 'received',
    acknowledgedAt: message.receivedAt,
    finishedAt: message.state === 'received' ? null : message.receivedAt,
  };
  const [earlier, [inserted]] = await together(
    message.controlId ? withControlId(tx, row) : Promise.resolve([]),
    // Of two concurrent messages with the same bytes, the second blocks until the first is committed.
    insertOnce(tx, row),
  );
  const stored = inserted ? { id: row.id, state: message.state } : await storeRepeated(tx, row);
  if (inserted) {
    void answeredByCommit(tx, () => keepBytes(tx, row, bytes));
    if (row.taken && earlier.length > 0) await warnOfControlId(tx, row);
  }
  if (touch) await noteHeard(tx, row);
  return stored;
}

const given = sql.placeholder;

const withControlId = prepared('find_message_by_control_id', (tx) =>
  tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.orgId, given('orgId')),
        eq(inboundMessages.connectionId, given('connectionId')),
        eq(inboundMessages.controlId, given('controlId')),
        eq(inboundMessages.taken, true),
      ),
    )
    .limit(1),
);

/** Returns no row if the same bytes exist already. */
const STORE = {
  name: 'store_message',
  text: `insert into inbound_messages
    (org_id, id, connection_id, received_at, remote_address, file_name, size, sha256, control_id, message_type, event,
     processing_id, version, sending_application, sending_facility, charset, state, taken, ack_code, ack_problem,
     acknowledged_at, finished_at, warnings, is_test)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
    on conflict do nothing returning id`,
};

function insertOnce(tx: Tx, row: Row): Promise<{ id: string }[]> {
  return queryNamed<{ id: string }>(tx, STORE, [
    row.orgId,
    row.id,
    row.connectionId,
    row.receivedAt,
    row.remoteAddress,
    row.fileName,
    row.size,
    row.sha256,
    row.controlId,
    row.messageType,
    row.event,
    row.processingId,
    row.version,
    row.sendingApplication,
    row.sendingFacility,
    row.charset,
    row.state,
    row.taken,
    row.ackCode,
    row.ackProblem,
    row.acknowledgedAt,
    row.finishedAt,
    JSON.stringify(row.warnings ?? []),
    row.isTest ?? false,
  ]);
}

/** Records a duplicate, which is never processed. */
async function storeRepeated(tx: Tx, row: Row): Promise<StoredMessage> {
  const [first] = await tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.orgId, row.orgId),
        eq(inboundMessages.connectionId, row.connectionId),
        eq(inboundMessages.sha256, row.sha256!),
        eq(inboundMessages.isTest, row.isTest ?? false),
        eq(inboundMessages.taken, true),
        isNull(inboundMessages.duplicateOf),
        isNotNull(inboundMessages.controlId),
      ),
    );
  if (!first) throw new Error('A message was rejected as a duplicate, but the original does not exist.');
  const state = 'duplicate' as const;
  await tx
    .insert(inboundMessages)
    .values({ ...row, state, duplicateOf: first.id, finishedAt: row.receivedAt });
  return { id: row.id, state };
}

async function warnOfControlId(tx: Tx, { orgId, id, warnings }: Row): Promise<void> {
  const warning = {
    code: 'control_id_repeated' as const,
    place: 'MSH[1]-10',
    text: 'Another message has the same control ID and other content; both are processed.',
  };
  await tx
    .update(inboundMessages)
    .set({ warnings: [...(warnings ?? []), warning] })
    .where(and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, id)));
}

const KEEP = {
  name: 'keep_message_bytes',
  text: 'insert into inbound_message_bytes (org_id, message_id, bytes) values ($1, $2, $3)',
};
const keepBytes = (tx: Tx, { orgId, id }: Row, bytes: Buffer): Promise<unknown> =>
  queryNamed(tx, KEEP, [orgId, id, bytes]);

async function noteHeard(tx: Tx, { orgId, connectionId, receivedAt }: Row): Promise<void> {
  await tx
    .update(labConnections)
    .set({ lastMessageAt: receivedAt })
    .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, connectionId)));
}
