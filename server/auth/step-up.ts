import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { authSessions, users } from '../db/schema/index';
import { enterPerson, enterTenant, withScope, type Tx } from '../db/transaction';
import { recordAudit, recordDenial, recordSecurityEvent } from '../shared/audit';
import { secretHash } from './api-key-format';
import type { PasskeyQuestion } from './begin-factor';
import { factorsOf, hasFactor, lockPerson, checkFactor, type FactorAnswer } from './factors';
import { allowList, passkeysOf, passkeysPossible, relyingParty } from './passkeys';
import { verifyPassword } from './password';
import { contextOfSession, sessionOfSecret, type PortalSession } from './portal-session';
import type { Method } from './second-factor-rule';
import { createStep, lockStep, newChallenge, spendStep } from './sign-in-steps';
import { forget, reserve, throttleKey } from '../rate-limits/throttle';

/**
 * Re-authentication inside a session before a sensitive operation: the password, with the second factor if the user has
 * one, or a passkey alone. The session gets a new secret and the old one ends at once.
 */

export interface StepUpAnswer {
  password: string | null;
  factor: FactorAnswer | null;
  /** Secret of the step that holds the passkey challenge. */
  step: string | null;
}

interface Request {
  requestId: string;
  ip: string;
}

const ACTION = 'step_up';

/** @returns the session's new secret; null if the proof is invalid */
export async function stepUp(sid: string, answer: StepUpAnswer, request: Request): Promise<string | null> {
  const session = await sessionOfSecret(sid);
  if (!session) {
    await recordSecurityEvent({ ...request, code: 'missing_credentials', transport: 'portal' });
    return null;
  }
  const ctx = contextOfSession(session, request);
  const proven = await prove(sid, session, answer, request);
  if (proven) return proven;
  await recordDenial(ctx, ACTION, 'auth', 'invalid_credentials');
  return null;
}

async function prove(
  sid: string,
  session: PortalSession,
  answer: StepUpAnswer,
  request: Request,
): Promise<string | null> {
  const { userId } = session;
  const guesses = throttleKey('session', session.sessionId);
  if (!(await withScope({}, (tx) => reserve(tx, [guesses])))) return null;
  // Through the organization only: no password opens or extends what single sign-on has opened.
  if (session.singleSignOn) return null;
  const passkeyAlone = answer.factor !== null && 'passkey' in answer.factor;
  let passwordHolds = false;
  if (answer.password !== null && !passkeyAlone) {
    const [user] = await withScope({ userId }, (tx) =>
      tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
    );
    passwordHolds = await verifyPassword(user?.passwordHash ?? null, answer.password, true);
    if (!passwordHolds) return null;
  }
  const scope = answer.step ? { credentialHash: secretHash(answer.step) } : {};
  return withScope(scope, async (tx) => {
    await enterPerson(tx, userId);
    await lockPerson(tx, userId);
    const methods: Method[] = passwordHolds ? ['password'] : [];
    if (answer.factor) {
      const outcome = await checkWithStep(tx, session, answer.factor, answer.step);
      if (!outcome) return null;
      methods.push(outcome);
    } else if (hasFactor(await factorsOf(tx, userId))) return null;
    if (!methods.includes('passkey') && !passwordHolds) return null;
    const renewed = await renewSession(tx, sid, session, methods, request);
    if (renewed) await forget(tx, [guesses]);
    return renewed;
  });
}

async function checkWithStep(
  tx: Tx,
  session: PortalSession,
  factor: FactorAnswer,
  secret: string | null,
): Promise<Method | null> {
  const locked = secret ? await lockStep(tx, secret, 'step_up') : null;
  const step = locked?.sessionId === session.sessionId && locked.userId === session.userId ? locked : null;
  const outcome = await checkFactor(tx, session.userId, step, factor);
  if (step) await spendStep(tx, step);
  return 'method' in outcome ? outcome.method : null;
}

/**
 * Stores a new secret and the time of the proof, unless the session has ended or was renewed.
 * @param sid its secret
 */
export async function renewSession(
  tx: Tx,
  sid: string,
  session: PortalSession,
  methods: readonly Method[],
  request: Request,
): Promise<string | null> {
  const fresh = randomBytes(32).toString('base64url');
  await enterTenant(tx, session.orgId);
  const [row] = await tx
    .update(authSessions)
    .set({
      secretHash: Buffer.from(secretHash(fresh), 'hex'),
      authenticatedAt: new Date(),
      methods: [...new Set([...session.methods, ...methods])],
    })
    .where(
      and(
        eq(authSessions.orgId, session.orgId),
        eq(authSessions.id, session.sessionId),
        eq(authSessions.secretHash, Buffer.from(secretHash(sid), 'hex')),
        isNull(authSessions.revokedAt),
      ),
    )
    .returning({ id: authSessions.id });
  if (!row) return null;
  await recordAudit(tx, contextOfSession(session, request), {
    action: ACTION,
    kind: 'auth',
    outcome: 'allowed',
    objectKind: 'session',
    objectId: session.sessionId,
    detail: { methods },
  });
  return fresh;
}

export interface StepUpWays {
  /** The password requires a code as well. */
  code: boolean;
  /** Slug of the organization through which the session was opened: its provider confirms, nothing else does. */
  single_sign_on: string | null;
  passkey: PasskeyQuestion | null;
}

/** The available methods and a challenge for the user's passkeys. Returns the methods and the step's secret. */
export function beginStepUp(
  session: PortalSession,
  ip: string,
): Promise<{ ways: StepUpWays; step: string | null }> {
  const { userId, sessionId } = session;
  if (session.singleSignOn)
    return Promise.resolve({
      ways: { code: false, passkey: null, single_sign_on: session.orgSlug },
      step: null,
    });
  return withScope({ userId }, async (tx) => {
    const factors = await factorsOf(tx, userId);
    const rows = passkeysPossible() ? await passkeysOf(tx, userId) : [];
    const code = hasFactor(factors);
    if (rows.length === 0) return { ways: { code, passkey: null, single_sign_on: null }, step: null };
    const challenge = newChallenge();
    const step = await createStep(tx, { purpose: 'step_up', userId, sessionId, ip, challenge });
    const passkey = { challenge, rp_id: relyingParty(), allow: allowList(rows) };
    return { ways: { code, passkey, single_sign_on: null }, step };
  });
}
