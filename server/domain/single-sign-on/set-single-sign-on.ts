import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { oldestThatCanLive } from '../../auth/session-activity';
import { admits, proofOf } from '../../auth/sign-in-rule';
import { databaseTime } from '../../db/clock';
import { authSessions, identityProviders, memberships, organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError, fieldError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { assertVersion } from '../patients/access';
import { hasPasskey, MANAGE, organizationOf, presentSingleSignOn, requireProvider } from './access';
import type { SetSingleSignOnInput, SingleSignOn } from './contract';
import { BREAK_GLASS_COUNT, singleSignOnState } from './rules';

/**
 * Enables and enforces single sign-on. Sessions that the new rule does not admit end at once, the own one included.
 * @throws DomainError `not_found` (no provider), `version_mismatch`, `invalid_state` (not tested), `validation_failed` (break-glass
 * administrators)
 */
export function setSingleSignOn(ctx: Context, input: SetSingleSignOnInput): Promise<SingleSignOn> {
  return perform(
    ctx,
    { action: 'set_single_sign_on', kind: 'write', ...MANAGE, stepUp: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const provider = await requireProvider(tx, ctx);
      assertVersion(ctx, provider);
      if (input.enabled && !provider.enabled && provider.lastTest?.reason !== null)
        throw new DomainError(
          'invalid_state',
          'Run the test first. It must succeed with the current settings.',
        );
      if (input.enforced && !input.enabled)
        throw fieldError('/enforced', 'not_allowed', 'requires that single sign-on is enabled');
      const { singleSignOnEnforced } = await organizationOf(tx, ctx);
      const was = singleSignOnState({ enabled: provider.enabled, enforced: singleSignOnEnforced });
      const is = singleSignOnState(input);
      const breakGlassIds = await breakGlass(tx, ctx, input);
      await tx
        .update(identityProviders)
        .set({ enabled: input.enabled, updatedAt: databaseTime, version: provider.version + 1 })
        .where(eq(identityProviders.orgId, orgId));
      const rule = { singleSignOnEnforced: input.enforced, breakGlassIds };
      await tx.update(organizations).set(rule).where(eq(organizations.id, orgId));
      const sessions = await endOthers(tx, orgId, rule, input.enabled);
      return {
        output: await presentSingleSignOn(tx, ctx),
        audit: {
          objectKind: 'organization',
          objectId: orgId,
          detail: {
            enabled: input.enabled,
            enforced: input.enforced,
            users: breakGlassIds.length,
            sessions,
            ...(was === is ? {} : { single_sign_on: { was, is } }),
          },
        },
      };
    },
  );
}

async function breakGlass(tx: Tx, ctx: Context, input: SetSingleSignOnInput): Promise<string[]> {
  const ids = [...new Set(input.break_glass_ids.map((id) => readId('user', id)!))];
  const wrong = (message: string) => fieldError('/break_glass_ids', 'not_allowed', message);
  if (ids.length > 0) {
    const admins = await tx
      .select({ id: memberships.userId })
      .from(memberships)
      .where(
        and(
          eq(memberships.orgId, ctx.actor.orgId),
          inArray(memberships.userId, ids),
          eq(memberships.role, 'admin'),
          isNull(memberships.endedAt),
        ),
      )
      // So that they stay administrators until the transaction ends.
      .for('update');
    if (admins.length < ids.length) throw wrong('must be administrators of the organization');
  }
  if (!input.enforced) return ids;
  if (ids.length !== BREAK_GLASS_COUNT) throw wrong('must be two administrators');
  for (const id of ids) if (!(await hasPasskey(tx, id))) throw wrong('must be administrators with a passkey');
  return ids;
}

/** @returns the number ended */
async function endOthers(
  tx: Tx,
  orgId: string,
  rule: Parameters<typeof admits>[0],
  enabled: boolean,
): Promise<number> {
  const now = new Date();
  const open = await tx
    .select()
    .from(authSessions)
    .where(
      and(
        eq(authSessions.orgId, orgId),
        isNull(authSessions.revokedAt),
        gt(authSessions.id, oldestThatCanLive(now)),
      ),
    );
  const ending = open
    .filter(
      (session) =>
        (session.identityId !== null && !enabled) ||
        !admits(rule, { ...proofOf(session), userId: session.userId, orgId }),
    )
    .map(({ id }) => id);
  if (ending.length > 0)
    await tx
      .update(authSessions)
      .set({ revokedAt: now, revokedReason: 'single_sign_on_changed' })
      .where(and(eq(authSessions.orgId, orgId), inArray(authSessions.id, ending)));
  return ending.length;
}
