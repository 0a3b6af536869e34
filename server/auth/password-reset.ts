import { randomBytes, randomInt } from 'node:crypto';
import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { databaseTime } from '../db/clock';
import { passwordResets, users } from '../db/schema/index';
import { enterPerson, enterTenant, withScope, type Tx } from '../db/transaction';
import { recordAudit, recordSecurityEvent } from '../domain/shared/audit';
import type { Context } from '../domain/shared/context';
import { DomainError } from '../errors/domain-error';
import { newId, readId } from '../domain/shared/ids';
import { systemActor } from '../domain/shared/system-actor';
import { env } from '../env';
import { logger } from '../logger';
import { passwordChangedMail, type PasswordChangedMail } from '../mail/password-changed-mail';
import { passwordResetMail } from '../mail/password-reset-mail';
import { mailIsSet, sendMail } from '../mail/send-mail';
import { tellOwner } from '../mail/tell-owner';
import { safeError } from '../safe-error';
import { secretHash } from './api-key-format';
import { assertMayChoose, wordsAbout } from './choose-password';
import { endSessionsEverywhere } from './end-sessions';
import { listFactors } from './factors';
import { findOwnOrganisations, type OwnOrganisation } from './own-organisations';
import { emailHash, hashPassword } from './password';

/**
 * Links by which a person chooses a new password: 256 random bits, stored as a hash, good for half an hour and once.
 * Whoever asks for one is told the same whether the address is known or not, and before anybody has looked.
 */

export const RESET_MINUTES = 30;
/** Of one account at a time, asked for without signing in: nobody's mailbox is flooded. */
const MOST_OPEN = 3;

/** What an act needs to know of a request that nobody is signed in for. */
export interface PublicRequest {
  ip: string;
  requestId: string;
}

/** Otherwise an administrator hands links over. */
export const resetsByMail = mailIsSet;

const hashOf = (secret: string): Buffer => Buffer.from(secretHash(secret), 'hex');
export const resetLink = (secret: string): string => `${env.PUBLIC_URL}/reset-password/${secret}`;

/**
 * Makes a link for a person. The caller has judged whether whoever asks may have it made.
 * @param createdBy `usr_…`, or `system` when the person asked
 * @returns the secret; it is stored nowhere
 */
export async function makePasswordReset(
  tx: Tx,
  { userId, createdBy, ip }: { userId: string; createdBy: string; ip: string | null },
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const id = newId();
  const secret = randomBytes(32).toString('base64url');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
  await enterPerson(tx, userId);
  await tx
    .insert(passwordResets)
    .values({ id, userId, secretHash: hashOf(secret), createdAt: now, createdBy, expiresAt, ip });
  await enterPerson(tx, null);
  return { id, secret, expiresAt };
}

/** Milliseconds from a request to the look for its account. */
export const PAUSE = { least: 100, most: 400 } as const;

/**
 * The work for a known address is longer, and this process and its database share the machine with whoever waits for an
 * answer: begun at once it would be felt in this answer and in the next one. At a drawn moment it is beside answers that
 * have nothing to do with it.
 */
const pause = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, randomInt(PAUSE.least, PAUSE.most)));

const underWay = new Set<Promise<void>>();

/** Resolves when all that was asked for has been sent or given up. */
export const passwordResetsSent = async (): Promise<void> => void (await Promise.all(underWay));

/** Returns at once, and nothing is done before: the answer is the same for everybody, in its bytes and in its time. */
export function requestPasswordReset(email: string, request: PublicRequest): void {
  const work = pause()
    .then(() => send(email, request))
    .catch((error: unknown) => {
      logger.error(
        { request_id: request.requestId, ...safeError(error) },
        'a password reset could not be made',
      );
    })
    .finally(() => underWay.delete(work));
  underWay.add(work);
}

async function send(email: string, request: PublicRequest): Promise<void> {
  const hash = emailHash(email);
  const made = await withScope({ emailHash: hash }, async (tx) => {
    // Held, so that many at once are counted.
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.emailHash, Buffer.from(hash, 'hex')))
      .for('update');
    if (!user || user.disabledAt) return null;
    await enterPerson(tx, user.id);
    const places = await findOwnOrganisations(tx, user.id);
    const [open] = await tx
      .select({ count: count() })
      .from(passwordResets)
      .where(
        and(
          eq(passwordResets.userId, user.id),
          eq(passwordResets.createdBy, 'system'),
          gt(passwordResets.expiresAt, new Date()),
        ),
      );
    if (places.length === 0 || (open?.count ?? 0) >= MOST_OPEN) return null;
    const { id, secret } = await makePasswordReset(tx, {
      userId: user.id,
      createdBy: 'system',
      ip: request.ip,
    });
    for (const { id: orgId } of places) {
      await enterTenant(tx, orgId);
      const ctx: Context = { actor: systemActor(orgId), door: 'portal', ...request };
      await recordAudit(tx, ctx, {
        action: 'request_password_reset',
        kind: 'auth',
        outcome: 'allowed',
        objectKind: 'password_reset',
        objectId: id,
      });
    }
    return { name: user.name, email: user.email, secret };
  });
  if (!made) return recordSecurityEvent({ ...request, code: 'reset_not_sent', door: 'portal' });
  const { name, secret } = made;
  await sendMail(
    passwordResetMail({ name, email: made.email, link: resetLink(secret), minutes: RESET_MINUTES }),
  );
}

