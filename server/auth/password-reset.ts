import { randomBytes, randomInt } from 'node:crypto';
import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { databaseTime } from '../db/clock';
import { passwordResets, users } from '../db/schema/index';
import { enterPerson, enterTenant, together, withScope, type Tx } from '../db/transaction';
import { recordAudit, recordSecurityEvent } from '../shared/audit';
import type { Context } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { newId, readId } from '../shared/ids';
import { systemActor } from '../shared/system-actor';
import { env } from '../env';
import { logger } from '../logger';
import { passwordChangedMail, type PasswordChangedMail } from '../mail/password-changed-mail';
import { passwordResetMail } from '../mail/password-reset-mail';
import { mailIsSet, sendMail } from '../mail/send-mail';
import { notifyOwner } from '../mail/notify-owner';
import { safeError } from '../safe-error';
import { secretHash } from './api-key-format';
import { assertMayChoose, wordsAbout } from './choose-password';
import { endSessionsEverywhere } from './end-sessions';
import { listFactors } from './factors';
import { findOwnOrganizations, type OwnOrganization } from './own-organizations';
import { emailHash, hashPassword } from './password';

/**
 * Links for choosing a new password: 256 random bits, stored as a hash, single use, valid for 30 minutes. The response
 * to a request does not depend on whether the address is known, and is sent before the lookup.
 */

export const RESET_MINUTES = 30;
/** Per account, requested without signing in: limits the mail one mailbox can receive. */
const MOST_OPEN = 3;

/** Request data of an operation without a signed-in user. */
export interface PublicRequest {
  ip: string;
  requestId: string;
}

/** Without mail, administrators hand out the links. */
export const resetsByMail = mailIsSet;

const hashOf = (secret: string): Buffer => Buffer.from(secretHash(secret), 'hex');
export const resetLink = (secret: string): string => `${env.PUBLIC_URL}/reset-password/${secret}`;

/**
 * Creates a link for a user. The caller has checked that the requester may do so.
 * @param createdBy `usr_…`, or `system` if the user requested it
 * @returns the secret, which is not stored
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

/** Delay in milliseconds between the request and the account lookup. */
export const PAUSE = { least: 100, most: 400 } as const;

/**
 * A known address causes more work on the same machine. Started at once, that work would slow this response or the next
 * one measurably. A random delay moves it next to unrelated responses.
 */
const pause = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, randomInt(PAUSE.least, PAUSE.most)));

const underWay = new Set<Promise<void>>();

/** Resolves when all requested mails have been sent or have failed. */
export const passwordResetsSent = async (): Promise<void> => void (await Promise.all(underWay));

/** Returns at once, before any work: the response has the same bytes and timing for every address. */
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
  let userId: string | null = null;
  const made = await withScope({ emailHash: hash }, async (tx) => {
    // Locked, so that concurrent requests are counted.
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.emailHash, Buffer.from(hash, 'hex')))
      .for('update');
    userId = user?.id ?? null;
    if (!user || user.disabledAt) return null;
    await enterPerson(tx, user.id);
    const places = await findOwnOrganizations(tx, user.id);
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
      const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...request };
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
  if (!made) return recordSecurityEvent({ ...request, code: 'reset_not_sent', transport: 'portal', userId });
  const { name, secret } = made;
  await sendMail(
    passwordResetMail({ name, email: made.email, link: resetLink(secret), minutes: RESET_MINUTES }),
  );
}

/** The user of a link that is neither used nor expired; in the scope of its secret. */
async function holderOf(tx: Tx, secret: string): Promise<string | null> {
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
  return open?.userId ?? null;
}

/** Whether a link could set a password now, for the page that it opens. */
export async function isResetOpen(secret: string, request: PublicRequest): Promise<boolean> {
  const scope = { credentialHash: secretHash(secret) };
  const isOpen = await withScope(scope, async (tx) => {
    const userId = await holderOf(tx, secret);
    if (userId === null) return false;
    await enterPerson(tx, userId);
    const [[found], [user], places] = await together(
      tx
        .select()
        .from(passwordResets)
        .where(eq(passwordResets.secretHash, hashOf(secret))),
      tx.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId)),
      findOwnOrganizations(tx, userId),
    );
    if (!found || !user || user.disabledAt || places.length === 0) return false;
    return isMakerAdmin(tx, found, places);
  });
  if (!isOpen) await recordSecurityEvent({ ...request, code: 'reset_refused', transport: 'portal' });
  return isOpen;
}

/** Returns nothing for a used or expired link, which is then treated like an unknown one. */
const wordsAboutHolder = (secret: string): Promise<string[]> =>
  withScope({ credentialHash: secretHash(secret) }, async (tx) => {
    const userId = await holderOf(tx, secret);
    if (userId === null) return [];
    await enterPerson(tx, userId);
    return wordsAbout(tx, userId);
  });

/**
 * Sets a new password with a link. Of several concurrent attempts one succeeds. Ends all sessions of the user. Second
 * factors stay; a mail lists them for the user.
 * @throws DomainError `validation_failed` (the password; the link stays valid), `not_found` (the link is unknown, used
 * or expired, or the user is gone; one error for all)
 */
export async function redeemPasswordReset(
  { secret, password }: { secret: string; password: string },
  request: PublicRequest,
): Promise<void> {
  try {
    await assertMayChoose('/password', password, await wordsAboutHolder(secret));
  } catch (error) {
    await recordSecurityEvent({ ...request, code: 'reset_refused', transport: 'portal' });
    throw error;
  }
  // Computed for invalid links too, so that timing reveals nothing, and outside the transaction.
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
    const places = await findOwnOrganizations(tx, userId);
    // Locked before reading the clock: unfinished sign-ins are checked against the time of the password change.
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
    // Other links to the same mailbox end as well.
    await tx.update(passwordResets).set({ usedAt: now }).where(unused);
    const ctx = (orgId: string): Context => ({
      actor: { kind: 'user', id: userId, orgId, role: null, scopes: new Set() },
      transport: 'portal',
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
  if (changed) return notifyOwner(passwordChangedMail(changed));
  await recordSecurityEvent({ ...request, code: 'reset_refused', transport: 'portal' });
  throw new DomainError('not_found', 'This link is no longer valid. Request a new one.');
}

/**
 * An administrator who created the link may still have it: it is valid only while they are an administrator in an
 * organization of the user.
 */
async function isMakerAdmin(
  tx: Tx,
  { createdBy, userId }: typeof passwordResets.$inferSelect,
  places: readonly OwnOrganization[],
): Promise<boolean> {
  const makerId = readId('user', createdBy);
  if (makerId === null) return createdBy === 'system';
  await enterPerson(tx, makerId);
  const theirs = await findOwnOrganizations(tx, makerId);
  await enterPerson(tx, userId);
  return theirs.some(({ id, role }) => role === 'admin' && places.some((place) => place.id === id));
}
