import { enterPerson, withScope } from '../db/transaction';
import { secretHash } from './api-key-format';
import { factorsOf, hasFactor, lockPerson, type Factors } from './factors';
import { findActiveMembership } from './open-session';
import { allowList, passkeysOf, passkeysPossible, relyingParty, userHandle } from './passkeys';
import { createStep, lockStep, isOutdated, newChallenge, setChallenge, spendStep } from './sign-in-steps';
import { beginTotp, type BegunTotp } from './totp';

/** Challenges for browsers, and the data for creating a first factor. */

export interface PasskeyQuestion {
  challenge: string;
  rp_id: string;
  allow: ReturnType<typeof allowList>;
}

/** A challenge for any passkey of this service. Returns the challenge and the step's secret. */
export async function beginPasskeySignIn(ip: string): Promise<{ question: PasskeyQuestion; step: string }> {
  const challenge = newChallenge();
  const step = await withScope({}, (tx) =>
    createStep(tx, { purpose: 'passkey_sign_in', userId: null, ip, challenge }),
  );
  return { question: { challenge, rp_id: relyingParty(), allow: [] }, step };
}

export interface PendingSignIn {
  email: string;
  organization: string;
  factors: Factors;
  /** The organization requires a second factor and the user has none. */
  mustEnrol: boolean;
  passkeysPossible: boolean;
}

/** `secret` is from the step's cookie. Returns null if the sign-in does not exist or has ended. */
export function pendingSignIn(secret: string): Promise<PendingSignIn | null> {
  return inStep(secret, async (tx, step, person) => {
    const membership = await findActiveMembership(tx, person.id, ['password']);
    if (!membership) return null;
    const factors = await factorsOf(tx, person.id);
    return {
      email: person.email,
      organization: membership.organization.name,
      factors,
      mustEnrol: !hasFactor(factors),
      passkeysPossible: passkeysPossible(),
    };
  });
}

/** A challenge for the passkeys of a user who entered the right password. */
export function askForPasskey(secret: string): Promise<PasskeyQuestion | null> {
  return inStep(secret, async (tx, step, person) => {
    const rows = await passkeysOf(tx, person.id);
    if (rows.length === 0 || !passkeysPossible()) return null;
    return { challenge: await setChallenge(tx, step), rp_id: relyingParty(), allow: allowList(rows) };
  });
}

export interface NewPasskeyQuestion {
  challenge: string;
  rp_id: string;
  user_handle: string;
  user_name: string;
  display_name: string;
  exclude: ReturnType<typeof allowList>;
}

export const newPasskeyQuestion = (
  challenge: string,
  person: { id: string; email: string; name: string },
  rows: Parameters<typeof allowList>[0],
): NewPasskeyQuestion => ({
  challenge,
  rp_id: relyingParty(),
  user_handle: userHandle(person.id),
  user_name: person.email,
  display_name: person.name,
  exclude: allowList(rows),
});

/** For a user who must have a second factor and has none. */
export function beginFirstPasskey(secret: string): Promise<NewPasskeyQuestion | null> {
  return inStep(secret, async (tx, step, person) =>
    hasFactor(await factorsOf(tx, person.id)) || !passkeysPossible()
      ? null
      : newPasskeyQuestion(await setChallenge(tx, step), person, []),
  );
}

/** For a user who leaves: the next user of the browser must not continue it. Returns null if it has ended. */
export function cancelSignIn(secret: string): Promise<object | null> {
  return inStep(secret, async (tx, step) => ((await spendStep(tx, step)) ? {} : null));
}

export function beginFirstTotp(secret: string): Promise<BegunTotp | null> {
  return inStep(secret, async (tx, _step, person) =>
    hasFactor(await factorsOf(tx, person.id)) ? null : beginTotp(tx, person.id, person.email),
  );
}

type LockedStep = NonNullable<Awaited<ReturnType<typeof lockStep>>>;
type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;
type Work<T> = (tx: Parameters<typeof lockStep>[0], step: LockedStep, person: Person) => Promise<T | null>;

const inStep = <T>(secret: string, work: Work<T>): Promise<T | null> =>
  withScope({ credentialHash: secretHash(secret) }, async (tx) => {
    const step = await lockStep(tx, secret, 'sign_in');
    if (!step?.userId) return null;
    await enterPerson(tx, step.userId);
    const person = await lockPerson(tx, step.userId);
    return person && !person.disabledAt && !isOutdated(step, person) ? work(tx, step, person) : null;
  });
