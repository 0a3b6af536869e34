import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { ingestKeys, organizations } from '../db/schema/index';
import { prepared } from '../db/prepared';
import { learnOrganization } from '../db/known-credentials';
import { readInScope, withTenant } from '../db/transaction';
import type { Actor } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { showId } from '../shared/ids';
import { findReceiving, type ReceivingConnection } from './receiving-connection';
import { noteDenial } from '../rate-limits/limits';
import { isListed } from './address-list';
import { isWellFormedIngestKey, secretHash } from './api-key-format';
import { TOUCH_AFTER_MS, unknownKey, type Caller } from './authenticate-api-key';

/** Authenticates a laboratory's key. The row is found by its hash, because the organization is not yet known. */

const NOT_VALID = 'The credential is not valid.';

/** @throws DomainError `invalid_credentials`, `forbidden`, `ip_not_allowed`, `rate_limited` */
export async function authenticateIngestKey(
  key: string,
  caller: Caller,
): Promise<{ actor: Actor; connection: ReceivingConnection }> {
  if (!isWellFormedIngestKey(key)) throw new DomainError('invalid_credentials', NOT_VALID);
  const hash = secretHash(key);
  const [row] = await readInScope({ credentialHash: hash }, (tx) =>
    findKey(tx, { hash: Buffer.from(hash, 'hex') }),
  );
  if (!row) throw await unknownKey(caller.ip);
  const { orgId, connectionId } = row;
  const actor: Actor = { kind: 'laboratory', id: connectionId, orgId, scopes: new Set(), role: null };
  const deny = async (
    code: 'invalid_credentials' | 'forbidden' | 'ip_not_allowed',
    reason: string,
    text: string,
  ) => {
    const ctx = { actor, transport: 'intake', requestId: caller.requestId, ip: caller.ip } as const;
    await noteDenial(ctx, 'authenticate_ingest_key', code, { reason, key: showId('ingest_key', row.id) });
    return new DomainError(code, text);
  };
  const now = new Date();
  const ended = endOf(row, now);
  if (ended) throw await deny('invalid_credentials', ended, NOT_VALID);
  const connection = await findReceiving(orgId, connectionId);
  if (!connection) throw await deny('forbidden', 'switched_off', 'The connection is paused.');
  if (connection.allowedAddresses.length > 0 && !isListed(caller.ip, connection.allowedAddresses))
    throw await deny('ip_not_allowed', 'address', 'The key does not allow this address.');
  learnOrganization(hash, orgId);
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > TOUCH_AFTER_MS)
    await touch(row, now, caller);
  return { actor, connection };
}

type KeyRow = typeof ingestKeys.$inferSelect & { suspendedAt: Date | null };

function endOf(row: KeyRow, now: Date): 'suspended' | 'revoked' | 'expired' | null {
  if (row.suspendedAt) return 'suspended';
  if (row.revokedAt) return 'revoked';
  return row.expiresAt && row.expiresAt <= now ? 'expired' : null;
}

const findKey = prepared('find_ingest_key', (tx) =>
  tx
    .select({ ...getTableColumns(ingestKeys), suspendedAt: organizations.suspendedAt })
    .from(ingestKeys)
    .innerJoin(organizations, eq(organizations.id, ingestKeys.orgId))
    .where(eq(ingestKeys.secretHash, sql.placeholder('hash'))),
);

function touch({ orgId, id }: KeyRow, now: Date, { ip }: Caller): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx
      .update(ingestKeys)
      .set({ lastUsedAt: now, lastUsedIp: ip })
      .where(and(eq(ingestKeys.orgId, orgId), eq(ingestKeys.id, id)));
  });
}
