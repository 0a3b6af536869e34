import { ingestKeyStub, newIngestKey, secretHash } from '../../auth/api-key-format';
import { ingestKeys } from '../../db/schema/index';
import { perform, type Operation } from '../../shared/perform';
import { endOfKey, ruleOfKeys } from '../api-keys/access';
import { keyEnding } from '../api-keys/rules';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, showId } from '../../shared/ids';
import { findLabConnection, MANAGE } from './access';
import type { CreateIngestKeyInput, IngestKey } from './contract';
import { presentIngestKey } from './present';

const operation: Operation<IngestKey> = {
  action: 'create_ingest_key',
  kind: 'write',
  ...MANAGE,
  stepUp: true,
  replay: ({ key: _, ...shown }) => shown,
};

/**
 * The response is the only place that contains the key.
 * @throws DomainError `not_found`, `invalid_state` (another transport), `validation_failed` (expiry in the past or
 * later than the organization allows)
 */
export function createIngestKey(ctx: Context, input: CreateIngestKeyInput): Promise<IngestKey> {
  return perform(ctx, operation, async (tx) => {
    const connection = await findLabConnection(tx, ctx, input.connection_id, { lock: true });
    if (connection.transport !== 'https')
      throw new DomainError('invalid_state', 'Only HTTPS connections have keys.');
    const now = new Date();
    const { maxDays } = await ruleOfKeys(tx, ctx);
    // An expired key would stop the feed without notice, so by default a key expires only if the organization limits
    // its lifetime.
    const ends = Boolean(input.expires_at) || maxDays !== null;
    const expiresAt = ends ? endOfKey(input.expires_at, { now, maxDays, lifeMs: Infinity }) : null;
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
        detail: {
          connection: showId('lab_connection', connection.id),
          key_ending: keyEnding(row!.stub),
          expires_at: expiresAt?.toISOString() ?? null,
        },
      },
    };
  });
}
