import { and, eq, isNull } from 'drizzle-orm';
import { assertMayChoose, wordsAboutPerson } from '../../auth/choose-password';
import { endSessionsEverywhere } from '../../auth/end-sessions';
import { lockPerson, listFactors, type Factor } from '../../auth/factors';
import { managedElsewhere } from '../../auth/managed-elsewhere';
import { hashPassword, verifyPassword } from '../../auth/password';
import { replaceSession } from '../../auth/session-row';
import { forget, reserve, throttleKey } from '../../rate-limits/throttle';
import { databaseTime } from '../../db/clock';
import { passwordResets, users } from '../../db/schema/index';
import { enterPerson, withScope } from '../../db/transaction';
import { passwordChangedMail } from '../../mail/password-changed-mail';
import { notifyOwner } from '../../mail/notify-owner';
import { assertAllowed, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import type { ChangedPassword, ChangePasswordInput } from './contract';

const OPERATION = { action: 'change_password', kind: 'write', peopleOnly: true } as const;

/**
 * Changes the user's own password. Ends all other sessions and renews this session's secret; grants to applications
 * remain. Sends a notification if a mail server is configured.
 * @throws DomainError `validation_failed` (wrong current password, or new password rejected), `rate_limited`
 */
export async function changePassword(ctx: Context, input: ChangePasswordInput): Promise<ChangedPassword> {
  assertAllowed(ctx, OPERATION);
  if (ctx.session?.singleSignOn) throw managedElsewhere();
  await assertMayChoose('/new_password', input.new_password, await wordsAboutPerson(ctx.actor.id!));
  if (input.new_password === input.current_password)
    throw fieldError('/new_password', 'not_allowed', 'must differ from the current password');
  const user = await proven(ctx, input.current_password);
  const passwordHash = await hashPassword(input.new_password);
  let sid = '';
  let factors: Factor[] = [];
  const output = await perform(ctx, OPERATION, async (tx) => {
    const userId = ctx.actor.id!;
    await enterPerson(tx, userId);
    // Before reading the clock: sign-ins in progress are compared with the time of the change.
    await lockPerson(tx, userId);
    const now = new Date();
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: databaseTime })
      // If it was changed concurrently elsewhere, that change prevails.
      .where(and(eq(users.id, userId), eq(users.passwordHash, user.passwordHash!)))
      .returning({ id: users.id });
    if (!changed) throw fieldError('/current_password', 'not_allowed', 'is not correct');
    await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
    factors = await listFactors(tx, userId);
    await enterPerson(tx, null);
    const opened = await replaceSession(tx, ctx, 'password_changed', { authenticatedAt: now });
    sid = opened.sid;
    const whose = { userId, reason: 'password_changed', except: opened.id };
    const ended = await endSessionsEverywhere(tx, ctx, OPERATION.action, whose);
    return {
      output: { object: 'changed_password' as const, sessions_ended: ended },
      audit: { objectKind: 'user', objectId: userId, detail: { sessions: ended } },
    };
  });
  await ctx.session!.keepSecret?.(sid);
  notifyOwner(passwordChangedMail({ ...user, factors }));
  return output;
}

/**
 * Rate limited, so that an open session cannot be used to guess the password. No transaction is open during the slow
 * hash.
 */
async function proven(ctx: Context, password: string) {
  const userId = ctx.actor.id!;
  const keys = [throttleKey('session', ctx.session!.id)];
  if (!(await withScope({}, (tx) => reserve(tx, keys))))
    throw new DomainError('rate_limited', 'Too many incorrect passwords. Wait a few minutes.', {
      retry_after: 60,
    });
  const [user] = await withScope({ userId }, (tx) => tx.select().from(users).where(eq(users.id, userId)));
  if (!(await verifyPassword(user?.passwordHash ?? null, password, true)) || !user)
    throw fieldError('/current_password', 'not_allowed', 'is not correct');
  await withScope({}, (tx) => forget(tx, keys));
  return user;
}
