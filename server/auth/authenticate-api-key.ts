import { and, eq, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { apiKeys } from '../db/schema/index';
import { prepared } from '../db/prepared';
import { readInScope, withTenant } from '../db/transaction';
import type { Actor } from '../domain/context';
import { DomainError } from '../domain/errors';
import { isWellFormedApiKey, secretHash } from './api-key-format';
import type { Scope } from './scopes';

const REFUSED = 'The credential is not valid.';
const TOUCH_AFTER_MS = 60_000;

/**
 * Bearer API key → actor. Unknown, expired and revoked get the same answer. The row is found by the hash of the
 * presented key alone (a policy shows the app exactly that row), before the organisation is known.
 * @throws DomainError `invalid_credentials`, `ip_not_allowed`
 */
export async function authenticateApiKey(key: string, ip: string): Promise<Actor> {
  if (!isWellFormedApiKey(key)) throw new DomainError('invalid_credentials', REFUSED);
  const hash = secretHash(key);
  const [row] = await readInScope({ credentialHash: hash }, (tx) =>
    findKey(tx, { hash: Buffer.from(hash, 'hex') }),
  );
  const now = new Date();
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= now))
    throw new DomainError('invalid_credentials', REFUSED);
  if (row.ipAllowList.length > 0 && !allowed(ip, row.ipAllowList))
    throw new DomainError('ip_not_allowed', 'The key may not be used from this address.');
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > TOUCH_AFTER_MS) await touch(row, now, ip);
  return {
    kind: 'api_key',
    id: row.id,
    orgId: row.orgId,
    scopes: new Set(row.scopes as Scope[]),
    role: null,
    rateLimit: row.rateLimit,
  };
}

const findKey = prepared('find_api_key', (tx) =>
  tx
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.secretHash, sql.placeholder('hash'))),
);

function touch(row: typeof apiKeys.$inferSelect, now: Date, ip: string): Promise<void> {
  return withTenant(row.orgId, async (tx) => {
    await tx
      .update(apiKeys)
      .set({ lastUsedAt: now, lastUsedIp: ip })
      .where(and(eq(apiKeys.orgId, row.orgId), eq(apiKeys.id, row.id)));
  });
}

function allowed(ip: string, list: string[]): boolean {
  const address = ipaddr.process(ip);
  return list.some((cidr) => {
    const range = ipaddr.parseCIDR(cidr);
    return range[0].kind() === address.kind() && address.match(range);
  });
}