/** Nothing of a link that is over: it is judged like an unknown one. */
const wordsAboutHolder = (secret: string): Promise<string[]> =>
  withScope({ credentialHash: secretHash(secret) }, async (tx) => {
    const [open] = await tx
      .select({ userId: passwordResets.userId })
      .from(passwordResets)
      .where(
        and(
          eq(passwordResets.secretHash, hashOf(secret)),
          isNull(passwordResets.usedAt),
          gt(passwordResets.expiresAt, new Date()),
        ),
      );
    if (!open) return [];
    await enterPerson(tx, open.userId);
    return wordsAbout(tx, open.userId);
  });

/**
 * Sets a new password by a link, once: of several at the same time one succeeds. All sessions of the person end. Second
 * factors stay; the person is told by mail which they are.
 * @throws DomainError `validation_failed` (the password; the link stays good), `not_found` (unknown, used, expired, or
 * the person is gone: one answer)
 */
export async function redeemPasswordReset(
  { secret, password }: { secret: string; password: string },
  request: PublicRequest,
): Promise<void> {
  try {
    await assertMayChoose('/password', password, await wordsAboutHolder(secret));
  } catch (error) {
    await recordSecurityEvent({ ...request, code: 'reset_refused', door: 'portal' });
    throw error;
  }
  // Worked out for a wrong link as well: its time tells nothing, and no transaction waits for it.
  const passwordHash = await hashPassword(password);
  const scope = { credentialHash: secretHash(secret) };
  const changed = await withScope<PasswordChangedMail | null>(scope, async (tx) => {
    const [found] = await tx
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.secretHash, hashOf(secret)));
    if (!found) return null;
    const { userId } = found;
    await enterPerson(tx, userId);
    const places = await findOwnOrganisations(tx, userId);
    // Held before the clock is looked at: sign-ins that are half done are judged by when the password changed.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (!user || user.disabledAt || !places[0]) return null;
    if (!(await isMakerAdmin(tx, found, places))) return null;
    const now = new Date();
    const unused = and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt));
    const [taken] = await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(unused, eq(passwordResets.id, found.id), gt(passwordResets.expiresAt, now)))
      .returning({ id: passwordResets.id });
    if (!taken) return null;
    await tx.update(users).set({ passwordHash, updatedAt: databaseTime }).where(eq(users.id, userId));
    // Other links of the same mailbox are over as well.
    await tx.update(passwordResets).set({ usedAt: now }).where(unused);
    const ctx = (orgId: string): Context => ({
      actor: { kind: 'user', id: userId, orgId, role: null, scopes: new Set() },
      door: 'portal',
      ...request,
    });
    for (const { id: orgId } of places) {
      await enterTenant(tx, orgId);
      await recordAudit(tx, ctx(orgId), {
        action: 'reset_password',
        kind: 'auth',
        outcome: 'allowed',
        objectKind: 'password_reset',
        objectId: taken.id,
      });
    }
    const whose = { userId, reason: 'password_reset' };
    await enterPerson(tx, userId);
    const factors = await listFactors(tx, userId);
    await endSessionsEverywhere(tx, ctx(places[0].id), 'reset_password', whose);
    return { name: user.name, email: user.email, factors };
  });
  if (changed) return tellOwner(passwordChangedMail(changed));
  await recordSecurityEvent({ ...request, code: 'reset_refused', door: 'portal' });
  throw new DomainError('not_found', 'This link is not good any more.');
}

/**
 * Whoever made the link for somebody else may still hold it: it is good while they are an administrator where the person
 * belongs, and no longer.
 */
async function isMakerAdmin(
  tx: Tx,
  { createdBy, userId }: typeof passwordResets.$inferSelect,
  places: readonly OwnOrganisation[],
): Promise<boolean> {
  const makerId = readId('user', createdBy);
  if (makerId === null) return createdBy === 'system';
  await enterPerson(tx, makerId);
  const theirs = await findOwnOrganisations(tx, makerId);
  await enterPerson(tx, userId);
  return theirs.some(({ id, role }) => role === 'admin' && places.some((place) => place.id === id));
}
