import { and, eq, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { apiKeys } from '../db/schema/index';
import { prepared } from '../db/prepared';
import { beginInScope, readInScope, withTenant, type Begun, type Tx } from '../db/transaction';
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
  return judge((await readInScope(...lookUp(key)))[0], ip);
}

/**
 * The same, and the transaction stays open for the act: for requests without a body, whose work follows at once.
 * @throws DomainError `invalid_credentials`, `ip_not_allowed`
 */
export async function authenticateForAct(key: string, ip: string): Promise<{ actor: Actor; begun: Begun }> {
  const { answer, begun } = await beginInScope(...lookUp(key));
  try {
    // Noting the use takes a connection of its own.
    if (answer[0] && isTouchDue(answer[0])) await begun.drop();
    return { actor: await judge(answer[0], ip), begun };
  } catch (error) {
    await begun.drop();
    throw error;
  }
}

type KeyRow = typeof apiKeys.$inferSelect;

function lookUp(key: string): [{ credentialHash: string }, (tx: Tx) => Promise<KeyRow[]>] {
  if (!isWellFormedApiKey(key)) throw new DomainError('invalid_credentials', REFUSED);
  const hash = secretHash(key);
  return [{ credentialHash: hash }, (tx) => findKey(tx, { hash: Buffer.from(hash, 'hex') })];
}

const isTouchDue = (row: KeyRow): boolean =>
  !row.lastUsedAt || Date.now() - row.lastUsedAt.getTime() > TOUCH_AFTER_MS;

async function judge(row: KeyRow | undefined, ip: string): Promise<Actor> {
  const now = new Date();
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= now))
    throw new DomainError('invalid_credentials', REFUSED);
  if (row.ipAllowList.length > 0 && !allowed(ip, row.ipAllowList))
    throw new DomainError('ip_not_allowed', 'The key may not be used from this address.');
  if (isTouchDue(row)) await touch(row, now, ip);
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

function touch(row: KeyRow, now: Date, ip: string): Promise<void> {
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
