import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { passkeys, totpSecrets, userIdentities, users } from '../db/schema/index';
import { queryNamed } from '../db/prepared';
import { enterPerson, together, type Tx } from '../db/transaction';
import type { Assertion } from './passkey-answer';
import { acceptPasskey } from './passkeys';
import { acceptRecoveryCode, recoveryCodesLeft } from './recovery-codes';
import { provesSecondFactor, type FactorState, type Method } from './second-factor-rule';
import { takeChallenge, type StepRow } from './sign-in-steps';
import { acceptTotp } from './totp';

/** A user's second factors. Everywhere here `tx` is scoped to the user. */

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

/** Oldest first. */
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

const HAS_FACTOR = {
  name: 'has_factor',
  text: `SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = $1) AS found`,
};

/**
 * Which of the users have a second factor. Each row is visible to its own user only, so `tx` is scoped to one after the
 * other, without waiting in between, and to none in the end.
 */
async function usersWithFactor(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const look = async (userId: string) => {
    const [row] = await queryNamed<{ found: boolean }>(tx, HAS_FACTOR, [userId]);
    if (row?.found) found.add(userId);
  };
  await together(
    ...userIds.flatMap((userId) => [enterPerson(tx, userId), look(userId)]),
    enterPerson(tx, null),
  );
  return found;
}

export type FactorStatus = 'on' | 'off' | 'single_sign_on';

/** Of members. A linked account counts only without an own factor. */
export async function factorStatuses(
  tx: Tx,
  orgId: string,
  userIds: readonly string[],
): Promise<Map<string, FactorStatus>> {
  if (userIds.length === 0) return new Map();
  const linked = await tx
    .select({ id: userIdentities.userId })
    .from(userIdentities)
    .where(and(eq(userIdentities.orgId, orgId), inArray(userIdentities.userId, [...userIds])));
  const own = await usersWithFactor(tx, userIds);
  const isLinked = new Set(linked.map(({ id }) => id));
  return new Map(userIds.map((id) => [id, own.has(id) ? 'on' : isLinked.has(id) ? 'single_sign_on' : 'off']));
}

/** Recovery codes replace a lost factor and are not a factor themselves. */
export const hasFactor = ({ totp, passkeys: keys }: Factors): boolean => totp || keys > 0;

/** `asked`: whether the organization requires a second factor. `methods`: proven in the session. */
export async function factorState(
  tx: Tx,
  userId: string,
  asked: boolean,
  methods: readonly string[],
): Promise<FactorState> {
  if (!asked || provesSecondFactor(methods)) return 'enough';
  return hasFactor(await factorsOf(tx, userId)) ? 'to_show' : 'to_add';
}

/** Locks the user's row, so that changes to their factors run one at a time. */
export async function lockPerson(tx: Tx, userId: string): Promise<typeof users.$inferSelect | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return row ?? null;
}

/** The form has one field for codes of the authenticator app and recovery codes. */
export type FactorAnswer = { code: string } | { passkey: Assertion };

export type FactorOutcome = { method: Method } | { rejected: string };

/** Checks an answer and uses up single-use answers. `step` holds the challenge for a passkey. */
export async function checkFactor(
  tx: Tx,
  userId: string,
  step: StepRow | null,
  answer: FactorAnswer,
): Promise<FactorOutcome> {
  if ('passkey' in answer) {
    const challenge = step && (await takeChallenge(tx, step));
    if (!challenge) return { rejected: 'challenge_over' };
    const outcome = await acceptPasskey(tx, userId, challenge, answer.passkey);
    return 'row' in outcome ? { method: 'passkey' } : { rejected: `passkey_${outcome.rejected}` };
  }
  const code = answer.code.trim();
  if (/^\d{3}\s?\d{3}$/.test(code))
    return (await acceptTotp(tx, userId, code.replace(/\s/, '')))
      ? { method: 'totp' }
      : { rejected: 'wrong_code' };
  return (await acceptRecoveryCode(tx, userId, code))
    ? { method: 'recovery_code' }
    : { rejected: 'wrong_code' };
}
