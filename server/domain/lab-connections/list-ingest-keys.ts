import { and, desc, eq } from 'drizzle-orm';
import { ingestKeys } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findLabConnection, MANAGE } from './access';
import type { IngestKeyList, ListIngestKeysInput } from './contract';
import { presentIngestKey } from './present';

/** More than a connection ever has. */
const MOST = 100;

/** Newest first, including expired and revoked keys. @throws DomainError `not_found` */
export function listIngestKeys(ctx: Context, input: ListIngestKeysInput): Promise<IngestKeyList> {
  return perform(ctx, { action: 'list_ingest_keys', kind: 'list', ...MANAGE }, async (tx) => {
    const { id } = await findLabConnection(tx, ctx, input.connection_id);
    const rows = await tx
      .select()
      .from(ingestKeys)
      .where(and(eq(ingestKeys.orgId, ctx.actor.orgId), eq(ingestKeys.connectionId, id)))
      .orderBy(desc(ingestKeys.id))
      .limit(MOST);
    return {
      output: { object: 'list' as const, data: rows.map(presentIngestKey) },
      audit: { objectKind: 'lab_connection', objectId: id, detail: { count: rows.length } },
    };
  });
}
