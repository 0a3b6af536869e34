import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys, memberships, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { storage, type StoredFile } from '../../storage/index';
import { perform } from '../act';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { findDocument, type DocumentRow } from './access';

/** Bytes about to leave; whoever receives it streams or closes `file`. */
export interface Download {
  document: Pick<DocumentRow, 'id' | 'fileName' | 'contentType' | 'size' | 'sha256'>;
  file: StoredFile;
}

/**
 * Opens the bytes of one document. The audit row is committed before the first byte leaves; the file is opened
 * before that, so that a download that cannot be served is not noted as one.
 * @throws DomainError `not_found`, `invalid_state`, `invalid_credentials`, `internal_error`
 */
export async function downloadDocument(
  ctx: Context,
  input: { id: string },
  options: { bySignedAddress?: boolean } = {},
): Promise<Download> {
  let file: StoredFile | undefined;
  try {
    return await perform(
      ctx,
      { action: 'download_document', kind: 'download', scope: 'documents:read' },
      async (tx) => {
        if (options.bySignedAddress) await assertActorStands(tx, ctx);
        const row = await findDocument(tx, ctx, input.id);
        if (row.status !== 'available' || row.storageKey === null)
          throw new DomainError(
            'invalid_state',
            `The content of a document that is ${row.status} cannot be read.`,
          );
        file = await storage().open(row.storageKey);
        if (file.size !== row.size)
          throw new DomainError('internal_error', 'The stored bytes are not those that were filed.');
        const { id, fileName, contentType, size, sha256 } = row;
        return {
          output: { document: { id, fileName, contentType, size, sha256 }, file },
          audit: { objectKind: 'document', objectId: id, patientIds: [row.patientId] },
        };
      },
    );
  } catch (error) {
    await file?.close();
    throw error;
  }
}

/** A signed address outlives no revocation: the key, or the person's membership, must still hold. */
async function assertActorStands(tx: Tx, ctx: Context): Promise<void> {
  const { kind, id, orgId } = ctx.actor;
  if (kind === 'system') return;
  const now = new Date();
  if (kind === 'api_key') {
    const [key] = await tx
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id!), isNull(apiKeys.revokedAt)));
    if (key && (!key.expiresAt || key.expiresAt > now) && key.scopes.includes('documents:read')) return;
  } else {
    const [person] = await tx
      .select({ disabledAt: users.disabledAt })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, id!), isNull(memberships.endedAt)));
    if (person && !person.disabledAt) return;
  }
  throw new DomainError('invalid_credentials', 'The address was made for a credential that no longer holds.');
}
