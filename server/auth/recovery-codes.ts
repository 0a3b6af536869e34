import { randomBytes } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import { recoveryCodes } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { newId } from '../shared/ids';
import { secretHash } from './api-key-format';

/** Ten single-use codes for a lost second factor: 80 random bits each, stored as hashes. */

const CODES = 10;
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** Ignores case, spaces and dashes, and reads letters that look like digits as those digits. */
function plain(code: string): string {
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return typed.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

const hashOf = (userId: string, code: string) => Buffer.from(secretHash(`${userId}:${plain(code)}`), 'hex');

/** `abcd-efgh-jkmn-pqrs` */
function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte & 31]!).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** Replaces all earlier codes. `tx` is scoped to the user. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  const now = new Date();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: newId(), userId, secretHash: hashOf(userId, code), createdAt: now })));
  return codes;
}

/** Uses up the code. `tx` is scoped to the user. */
export async function acceptRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  if (plain(code).length !== LENGTH) return false;
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.secretHash, hashOf(userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used !== undefined;
}

export async function recoveryCodesLeft(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

export const removeRecoveryCodes = (tx: Tx, userId: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
