import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { apiKeys, organizations } from '../db/schema/index';
import { prepared } from '../db/prepared';
import { learnOrganization } from '../db/known-credentials';
import { beginInScope, readInScope, withTenant, type Begun, type Tx } from '../db/transaction';
import type { Actor } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { countAddress, noteDenial } from '../rate-limits/limits';
import { UNKNOWN_KEYS } from '../rate-limits/policies';
import { isListed } from './address-list';
import { isWellFormedApiKey, secretHash } from './api-key-format';
import type { Scope } from '../shared/scopes';

export interface Caller {
  requestId: string;
  ip: string;
  userAgent: string | null;
}

const NOT_VALID = 'The credential is not valid.';
/** Minimum time between two updates of a credential's last use. */
export const TOUCH_AFTER_MS = 60_000;
const AGENT_LENGTH = 300;

/**
 * Authenticates a bearer API key. Unknown, expired and revoked keys get the same error; the organization's audit log
 * records the reason. The row is found by the hash of the presented key, because the organization is not yet known; a
 * row-level security policy exposes exactly that row.
 * @throws DomainError `invalid_credentials`, `ip_not_allowed`, `rate_limited`
 */
export async function authenticateApiKey(key: string, caller: Caller): Promise<Actor> {
  return checkKey((await readInScope(...lookUp(key)))[0], caller);
}

/**
 * Like `authenticateApiKey`, but leaves the transaction open: for requests without a body, which run at once.
 * @throws DomainError `invalid_credentials`, `ip_not_allowed`, `rate_limited`
 */
export async function authenticateForOperation(
  key: string,
  caller: Caller,
): Promise<{ actor: Actor; begun: Begun }> {
  const { answer, begun } = await beginInScope(...lookUp(key));
  try {
    const row = answer[0];
    // Auditing a denial and recording the use need their own connection.
    if (!row || reasonAgainst(row, caller.ip, new Date()) || isTouchDue(row)) await begun.drop();
    return { actor: await checkKey(row, caller), begun };
  } catch (error) {
    await begun.drop();
    throw error;
  }
}

type KeyRow = typeof apiKeys.$inferSelect & { suspendedAt: Date | null; restrictsCharts: boolean };

function lookUp(key: string): [{ credentialHash: string }, (tx: Tx) => Promise<KeyRow[]>] {
  if (!isWellFormedApiKey(key)) throw new DomainError('invalid_credentials', NOT_VALID);
  const hash = secretHash(key);
  return [{ credentialHash: hash }, (tx) => findKey(tx, { hash: Buffer.from(hash, 'hex') })];
}

const isTouchDue = (row: KeyRow): boolean =>
  !row.lastUsedAt || Date.now() - row.lastUsedAt.getTime() > TOUCH_AFTER_MS;

/** Null if the key is valid. */
function reasonAgainst(
  row: KeyRow,
  ip: string,
  now: Date,
): 'suspended' | 'revoked' | 'expired' | 'replaced' | 'address' | null {
  if (row.suspendedAt) return 'suspended';
  if (row.revokedAt) return 'revoked';
  if (row.expiresAt && row.expiresAt <= now) return row.replacedBy ? 'replaced' : 'expired';
  return row.ipAllowList.length > 0 && !isListed(ip, row.ipAllowList) ? 'address' : null;
}

async function checkKey(row: KeyRow | undefined, caller: Caller): Promise<Actor> {
  if (!row) throw await unknownKey(caller.ip);
  const now = new Date();
  const { id, orgId } = row;
  const reason = reasonAgainst(row, caller.ip, now);
  const code = reason === 'address' ? 'ip_not_allowed' : 'invalid_credentials';
  if (reason) {
    const actor = { kind: 'api_key', id, orgId, scopes: new Set<Scope>(), role: null } as const;
    const ctx = { actor, transport: 'v1', requestId: caller.requestId, ip: caller.ip } as const;
    await noteDenial(ctx, 'authenticate_api_key', code, { reason, key_ending: row.stub.slice(-4) });
    throw new DomainError(code, reason === 'address' ? 'The key does not allow this address.' : NOT_VALID);
  }
  learnOrganization(row.secretHash.toString('hex'), orgId);
  if (isTouchDue(row)) await touch(row, now, caller);
  return {
    kind: 'api_key',
    id,
    orgId,
    scopes: new Set(row.scopes as Scope[]),
    role: null,
    restrictsCharts: row.restrictsCharts,
    rateLimit: row.rateLimit,
    expiresAt: row.expiresAt,
  };
}

/** Keys are never deleted, so an unknown key is a guess or a mistake. Valid keys from the same address keep working. */
export async function unknownKey(ip: string): Promise<DomainError> {
  const status = await countAddress(ip, UNKNOWN_KEYS);
  if (status.admitted) return new DomainError('invalid_credentials', NOT_VALID);
  return new DomainError('rate_limited', 'Too many unknown keys from this address. Wait a minute.', {
    retry_after: status.seconds,
  });
}

const findKey = prepared('find_api_key', (tx) =>
  tx
    .select({
      ...getTableColumns(apiKeys),
      suspendedAt: organizations.suspendedAt,
      restrictsCharts: organizations.restrictsCharts,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(eq(apiKeys.secretHash, sql.placeholder('hash'))),
);

function touch(row: KeyRow, now: Date, { ip, userAgent }: Caller): Promise<void> {
  const lastUsedAgent = userAgent?.slice(0, AGENT_LENGTH) ?? null;
  return withTenant(row.orgId, async (tx) => {
    await tx
      .update(apiKeys)
      .set({ lastUsedAt: now, lastUsedIp: ip, lastUsedAgent })
      .where(and(eq(apiKeys.orgId, row.orgId), eq(apiKeys.id, row.id)));
  });
}
