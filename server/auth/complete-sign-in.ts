import { eq } from 'drizzle-orm';
import { users } from '../db/schema/index';
import { enterPerson, enterTenant, withScope, type Tx } from '../db/transaction';
import { recordAudit, type SecurityCode } from '../shared/audit';
import { factorAddedMail } from '../mail/factor-added-mail';
import type { Mail } from '../mail/send-mail';
import { notifyOwner } from '../mail/notify-owner';
import { secretHash } from './api-key-format';
import { factorsOf, hasFactor, lockPerson, checkFactor, type FactorAnswer } from './factors';
import {
  contextOfMembership,
  findActiveMembership,
  openSession,
  type SignedIn,
  type SignInFacts,
  type ActiveMembership,
} from './open-session';
import type { Assertion, Attestation } from './passkey-answer';
import { acceptPasskey, keepPasskey, userOfHandle } from './passkeys';
import type { Method } from './second-factor-rule';
import { denySignIn } from './sign-in';
import { countTry, lockStep, isOutdated, takeChallenge, spendStep, type StepRow } from './sign-in-steps';
import { forget, reserve, throttleKey } from '../rate-limits/throttle';
import { confirmTotp } from './totp';

/**
 * Completes a sign-in with a second factor. The step holds what has been proven. One transaction checks the answer and
 * opens the session; it commits after a failed attempt too, so that attempts are counted.
 */

/** After `wrong` the user can retry, after `over` they start again with the password. */
export type Completed = { signedIn: SignedIn; method: Method } | { rejected: 'wrong' | 'over' };

/** Enrollment of the first factor during sign-in, if the organization requires one. */
export type FirstFactor = { newTotp: string } | { newPasskey: Attestation; name: string };

interface Decision {
  completed: Completed;
  event?: SecurityCode;
  /** UUID of the account that the event is about. */
  about?: string;
  /** Notifies the user of their first factor: someone who knows only the password may have created it. */
  mail?: Mail;
}

/** @param secret from the step's cookie */
export async function completeSignIn(
  secret: string,
  answer: FactorAnswer | FirstFactor,
  facts: SignInFacts,
): Promise<Completed> {
  const { completed, event, about, mail } = await withScope({ credentialHash: secretHash(secret) }, (tx) =>
    decide(tx, secret, answer, facts),
  );
  if (event) await denySignIn(facts, event, about);
  if (mail) notifyOwner(mail);
  return completed;
}

async function decide(
  tx: Tx,
  secret: string,
  answer: FactorAnswer | FirstFactor,
  facts: SignInFacts,
): Promise<Decision> {
  const step = await lockStep(tx, secret, 'sign_in');
  const over: Decision = { completed: { rejected: 'over' }, event: 'second_factor_failed' };
  if (!step?.userId) return over;
  const { userId } = step;
  over.about = userId;
  await enterPerson(tx, userId);
  const person = await lockPerson(tx, userId);
  const membership = await findActiveMembership(tx, userId, ['password']);
  if (!person || person.disabledAt || !membership || isOutdated(step, person)) return over;
  const isFirst = 'newTotp' in answer || 'newPasskey' in answer;
  const outcome = isFirst
    ? await firstFactor(tx, step, membership, answer, facts)
    : await checkFactor(tx, userId, step, answer);
  const account = throttleKey('account', person.emailHash.toString('hex'));
  if ('rejected' in outcome) {
    const last = await countTry(tx, step);
    // The step is used up. Further attempts need the password again and are throttled.
    if (last) await reserve(tx, [account, throttleKey('ip', facts.ip)]);
    const event = outcome.rejected === 'passkey_counter' ? 'passkey_counter' : 'second_factor_failed';
    return { completed: { rejected: last ? 'over' : 'wrong' }, event, about: userId };
  }
  if (!(await spendStep(tx, step))) return over;
  const methods: Method[] = ['password', outcome.method];
  const signedIn = await openSession(tx, userId, membership, methods, facts);
  await forget(tx, [account]);
  if (outcome.method === 'recovery_code')
    await recordAudit(tx, contextOfMembership(userId, membership, facts), {
      action: 'use_recovery_code',
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'user',
      objectId: userId,
    });
  return {
    completed: { signedIn, method: outcome.method },
    ...(isFirst ? { mail: factorAddedMail(person, outcome.method === 'totp' ? 'totp' : 'passkey') } : {}),
  };
}

/** Only for users without a factor: a password alone must not add one to an account that has one. */
async function firstFactor(
  tx: Tx,
  step: StepRow,
  membership: ActiveMembership,
  answer: FirstFactor,
  facts: SignInFacts,
): Promise<{ method: Method } | { rejected: string }> {
  const userId = step.userId!;
  if (hasFactor(await factorsOf(tx, userId))) return { rejected: 'has_factor' };
  const ctx = contextOfMembership(userId, membership, facts);
  if ('newTotp' in answer) {
    if (!(await confirmTotp(tx, userId, answer.newTotp.replaceAll(/\s/g, ''))))
      return { rejected: 'wrong_code' };
    await enterTenant(tx, membership.orgId);
    await recordAudit(tx, ctx, {
      action: 'confirm_totp',
      kind: 'write',
      outcome: 'allowed',
      objectKind: 'user',
      objectId: userId,
    });
    return { method: 'totp' };
  }
  const challenge = await takeChallenge(tx, step);
  const row = challenge && (await keepPasskey(tx, userId, challenge, answer.newPasskey, answer.name));
  if (!row) return { rejected: 'passkey_not_valid' };
  await enterTenant(tx, membership.orgId);
  await recordAudit(tx, ctx, {
    action: 'add_passkey',
    kind: 'write',
    outcome: 'allowed',
    objectKind: 'passkey',
    objectId: row.id,
  });
  return { method: 'passkey' };
}

/** Signs in with a passkey alone, which identifies its user. */
export async function signInWithPasskey(
  secret: string,
  given: Assertion,
  facts: SignInFacts,
): Promise<Completed> {
  const { completed, event, about } = await withScope({ credentialHash: secretHash(secret) }, (tx) =>
    checkPasskey(tx, secret, given, facts),
  );
  if (event) await denySignIn(facts, event, about);
  return completed;
}

async function checkPasskey(tx: Tx, secret: string, given: Assertion, facts: SignInFacts): Promise<Decision> {
  const over = (event: SecurityCode, about?: string): Decision => ({
    completed: { rejected: 'over' },
    event,
    ...(about === undefined ? {} : { about }),
  });
  const step = await lockStep(tx, secret, 'passkey_sign_in');
  const challenge = step && (await takeChallenge(tx, step));
  const userId = userOfHandle(given.user_handle);
  if (!step || !challenge || !userId || !(await spendStep(tx, step))) return over('sign_in_failed');
  await enterPerson(tx, userId);
  const outcome = await acceptPasskey(tx, userId, challenge, given);
  if ('rejected' in outcome) {
    await reserve(tx, [throttleKey('ip', facts.ip)]);
    return over(outcome.rejected === 'counter' ? 'passkey_counter' : 'sign_in_failed', userId);
  }
  const [person] = await tx.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId));
  const membership = await findActiveMembership(tx, userId, ['passkey']);
  if (!person || person.disabledAt || !membership) return over('sign_in_failed', userId);
  const signedIn = await openSession(tx, userId, membership, ['passkey'], facts);
  return { completed: { signedIn, method: 'passkey' } };
}
