import { inOrganization } from '../../auth/end-sessions';
import { enterTenant } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { notFound, readId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { findLive, MANAGE, presentListed, sandboxesOf } from './access';
import { becomeAdmin } from './become-admin';
import type { JoinSandboxInput, ListedSandbox } from './contract';

/**
 * Makes an administrator of the live organization one of its sandbox too, for example after its creator has left.
 * @throws DomainError `not_found`, `invalid_state` (a sandbox)
 */
export function joinSandbox(ctx: Context, input: JoinSandboxInput): Promise<ListedSandbox> {
  const operation = { action: 'join_sandbox', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, operation, async (tx) => {
    await findLive(tx, ctx);
    const id = readId('organization', input.id);
    const row = (await sandboxesOf(tx, ctx)).find((one) => one.id === id);
    if (!row) throw notFound();
    await enterTenant(tx, row.id);
    await becomeAdmin(tx, ctx, row.id);
    await recordAudit(tx, inOrganization(ctx, row.id), {
      action: operation.action,
      kind: operation.kind,
      outcome: 'allowed',
      objectKind: 'user',
      objectId: ctx.actor.id!,
    });
    await enterTenant(tx, ctx.actor.orgId);
    return { output: presentListed(row, true), audit: { objectKind: 'organization', objectId: row.id } };
  });
}
