import { and, eq, isNull } from 'drizzle-orm';
import { factorsOf, hasFactor, lockPerson } from '../../auth/factors';
import { removeRecoveryCodes } from '../../auth/recovery-codes';
import { asksSecondFactor, type Method } from '../../auth/second-factor-rule';
import { authSessions, memberships, organizations, type users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import { factorAddedMail, type AddedFactor } from '../../mail/factor-added-mail';
import { notifyOwner } from '../../mail/notify-owner';
import { perform, type Operation, type Done } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { managedElsewhere } from '../../auth/managed-elsewhere';
import type { FactorChanged } from './contract';
import { notFound } from '../../shared/ids';

export type Person = typeof users.$inferSelect;

interface OwnOperation extends Pick<Operation<unknown>, 'action' | 'kind' | 'stepUp'> {
  /** Sends the user a notification, if a mail server is configured. */
  adds?: AddedFactor;
}

/** Runs an operation that sees the user's own rows, with changes serialized per user. */
export async function performOwn<Output>(
  ctx: Context,
  { adds, ...operation }: OwnOperation,
  work: (tx: Tx, person: Person) => Promise<Done<Output>>,
): Promise<Output> {
  const owner: { person?: Person } = {};
  // The provider of one organization must not change the credentials of a user who belongs to others.
  if (ctx.session?.singleSignOn && operation.kind !== 'read') throw managedElsewhere();
  const output = await perform<Output>(ctx, { ...operation, peopleOnly: true }, async (tx) => {
    const { id } = ctx.actor;
    if (id === null) throw notFound();
    await enterPerson(tx, id);
    const person = await lockPerson(tx, id);
    if (!person) throw notFound();
    owner.person = person;
    return work(tx, person);
  });
  if (adds && owner.person) notifyOwner(factorAddedMail(owner.person, adds));
  return output;
}

/** Proving possession during enrollment also counts for this session. */
export async function addMethod(tx: Tx, ctx: Context, method: Method): Promise<void> {
  const { session } = ctx;
  if (!session) return;
  await tx
    .update(authSessions)
    .set({ methods: [...new Set([...session.methods, method])] })
    .where(
      and(
        eq(authSessions.orgId, ctx.actor.orgId),
        eq(authSessions.id, session.id),
        isNull(authSessions.revokedAt),
      ),
    );
}

export const CHANGED: FactorChanged = { object: 'factor_changed' };

/**
 * Call after a removal: if any of the user's organizations requires a second factor, one must remain. Without any,
 * recovery codes are useless and are deleted too.
 * @throws DomainError `invalid_state`
 */
export async function assertNotLast(tx: Tx, userId: string): Promise<void> {
  if (hasFactor(await factorsOf(tx, userId))) return;
  const rows = await tx
    .select({ role: memberships.role, rule: organizations.secondFactor })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)));
  if (rows.some(({ role, rule }) => asksSecondFactor(rule, role)))
    throw new DomainError(
      'invalid_state',
      'Your organization requires a second factor, and this is your last one. Add another first.',
    );
  await removeRecoveryCodes(tx, userId);
}

/**
 * Call after a passkey was removed: of a break-glass administrator, one must remain, because nothing else lets them in.
 * @throws DomainError `invalid_state`
 */
export async function assertNotLastOfBreakGlass(tx: Tx, userId: string): Promise<void> {
  if ((await factorsOf(tx, userId)).passkeys > 0) return;
  const rows = await tx
    .select({ enforced: organizations.singleSignOnEnforced, ids: organizations.breakGlassIds })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)));
  if (rows.some(({ enforced, ids }) => enforced && ids.includes(userId)))
    throw new DomainError(
      'invalid_state',
      'You are a break-glass administrator, and this is your last passkey. Add another first.',
    );
}
