import { eq } from 'drizzle-orm';
import { count } from '../counts';
import { users } from '../db/schema/index';
import { withScope, type Tx } from '../db/transaction';
import { recordSecurityEvent, type SecurityCode } from '../shared/audit';
import { isDomainError, type ErrorCode } from '../errors/domain-error';
import { factorsOf, hasFactor } from './factors';
import { findKnownDevice } from './known-device';
import { findActiveMembership, openSession, type SignedIn, type SignInFacts } from './open-session';
import { emailHash, verifyPassword } from './password';
import { asksSecondFactor } from './second-factor-rule';
import { createStep } from './sign-in-steps';
import { forget, giveBack, reserve, throttleKey } from '../rate-limits/throttle';
import { newId } from '../shared/ids';

/**
 * Portal sign-in with a password: throttled by account and by address, one response for every failure. If the user has
 * a second factor or the organization requires one, the password leads only to a step.
 */

export interface SignInRequest extends SignInFacts {
  email: string;
  password: string;
}

export type { SignedIn };

/** The password is right and a second factor is required. Thrown, so that it cannot pass for a completed sign-in. */
export class FurtherStep extends Error {
  readonly isFurtherStep = true as const;
  /** @param secret for the step's cookie */
  constructor(readonly secret: string) {
    super('further_step');
  }
}

export const isFurtherStep = (error: unknown): error is FurtherStep =>
  (error as { isFurtherStep?: unknown } | null)?.isFurtherStep === true;

/**
 * @returns null for every failure: unknown user, wrong password, locked, disabled, no membership in an active
 * organization
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
  if (!(await withScope({}, (tx) => reserve(tx, keys.all))))
    return denySignIn(request, 'sign_in_locked', user?.id);
  let matches: boolean;
  try {
    // No transaction is open during the slow hash.
    matches = await verifyPassword(user?.passwordHash ?? null, request.password, keys.known);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    await withScope({}, (tx) => giveBack(tx, keys.all));
    return denySignIn(request, 'sign_in_busy', user?.id);
  }
  if (!user || !matches || user.disabledAt) return denySignIn(request, 'sign_in_failed', user?.id);
  const open = async (tx: Tx): Promise<SignedIn | FurtherStep | null> => {
    if (!(await isStillTheirs(tx, user))) return null;
    const membership = await findActiveMembership(tx, user.id, ['password']);
    if (!membership) return null;
    const asked = asksSecondFactor(membership.organization.secondFactor, membership.role);
    if (asked || hasFactor(await factorsOf(tx, user.id)))
      return new FurtherStep(
        await createStep(tx, {
          purpose: 'sign_in',
          userId: user.id,
          methods: ['password'],
          ip: request.ip,
        }),
      );
    return openSession(tx, user.id, membership, ['password'], request);
  };
  const done = await withScope({ userId: user.id }, async (tx) => {
    const opened = await open(tx);
    // The password was right, so address and browser are not charged. The account's throttle stays until the second
    // factor is proven. Runs last and in counting order, because otherwise two sign-ins of one user could deadlock.
    await giveBack(tx, keys.shared);
    if (opened && !isFurtherStep(opened)) await forget(tx, [throttleKey('account', hash), keys.own]);
    return opened;
  });
  if (isFurtherStep(done)) throw done;
  return done ?? denySignIn(request, 'sign_in_failed', user.id);
}

/**
 * The password was checked outside the transaction and may have changed since. Locks the user, so that a concurrent
 * change waits and then ends the session opened here.
 */
async function isStillTheirs(tx: Tx, credentials: typeof users.$inferSelect): Promise<boolean> {
  const [now] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, credentials.id))
    .for('share');
  return now !== undefined && now.passwordHash === credentials.passwordHash;
}

interface ThrottleKeys {
  /** The user has signed in from this browser before. */
  known: boolean;
  own: string;
  /** Shared with other accounts. */
  shared: string[];
  all: string[];
}

/** A known browser has its own counter, so guesses made elsewhere do not affect it. */
async function throttleKeys(
  hash: string,
  userId: string | null,
  { ip, device }: SignInFacts,
): Promise<ThrottleKeys> {
  // Looked up even if the user is unknown, so that timing does not reveal which accounts exist.
  const known = device ? await findKnownDevice(device, userId ?? newId()) : null;
  const own = known ? throttleKey('device', known) : throttleKey('account', hash);
  const shared = known ? [] : [throttleKey('ip', ip), throttleKey('global', '')];
  return { known: known !== null, own, shared, all: [own, ...shared] };
}

const OUTCOMES: Partial<Record<SecurityCode | ErrorCode, string>> = {
  sign_in_failed: 'failed',
  sign_in_locked: 'locked',
  sign_in_busy: 'busy',
  second_factor_failed: 'second_factor_failed',
  passkey_counter: 'passkey_counter',
  single_sign_on_failed: 'single_sign_on_failed',
};

/**
 * @param userId UUID of the account that was named, if it exists
 * @returns always null
 */
export async function denySignIn(
  { ip, requestId }: Pick<SignInFacts, 'ip' | 'requestId'>,
  code: SecurityCode | ErrorCode,
  userId?: string | null,
): Promise<null> {
  const outcome = OUTCOMES[code];
  if (outcome) count('clinical_sign_ins_total', [outcome]);
  await recordSecurityEvent({ ip, code, transport: 'portal', requestId, userId: userId ?? null });
  return null;
}
