import { eq } from 'drizzle-orm';
import { users } from '../db/schema/index';
import { withScope, type Tx } from '../db/transaction';
import { recordSecurityEvent, type SecurityCode } from '../domain/shared/audit';
import { isDomainError, type ErrorCode } from '../errors/domain-error';
import { factorsOf, hasFactor } from './factors';
import { findKnownDevice } from './known-device';
import { findStanding, openSession, type SignedIn, type SignInFacts } from './open-session';
import { emailHash, verifyPassword } from './password';
import { asksSecondFactor } from './second-factor-rule';
import { createStep } from './sign-in-steps';
import { forget, giveBack, reserve, throttleKey } from '../limits/throttle';
import { newId } from '../domain/shared/ids';

/**
 * Portal sign-in with a password: throttled by account and by address, one answer for every failure. Where the person
 * has a second factor, or the organisation asks for one, the password leads to a step and to nothing else.
 */

export interface SignInRequest extends SignInFacts {
  email: string;
  password: string;
}

export type { SignedIn };

/** The password is right, and more is asked for. Thrown, so that nobody takes it for somebody who is signed in. */
export class FurtherStep extends Error {
  readonly isFurtherStep = true as const;
  /** @param secret of the step, for its cookie */
  constructor(readonly secret: string) {
    super('further_step');
  }
}

export const isFurtherStep = (error: unknown): error is FurtherStep =>
  (error as { isFurtherStep?: unknown } | null)?.isFurtherStep === true;

/**
 * @returns null for every kind of failure: unknown, wrong, locked, disabled, member of nothing that is open
 * @throws FurtherStep
 */
export async function signIn(request: SignInRequest): Promise<SignedIn | null> {
  const hash = emailHash(request.email);
  const [user] = await withScope({ emailHash: hash }, (tx) =>
    tx
      .select()
      .from(users)
      .where(eq(users.emailHash, Buffer.from(hash, 'hex'))),
  );
  const keys = await throttleKeys(hash, user?.id ?? null, request);
  if (!(await withScope({}, (tx) => reserve(tx, keys.all)))) return refuse(request, 'sign_in_locked');
  let matches: boolean;
  try {
    // No transaction is open while the slow hash is worked out.
    matches = await verifyPassword(user?.passwordHash ?? null, request.password, keys.known);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    await withScope({}, (tx) => giveBack(tx, keys.all));
    return refuse(request, 'sign_in_busy');
  }
  if (!user || !matches || user.disabledAt) return refuse(request, 'sign_in_failed');
  const open = async (tx: Tx): Promise<SignedIn | FurtherStep | null> => {
    if (!(await isStillTheirs(tx, user))) return null;
    const standing = await findStanding(tx, user.id);
    if (!standing) return null;
    const asked = asksSecondFactor(standing.organisation.secondFactor, standing.role);
    if (asked || hasFactor(await factorsOf(tx, user.id)))
      return new FurtherStep(
        await createStep(tx, {
          purpose: 'sign_in',
          userId: user.id,
          methods: ['password'],
          ip: request.ip,
        }),
      );
    return openSession(tx, user.id, standing, ['password'], request);
  };
  const done = await withScope({ userId: user.id }, async (tx) => {
    const opened = await open(tx);
    // Address and browser have guessed nothing; the account waits for whatever else is asked. Last, in the order in
    // which they were counted: otherwise two sign-ins of one person wait for each other.
    await giveBack(tx, keys.shared);
    if (opened && !isFurtherStep(opened)) await forget(tx, [throttleKey('account', hash), keys.own]);
    return opened;
  });
  if (isFurtherStep(done)) throw done;
  return done ?? refuse(request, 'sign_in_failed');
}

/**
 * The password was judged outside of any transaction: it may have been changed since, and sessions ended. Held, so that
 * whoever changes it waits, and ends what is opened here.
 */
async function isStillTheirs(tx: Tx, judged: typeof users.$inferSelect): Promise<boolean> {
  const [now] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, judged.id))
    .for('share');
  return now !== undefined && now.passwordHash === judged.passwordHash;
}

interface ThrottleKeys {
  /** The browser is one from which this person has signed in before. */
  known: boolean;
  own: string;
  /** With other accounts. */
  shared: string[];
  all: string[];
}

/** Guesses made elsewhere are nothing to a browser that is known: it has a count of its own. */
async function throttleKeys(
  hash: string,
  userId: string | null,
  { ip, device }: SignInFacts,
): Promise<ThrottleKeys> {
  // Asked for nobody as well, so that time does not tell who exists.
  const known = device ? await findKnownDevice(device, userId ?? newId()) : null;
  const own = known ? throttleKey('device', known) : throttleKey('account', hash);
  const shared = known ? [] : [throttleKey('ip', ip), throttleKey('global', '')];
  return { known: known !== null, own, shared, all: [own, ...shared] };
}

/** @returns null, always */
export async function refuse(
  { ip, requestId }: Pick<SignInFacts, 'ip' | 'requestId'>,
  code: SecurityCode | ErrorCode,
): Promise<null> {
  await recordSecurityEvent({ ip, code, door: 'portal', requestId });
  return null;
}
