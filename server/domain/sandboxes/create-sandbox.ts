import { randomBytes } from 'node:crypto';
import { inOrganization } from '../../auth/end-sessions';
import { lockThing } from '../../db/locks';
import { organizations } from '../../db/schema/index';
import { enterTenant } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { newId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { findLive, MANAGE, presentListed, sandboxesOf } from './access';
import { becomeAdmin } from './become-admin';
import type { CreateSandboxInput, ListedSandbox } from './contract';
import { MOST_SANDBOXES } from './rules';

/**
 * Creates a sandbox with the settings of its live organization, and its first reset, which adds the example data. The
 * user becomes its administrator.
 * @throws DomainError `invalid_state` (a sandbox), `limit_reached`
 */
export function createSandbox(ctx: Context, { name }: CreateSandboxInput): Promise<ListedSandbox> {
  const operation = { action: 'create_sandbox', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    await lockThing(tx, 'sandboxes', orgId);
    const live = await findLive(tx, ctx);
    if ((await sandboxesOf(tx, ctx)).length >= MOST_SANDBOXES)
      throw new DomainError('limit_reached', `An organization can have at most ${MOST_SANDBOXES} sandboxes.`);
    const id = newId();
    const now = new Date();
    await enterTenant(tx, id);
    const [row] = await tx
      .insert(organizations)
      .values({
        id,
        slug: `${live.slug.slice(0, 40)}-sandbox-${randomBytes(4).toString('hex')}`,
        name,
        sandboxOf: orgId,
        timeZone: live.timeZone,
        idleMinutes: live.idleMinutes,
        secondFactor: live.secondFactor,
        keyMaxDays: live.keyMaxDays,
        paperSize: live.paperSize,
        sandboxResetRequestedAt: now,
        createdAt: now,
      })
      .returning();
    await becomeAdmin(tx, ctx, id);
    await recordAudit(tx, inOrganization(ctx, id), {
      action: operation.action,
      kind: operation.kind,
      outcome: 'allowed',
      objectKind: 'organization',
      objectId: id,
    });
    await enterTenant(tx, orgId);
    return { output: presentListed(row!, true), audit: { objectKind: 'organization', objectId: id } };
  });
}
