import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { delegations, memberships, organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { assertAllowed, perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { newId, notFound, pathId, showId } from '../../shared/ids';
import { lockSubstitute, isSigner } from './access';
import type { Delegation, SetDelegationInput } from './contract';
import { presentDelegations } from './delegations';
import { MAX_ABSENCE_DAYS } from './rules';
import { instantOf } from '../../shared/wall-clock';
import { SIGNERS } from '../../shared/scopes';

/**
 * Sets who covers for a user during an absence. Users set their own; administrators anyone's.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (times, delegate, overlapping absence)
 */
export function setDelegation(ctx: Context, input: SetDelegationInput): Promise<Delegation> {
  return perform(
    ctx,
    { action: 'set_delegation', kind: 'write', role: SIGNERS, peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const userId = input.user_id === undefined ? ctx.actor.id! : pathId('user', input.user_id);
      if (userId !== ctx.actor.id) assertAllowed(ctx, { role: 'admin' });
      await lockAbsentUser(tx, ctx, userId);
      const { startsAt, endsAt } = await timesOf(tx, ctx, input);
      const delegateId = await lockSubstitute(tx, ctx, input.delegate_id, userId, '/delegate_id');
      const [other] = await tx
        .select({ id: delegations.id })
        .from(delegations)
        .where(
          and(
            eq(delegations.orgId, orgId),
            eq(delegations.userId, userId),
            isNull(delegations.endedAt),
            lt(delegations.startsAt, endsAt),
            gt(delegations.endsAt, startsAt),
          ),
        )
        .limit(1);
      if (other) throw fieldError('/starts', 'not_unique', 'overlaps another absence; end that one first');
      const [row] = await tx
        .insert(delegations)
        .values({
          orgId,
          id: newId(),
          userId,
          delegateId,
          startsAt,
          endsAt,
          createdAt: new Date(),
          createdBy: actorName(ctx.actor),
        })
        .returning();
      const [output] = await presentDelegations(tx, ctx, [row!]);
      return {
        output: output!,
        audit: {
          objectKind: 'delegation',
          objectId: row!.id,
          detail: { person: showId('user', userId), delegate: showId('user', delegateId) },
        },
      };
    },
  );
}

/** Locks the absent user, an active member who can sign, so that concurrent absences cannot overlap. */
async function lockAbsentUser(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const [row] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.orgId, ctx.actor.orgId),
        eq(memberships.userId, userId),
        isNull(memberships.endedAt),
      ),
    )
    .for('update');
  if (!row) throw notFound();
  if (!isSigner(row.role))
    throw fieldError('/user_id', 'not_allowed', 'must be a clinician or an administrator');
}

async function timesOf(
  tx: Tx,
  ctx: Context,
  { starts, ends }: SetDelegationInput,
): Promise<{ startsAt: Date; endsAt: Date }> {
  const [organization] = await tx
    .select({ zone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  const zone = organization?.zone ?? 'UTC';
  const startsAt = instantOf(starts, zone, 'first');
  const endsAt = instantOf(ends, zone, 'last');
  if (!startsAt) throw fieldError('/starts', 'invalid_format', 'must be a valid date and time');
  if (!endsAt) throw fieldError('/ends', 'invalid_format', 'must be a valid date and time');
  if (endsAt <= startsAt) throw fieldError('/ends', 'out_of_range', 'must be after the start');
  if (endsAt.getTime() <= Date.now()) throw fieldError('/ends', 'out_of_range', 'must be in the future');
  if (endsAt.getTime() - startsAt.getTime() > MAX_ABSENCE_DAYS * 86_400_000)
    throw fieldError('/ends', 'out_of_range', `must be within ${MAX_ABSENCE_DAYS} days after the start`);
  return { startsAt, endsAt };
}
