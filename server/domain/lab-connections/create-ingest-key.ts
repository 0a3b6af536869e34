import { ingestKeyStub, newIngestKey, secretHash } from '../../auth/api-key-format';
import { ingestKeys } from '../../db/schema/index';
import { perform } from '../act';
import { actorName, type Context } from '../context';
import { DomainError, fieldError } from '../errors';
import { newId, showId } from '../ids';
import { findLabConnection, MANAGE } from './access';
import type { CreateIngestKeyInput, IngestKey } from './contract';
import { presentIngestKey } from './present';

/**
 * Makes a key with which the laboratory posts messages to this connection. It is in this answer and nowhere else.
 * @throws DomainError `not_found`, `invalid_state` (another transport), `validation_failed`
 */
export function createIngestKey(ctx: Context, input: CreateIngestKeyInput): Promise<IngestKey> {
  const act = { action: 'create_ingest_key', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, act, async (tx) => {
    const connection = await findLabConnection(tx, ctx, input.connection_id, { lock: true });
    if (connection.transport !== 'https')
      throw new DomainError('invalid_state', 'Only connections over HTTPS have keys.');
    const now = new Date();
    const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
    if (expiresAt && expiresAt <= now)
      throw fieldError('/expires_at', 'out_of_range', 'must lie in the future');
    const key = newIngestKey();
    const [row] = await tx
      .insert(ingestKeys)
      .values({
        orgId: ctx.actor.orgId,
        id: newId(),
        connectionId: connection.id,
        secretHash: Buffer.from(secretHash(key), 'hex'),
        stub: ingestKeyStub(key),
        expiresAt,
        createdAt: now,
        createdBy: actorName(ctx.actor),
      })
      .returning();
    return {
      output: { ...presentIngestKey(row!), key },
      audit: {
        objectKind: 'ingest_key',
        objectId: row!.id,
        detail: { connection: showId('lab_connection', connection.id) },
      },
    };
  });
}
