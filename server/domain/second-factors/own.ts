import { and, eq, isNull } from 'drizzle-orm';
import { factorsOf, hasFactor, holdPerson } from '../../auth/factors';
import { removeRecoveryCodes } from '../../auth/recovery-codes';
import { asksSecondFactor, type Method } from '../../auth/second-factor-rule';
import { authSessions, memberships, organisations, type users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import { factorAddedMail, type AddedFactor } from '../../mail/factor-added-mail';
import { tellOwner } from '../../mail/tell-owner';
import { perform, type Act, type Done } from '../shared/perform';
import type { Context } from '../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { FactorChanged } from './contract';
import { notFound } from '../shared/ids';

/** What the verbs about a person's own factors share. */

export type Person = typeof users.$inferSelect;

interface OwnAct extends Pick<Act<unknown>, 'action' | 'kind' | 'stepUp'> {
  /** The person is told of it by mail, where there is a mail server. */
  adds?: AddedFactor;
}

/** The frame of a verb with the person's own rows in sight; one change of them after the other. */
export async function performOwn<Output>(
  ctx: Context,
  { adds, ...act }: OwnAct,
  work: (tx: Tx, person: Person) => Promise<Done<Output>>,
): Promise<Output> {
  const owner: { person?: Person } = {};
  const output = await perform<Output>(ctx, { ...act, peopleOnly: true }, async (tx) => {
    const { id } = ctx.actor;
    if (id === null) throw notFound();
    await enterPerson(tx, id);
    const person = await holdPerson(tx, id);
    if (!person) throw notFound();
    owner.person = person;
    return work(tx, person);
  });
  if (adds && owner.person) tellOwner(factorAddedMail(owner.person, adds));
  return output;
}

/** What was proven while a factor was made holds for this session as well. */
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
 * After a removal: where any of the person's organisations asks for a factor, one must be left. Without any, recovery
 * codes stand for nothing and go as well. @throws DomainError `invalid_state`
 */
export async function assertNotLast(tx: Tx, userId: string): Promise<void> {
  if (hasFactor(await factorsOf(tx, userId))) return;
  const rows = await tx
    .select({ role: memberships.role, rule: organisations.secondFactor })
    .from(memberships)
    .innerJoin(organisations, eq(organisations.id, memberships.orgId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)));
  if (rows.some(({ role, rule }) => asksSecondFactor(rule, role)))
    throw new DomainError(
      'invalid_state',
      'Your organisation asks for a second factor, and this is your last one. Add another before you remove it.',
    );
  await removeRecoveryCodes(tx, userId);
}
