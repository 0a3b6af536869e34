import { and, arrayOverlaps, eq, gt, inArray, isNull, ne, not, type SQL } from 'drizzle-orm';
import type { SecondFactorRule } from '../data-types/organization-codes';
import { ROLES } from '../data-types/role-codes';
import { authSessions, memberships } from '../db/schema/index';
import { enterPerson, enterTenant, type Tx } from '../db/transaction';
import { recordAudit } from '../shared/audit';
import type { Context } from '../shared/context';
import { asksSecondFactor, FACTOR_REQUIRED, SECOND_METHODS } from './second-factor-rule';
import { isLive, oldestThatCanLive } from './session-activity';

/** Ends sessions. Effective at the next request, because every use loads the row. */

interface Whose {
  userId: string;
  /** Stored in the row: `ended_by_person`, `password_changed`. */
  reason: string;
  /** A session (`uuid`) to keep. */
  except?: string | undefined;
}

/** Ends the user's sessions in one organization. `tx` is scoped to the organization. Returns how many were open. */
export const endSessionsIn = (tx: Tx, orgId: string, { userId, reason, except }: Whose): Promise<number> =>
  end(
    tx,
    orgId,
    reason,
    and(eq(authSessions.userId, userId), except === undefined ? undefined : ne(authSessions.id, except)),
  );

/**
 * Ends the sessions that a rule requires a second factor of and that have none. Without this they would be valid again
 * if the rule is withdrawn. `tx` is scoped to the organization. Returns how many were open.
 */
export async function endSessionsWithoutFactor(
  tx: Tx,
  orgId: string,
  rule: SecondFactorRule,
): Promise<number> {
  const roles = ROLES.filter((role) => asksSecondFactor(rule, role));
  if (roles.length === 0) return 0;
  const asked = tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.orgId, orgId), inArray(memberships.role, roles)));
  const which = and(
    inArray(authSessions.userId, asked),
    not(arrayOverlaps(authSessions.methods, [...SECOND_METHODS])),
  );
  return end(tx, orgId, FACTOR_REQUIRED, which);
}

async function end(tx: Tx, orgId: string, reason: string, which: SQL | undefined): Promise<number> {
  const now = new Date();
  const ended = await tx
    .update(authSessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(
      and(
        eq(authSessions.orgId, orgId),
        isNull(authSessions.revokedAt),
        gt(authSessions.id, oldestThatCanLive(now)),
        which,
      ),
    )
    .returning();
  return ended.filter((row) => isLive({ ...row, revokedAt: null }, now.getTime())).length;
}

/** Organizations (`uuid`) the user is or was a member of. Changes the transaction's scope to the user. */
async function organizationsOfPerson(tx: Tx, userId: string): Promise<string[]> {
  await enterPerson(tx, userId);
  const rows = await tx
    .select({ orgId: memberships.orgId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  await enterPerson(tx, null);
  return rows.map(({ orgId }) => orgId);
}

/**
 * Ends the user's sessions in all organizations. Each organization other than the request's gets its own audit row.
 * Restores the transaction's scope to the request's organization.
 */
export async function endSessionsEverywhere(
  tx: Tx,
  ctx: Context,
  action: string,
  whose: Whose,
): Promise<number> {
  let ended = 0;
  for (const orgId of await organizationsOfPerson(tx, whose.userId)) {
    await enterTenant(tx, orgId);
    const here = await endSessionsIn(tx, orgId, whose);
    ended += here;
    if (here > 0 && orgId !== ctx.actor.orgId)
      await recordAudit(tx, inOrganization(ctx, orgId), {
        action,
        kind: 'auth',
        outcome: 'allowed',
        objectKind: 'user',
        objectId: whose.userId,
        detail: { sessions: here },
      });
  }
  await enterTenant(tx, ctx.actor.orgId);
  return ended;
}

/** The same user and request, audited in another organization. */
export const inOrganization = (ctx: Context, orgId: string): Context => ({
  ...ctx,
  actor: { ...ctx.actor, orgId },
});
