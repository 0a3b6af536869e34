import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { authSessions, memberships, signInThrottles, users } from '../db/schema/index';
import { enterTenant, withScope, type Tx } from '../db/transaction';
import { recordAudit, recordSecurityEvent } from '../domain/audit';
import type { Context } from '../domain/context';
import { newId } from '../domain/ids';
import { secretHash } from './api-key-format';
import { emailHash, verifyPassword } from './password';
import { ROLE_SCOPES } from './scopes';

/**
 * Portal sign-in with a password: throttled by account and by address, one answer for every failure, a session row
 * and its audit row in one transaction.
 */

const ABSOLUTE_HOURS = 12;
export const IDLE_MINUTES = 15;

/** Failures that are free; after them the wait doubles from one second up to 15 minutes. */
const FREE_FAILURES = { account: 4, ip: 20 } as const;
const MAX_WAIT_MS = 15 * 60_000;
const FORGET_MS = 24 * 3_600_000;

export interface SignInRequest {
  email: string;
  password: string;
  ip: string;
  userAgent: string | null;
  requestId: string;
}

export interface SignedIn {
  /** Session secret; travels in the encrypted cookie only. */
  sid: string;
  userId: string;
}

/** @returns null for every kind of failure: unknown, wrong, locked, disabled, member of nothing. */
export async function signIn(request: SignInRequest): Promise<SignedIn | null> {
  const hash = emailHash(request.email);
  const keys = { account: throttleKey('account', hash), ip: throttleKey('ip', request.ip) };
  const locked = await withScope({}, (tx) => isLocked(tx, Object.values(keys)));
  if (locked) {
    await recordSecurityEvent({
      ip: request.ip,
      code: 'sign_in_locked',
      door: 'portal',
      requestId: request.requestId,
    });
    return null;
  }
  const [user] = await withScope({ emailHash: hash }, (tx) =>
    tx
      .select()
      .from(users)
      .where(eq(users.emailHash, Buffer.from(hash, 'hex'))),
  );
  // No transaction is open while the slow hash is worked out.
  const matches = await verifyPassword(user?.passwordHash ?? null, request.password);
  if (user && matches && !user.disabledAt) {
    const signedIn = await openSession(user.id, request, keys.account);
    if (signedIn) return signedIn;
  }
  await withScope({}, (tx) => countFailure(tx, keys));
  await recordSecurityEvent({
    ip: request.ip,
    code: 'sign_in_failed',
    door: 'portal',
    requestId: request.requestId,
  });
  return null;
}

function openSession(userId: string, request: SignInRequest, accountKey: string): Promise<SignedIn | null> {
  return withScope({ userId }, async (tx) => {
    const [membership] = await tx
      .select()
      .from(memberships)
      .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)))
      .orderBy(asc(memberships.createdAt))
      .limit(1);
    if (!membership) return null;
    await enterTenant(tx, membership.orgId);
    const sid = randomBytes(32).toString('base64url');
    const id = newId();
    const now = new Date();
    await tx.insert(authSessions).values({
      orgId: membership.orgId,
      id,
      userId,
      secretHash: Buffer.from(secretHash(sid), 'hex'),
      createdAt: now,
      lastSeenAt: now,
      idleMinutes: IDLE_MINUTES,
      expiresAt: new Date(now.getTime() + ABSOLUTE_HOURS * 3_600_000),
      methods: ['password'],
      ip: request.ip,
      userAgent: request.userAgent?.slice(0, 300) ?? null,
    });
    await tx.delete(signInThrottles).where(eq(signInThrottles.key, accountKey));
    const ctx: Context = {
      actor: {
        kind: 'user',
        id: userId,
        orgId: membership.orgId,
        role: membership.role,
        scopes: new Set(ROLE_SCOPES[membership.role]),
      },
      door: 'portal',
      requestId: request.requestId,
      ip: request.ip,
    };
    await recordAudit(tx, ctx, {
      action: 'sign_in',
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'session',
      objectId: id,
    });
    return { sid, userId };
  });
}

/** Keys are hashes, so that the table names nobody. */
const throttleKey = (kind: 'account' | 'ip', value: string) =>
  `${kind}:${createHash('sha256').update(value).digest('hex')}`;

async function isLocked(tx: Tx, keys: string[]): Promise<boolean> {
  const rows = await tx
    .select()
    .from(signInThrottles)
    .where(sql`${signInThrottles.key} in ${keys}`);
  return rows.some((row) => row.lockedUntil && row.lockedUntil > new Date());
}

async function countFailure(tx: Tx, keys: { account: string; ip: string }): Promise<void> {
  const now = new Date();
  for (const [kind, key] of Object.entries(keys) as ['account' | 'ip', string][]) {
    const stale = new Date(now.getTime() - FORGET_MS);
    const failures = sql<number>`case when ${signInThrottles.updatedAt} < ${stale.toISOString()}::timestamptz then 1 else ${signInThrottles.failures} + 1 end`;
    const [row] = await tx
      .insert(signInThrottles)
      .values({ key, failures: 1, updatedAt: now })
      .onConflictDoUpdate({ target: signInThrottles.key, set: { failures, updatedAt: now } })
      .returning({ failures: signInThrottles.failures });
    const over = (row?.failures ?? 0) - FREE_FAILURES[kind];
    if (over > 0) {
      const wait = Math.min(1000 * 2 ** (over - 1), MAX_WAIT_MS);
      await tx
        .update(signInThrottles)
        .set({ lockedUntil: new Date(now.getTime() + wait) })
        .where(eq(signInThrottles.key, key));
    }
  }
}
