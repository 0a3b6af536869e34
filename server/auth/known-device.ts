import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { knownDevices } from '../db/schema/index';
import { withScope, type Tx } from '../db/transaction';
import { newId } from '../shared/ids';
import { secretHash } from './api-key-format';

/**
 * Browsers from which a user has completed a sign-in, so that guesses made elsewhere do not lock the user out. Each
 * browser has one secret even if several users share it: the stored hash covers the secret and the user.
 */

export const DEVICE_DAYS = 180;
const MOST = 20;

const deviceHash = (secret: string, userId: string) => secretHash(`${secret}:${userId}`);

/** @returns the row's ID (`uuid`) */
export async function findKnownDevice(secret: string, userId: string): Promise<string | null> {
  const hash = deviceHash(secret, userId);
  const [row] = await withScope({ credentialHash: hash }, (tx) =>
    tx
      .select({ id: knownDevices.id })
      .from(knownDevices)
      .where(
        and(eq(knownDevices.secretHash, Buffer.from(hash, 'hex')), gt(knownDevices.expiresAt, new Date())),
      ),
  );
  return row?.id ?? null;
}

/** `tx` is scoped to the user. Returns the browser's secret, newly created if it had none. */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  secret: string | null,
  userAgent: string | null,
): Promise<string> {
  const kept = secret ?? randomBytes(32).toString('base64url');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + DEVICE_DAYS * 86_400_000);
  await tx
    .insert(knownDevices)
    .values({
      id: newId(),
      userId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      secretHash: Buffer.from(deviceHash(kept, userId), 'hex'),
      userAgent: userAgent?.slice(0, 300) ?? null,
    })
    .onConflictDoUpdate({ target: knownDevices.secretHash, set: { lastUsedAt: now, expiresAt } });
  const oldest = tx
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt))
    .offset(MOST);
  await tx.delete(knownDevices).where(inArray(knownDevices.id, oldest));
  return kept;
}

/** For a user whose second factor was reset. `tx` is scoped to the user. */
export const forgetDevices = (tx: Tx, userId: string) =>
  tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
