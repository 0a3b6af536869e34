import { and, eq, isNull } from 'drizzle-orm';
import { ingestKeys } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findIngestKey, MANAGE } from './access';
import type { IngestKey, IngestKeyPath } from './contract';
import { presentIngestKey } from './present';

/** Takes effect at the next request. @throws DomainError `not_found`, `invalid_state` (already revoked) */
export function revokeIngestKey(ctx: Context, input: IngestKeyPath): Promise<IngestKey> {
  return perform(ctx, { action: 'revoke_ingest_key', kind: 'write', ...MANAGE }, async (tx) => {
    const { id } = await findIngestKey(tx, ctx, input.id);
    const [row] = await tx
      .update(ingestKeys)
      .set({ revokedAt: new Date(), revokedBy: actorName(ctx.actor) })
      .where(and(eq(ingestKeys.orgId, ctx.actor.orgId), eq(ingestKeys.id, id), isNull(ingestKeys.revokedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The key is already revoked.');
    return { output: presentIngestKey(row), audit: { objectKind: 'ingest_key', objectId: id } };
  });
}
