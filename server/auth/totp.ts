import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { totpSecrets } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { openSecret, sealSecret, type Place } from './secret-box';
import { createStep, replacementOf, spendStep } from './sign-in-steps';

/** Codes of authenticator apps (RFC 6238): six digits, 30 seconds, SHA-1, which all apps support. */

const PERIOD_SECONDS = 30;
/** Steps of clock drift accepted in both directions. */
const WINDOW = 1;
const ISSUER = 'Clinical Data Service';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

// The secret belongs to a user, not to an organization, so the user ID takes the place of the organization's.
export const placeOfTotp = (userId: string): Place => ({
  orgId: userId,
  table: 'totp_secrets',
  row: userId,
  column: 'secret',
});

const placeOfReplacement = (userId: string): Place => ({
  orgId: userId,
  table: 'sign_in_steps',
  row: userId,
  column: 'challenge',
});

const generator = (secret: Secret, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

export interface BegunTotp {
  /** Base32, for manual entry. */
  secret: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

/**
 * Creates a secret that is inactive until confirmed by a code. A confirmed secret is not replaced.
 * @param tx scoped to the user
 * @returns null if a confirmed secret exists
 */
export async function beginTotp(tx: Tx, userId: string, email: string): Promise<BegunTotp | null> {
  const secret = new Secret({ size: SECRET_BYTES });
  const values = {
    secret: sealSecret(secret.base32, placeOfTotp(userId)),
    createdAt: new Date(),
    confirmedAt: null,
    lastStep: null,
  };
  const [row] = await tx
    .insert(totpSecrets)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: values,
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId });
  return row ? { secret: secret.base32, uri: generator(secret, email).toString() } : null;
}

/** A new secret next to a confirmed one, which it replaces when confirmed: for a lost phone. */
export async function beginReplacement(
  tx: Tx,
  { id, email }: { id: string; email: string },
  session: { id: string; ip: string | null },
): Promise<BegunTotp> {
  const secret = new Secret({ size: SECRET_BYTES });
  await createStep(tx, {
    purpose: 'replace_totp',
    userId: id,
    sessionId: session.id,
    ip: session.ip,
    challenge: sealSecret(secret.base32, placeOfReplacement(id)),
  });
  return { secret: secret.base32, uri: generator(secret, email).toString() };
}

/** @returns the time step of the code; null if it is wrong */
function stepOfCode(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Date.now();
  const delta = generator(Secret.fromBase32(secret), '').validate({
    token: code,
    window: WINDOW,
    timestamp: now,
  });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

async function stepOf(tx: Tx, userId: string, code: string, confirmed: boolean): Promise<number | null> {
  const [row] = await tx
    .select()
    .from(totpSecrets)
    .where(
      and(
        eq(totpSecrets.userId, userId),
        confirmed ? isNotNull(totpSecrets.confirmedAt) : isNull(totpSecrets.confirmedAt),
      ),
    );
  return row ? stepOfCode(openSecret(row.secret, placeOfTotp(userId)), code) : null;
}

/** @param tx scoped to the user */
export async function confirmTotp(tx: Tx, userId: string, code: string): Promise<boolean> {
  const step = await stepOf(tx, userId, code, false);
  if (step === null) return false;
  const [row] = await tx
    .update(totpSecrets)
    .set({ confirmedAt: new Date(), lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt)))
    .returning({ userId: totpSecrets.userId });
  return row !== undefined;
}

/** With a code of the new secret, the earlier one is dropped. @param tx scoped to the user */
export async function confirmReplacement(
  tx: Tx,
  userId: string,
  sessionId: string,
  code: string,
): Promise<boolean> {
  const begun = await replacementOf(tx, userId, sessionId);
  if (!begun) return false;
  const secret = openSecret(begun.sealed, placeOfReplacement(userId));
  const lastStep = stepOfCode(secret, code);
  if (lastStep === null || !(await spendStep(tx, begun.step))) return false;
  const now = new Date();
  const [row] = await tx
    .update(totpSecrets)
    .set({
      secret: sealSecret(secret, placeOfTotp(userId)),
      createdAt: now,
      confirmedAt: now,
      lastStep,
    })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
    .returning({ userId: totpSecrets.userId });
  return row !== undefined;
}

/** Accepts a code once: it must be later than the last accepted one. `tx` is scoped to the user. */
export async function acceptTotp(tx: Tx, userId: string, code: string): Promise<boolean> {
  const step = await stepOf(tx, userId, code, true);
  if (step === null) return false;
  const [row] = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        isNotNull(totpSecrets.confirmedAt),
        or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step)),
      ),
    )
    .returning({ userId: totpSecrets.userId });
  return row !== undefined;
}

export const removeTotp = (tx: Tx, userId: string) =>
  tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning({ at: totpSecrets.confirmedAt });
