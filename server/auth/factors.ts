import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { passkeys, totpSecrets, users } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import type { Assertion } from './passkey-answer';
import { acceptPasskey } from './passkeys';
import { acceptRecoveryCode, recoveryCodesLeft } from './recovery-codes';
import { provesSecondFactor, type FactorState, type Method } from './second-factor-rule';
import { takeChallenge, type StepRow } from './sign-in-steps';
import { acceptTotp } from './totp';

/** The second factors of a person, whichever they are. `tx` has the person in scope everywhere here. */

export interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

export async function factorsOf(tx: Tx, userId: string): Promise<Factors> {
  const totp = await tx
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  const keys = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  return {
    totp: totp.length > 0,
    passkeys: keys.length,
    recoveryCodes: await recoveryCodesLeft(tx, userId),
  };
}

export interface Factor {
  kind: 'totp' | 'passkey';
  since: Date;
}

/** The oldest first. */
export async function listFactors(tx: Tx, userId: string): Promise<Factor[]> {
  const totp = await tx
    .select({ since: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  const keys = await tx
    .select({ since: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id));
  return [
    ...totp.map(({ since }) => ({ kind: 'totp' as const, since: since! })),
    ...keys.map(({ since }) => ({ kind: 'passkey' as const, since })),
  ].sort((a, b) => a.since.getTime() - b.since.getTime());
}

/** Recovery codes are the way back to a factor, and none of their own. */
export const hasFactor = ({ totp, passkeys: keys }: Factors): boolean => totp || keys > 0;

/** @param asked whether the organisation asks for one. @param methods what the session has shown */
export async function factorState(
  tx: Tx,
  userId: string,
  asked: boolean,
  methods: readonly string[],
): Promise<FactorState> {
  if (!asked || provesSecondFactor(methods)) return 'enough';
  return hasFactor(await factorsOf(tx, userId)) ? 'to_show' : 'to_add';
}

/** One change of a person's factors after the other. */
export async function holdPerson(tx: Tx, userId: string): Promise<typeof users.$inferSelect | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return row ?? null;
}

/** What a person answers with: a code of the app or a recovery code in one field, or a passkey. */
export type FactorAnswer = { code: string } | { passkey: Assertion };

export type FactorOutcome = { method: Method } | { refused: string };

/** Judges an answer; what can be used once is used up by it. @param step holds the challenge of a passkey */
export async function judgeFactor(
  tx: Tx,
  userId: string,
  step: StepRow | null,
  answer: FactorAnswer,
): Promise<FactorOutcome> {
  if ('passkey' in answer) {
    const challenge = step && (await takeChallenge(tx, step));
    if (!challenge) return { refused: 'challenge_over' };
    const outcome = await acceptPasskey(tx, userId, challenge, answer.passkey);
    return 'row' in outcome ? { method: 'passkey' } : { refused: `passkey_${outcome.refused}` };
  }
  const code = answer.code.trim();
  if (/^\d{3}\s?\d{3}$/.test(code))
    return (await acceptTotp(tx, userId, code.replace(/\s/, '')))
      ? { method: 'totp' }
      : { refused: 'wrong_code' };
  return (await acceptRecoveryCode(tx, userId, code))
    ? { method: 'recovery_code' }
    : { refused: 'wrong_code' };
}
