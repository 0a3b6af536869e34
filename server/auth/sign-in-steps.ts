import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { databaseTime } from '../db/clock';
import { signInSteps } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { newId } from '../shared/ids';
import { secretHash } from './api-key-format';
import type { Method } from './second-factor-rule';

/**
 * Unfinished sign-ins, step-ups and enrollments. The browser holds a secret in a cookie, the row holds what has been
 * proven. Nothing else from the client is trusted.
 */

export type StepRow = typeof signInSteps.$inferSelect;

const MINUTE = 60_000;
export const STEP_SECONDS = 600;
/** Lifetime of a challenge, which is also single use. */
const CHALLENGE_MS = 5 * MINUTE;
const MOST_TRIES = 5;

const LIFE_MS: Record<StepRow['purpose'], number> = {
  sign_in: STEP_SECONDS * 1000,
  passkey_sign_in: CHALLENGE_MS,
  step_up: CHALLENGE_MS,
  enrol_passkey: CHALLENGE_MS,
  replace_totp: STEP_SECONDS * 1000,
  link_identity: STEP_SECONDS * 1000,
  test_identity: STEP_SECONDS * 1000,
  confirm_identity: STEP_SECONDS * 1000,
};

interface NewStep {
  purpose: StepRow['purpose'];
  userId: string | null;
  sessionId?: string;
  methods?: Method[];
  ip: string | null;
  challenge?: string;
}

/** `tx` is scoped to the user, if there is one. Returns the secret for the step's cookie. */
export async function createStep(tx: Tx, step: NewStep): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const now = new Date();
  await tx.insert(signInSteps).values({
    id: newId(),
    secretHash: Buffer.from(secretHash(secret), 'hex'),
    purpose: step.purpose,
    userId: step.userId,
    sessionId: step.sessionId ?? null,
    methods: step.methods ?? [],
    challenge: step.challenge ? kept(step.challenge, now) : null,
    ip: step.ip,
    createdAt: databaseTime,
    expiresAt: new Date(now.getTime() + LIFE_MS[step.purpose]),
  });
  return secret;
}

/**
 * Loads and locks the step of a cookie until the transaction ends, so that answers are checked one at a time.
 * @param tx scoped to the secret's hash
 */
export async function lockStep(tx: Tx, secret: string, purpose: StepRow['purpose']): Promise<StepRow | null> {
  const [row] = await tx
    .select()
    .from(signInSteps)
    .where(
      and(
        eq(signInSteps.secretHash, Buffer.from(secretHash(secret), 'hex')),
        eq(signInSteps.purpose, purpose),
        isNull(signInSteps.usedAt),
        gt(signInSteps.expiresAt, new Date()),
      ),
    )
    .for('update');
  return row && row.tries < MOST_TRIES ? row : null;
}

/** Reads the step of a cookie, whatever its purpose. @param tx scoped to the secret's hash */
export async function findStep(tx: Tx, secret: string): Promise<StepRow | null> {
  const [row] = await tx
    .select()
    .from(signInSteps)
    .where(
      and(
        eq(signInSteps.secretHash, Buffer.from(secretHash(secret), 'hex')),
        isNull(signInSteps.usedAt),
        gt(signInSteps.expiresAt, new Date()),
      ),
    );
  return row ?? null;
}

/**
 * Whether the user changed since the step was created: the password that was checked may no longer be theirs. Every
 * change locks the user first and reads the clock afterwards.
 */
export const isOutdated = (step: StepRow, person: { updatedAt: Date }): boolean =>
  person.updatedAt >= step.createdAt;

/** Counts a failed attempt. Returns whether it was the last one. */
export async function countTry(tx: Tx, step: StepRow): Promise<boolean> {
  const isLast = step.tries + 1 >= MOST_TRIES;
  await tx
    .update(signInSteps)
    .set({ tries: sql`${signInSteps.tries} + 1`, ...(isLast ? { usedAt: new Date() } : {}) })
    .where(eq(signInSteps.id, step.id));
  return isLast;
}

/** @returns false if another request used it up */
export async function spendStep(tx: Tx, step: StepRow): Promise<boolean> {
  const [used] = await tx
    .update(signInSteps)
    .set({ usedAt: new Date() })
    .where(and(eq(signInSteps.id, step.id), isNull(signInSteps.usedAt)))
    .returning({ id: signInSteps.id });
  return used !== undefined;
}

export const newChallenge = (): string => randomBytes(32).toString('base64url');

const kept = (challenge: string, at: Date) => `${at.getTime()}.${challenge}`;

/** Replaces the challenge of a step that outlives it. */
export async function setChallenge(tx: Tx, step: StepRow): Promise<string> {
  const challenge = newChallenge();
  await tx
    .update(signInSteps)
    .set({ challenge: kept(challenge, new Date()) })
    .where(eq(signInSteps.id, step.id));
  return challenge;
}

/** Uses up the challenge, even if the answer is wrong. */
export async function takeChallenge(tx: Tx, step: StepRow): Promise<string | null> {
  if (step.challenge === null) return null;
  const [taken] = await tx
    .update(signInSteps)
    .set({ challenge: null })
    .where(and(eq(signInSteps.id, step.id), eq(signInSteps.challenge, step.challenge)))
    .returning({ id: signInSteps.id });
  const [at, challenge] = step.challenge.split('.');
  return taken && challenge && Date.now() - Number(at) < CHALLENGE_MS ? challenge : null;
}

/** The latest step of this session. `tx` is scoped to the user. */
async function stepOfSession(
  tx: Tx,
  userId: string,
  sessionId: string,
  purpose: StepRow['purpose'],
): Promise<StepRow | null> {
  const [row] = await tx
    .select()
    .from(signInSteps)
    .where(
      and(
        eq(signInSteps.userId, userId),
        eq(signInSteps.sessionId, sessionId),
        eq(signInSteps.purpose, purpose),
        isNull(signInSteps.usedAt),
        gt(signInSteps.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(signInSteps.id))
    .limit(1);
  return row ?? null;
}

/** The latest challenge this session received for a new passkey. `tx` is scoped to the user. */
export async function takeSessionChallenge(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<string | null> {
  const row = await stepOfSession(tx, userId, sessionId, 'enrol_passkey');
  return row && (await spendStep(tx, row)) ? takeChallenge(tx, row) : null;
}

/** The step and the encrypted secret of the app that this session is about to replace the current one with. */
export async function replacementOf(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<{ step: StepRow; sealed: string } | null> {
  const step = await stepOfSession(tx, userId, sessionId, 'replace_totp');
  return step?.challenge ? { step, sealed: step.challenge.replace(/^\d+\./, '') } : null;
}
