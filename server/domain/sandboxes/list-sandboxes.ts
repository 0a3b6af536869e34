import { findOwnOrganizations } from '../../auth/own-organizations';
import { enterPerson } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findLive, MANAGE, presentListed, sandboxesOf } from './access';
import type { SandboxList } from './contract';

/** The sandboxes of a live organization. @throws DomainError `invalid_state` (a sandbox) */
export function listSandboxes(ctx: Context): Promise<SandboxList> {
  return perform(ctx, { action: 'list_sandboxes', kind: 'list', ...MANAGE }, async (tx) => {
    await findLive(tx, ctx);
    const rows = await sandboxesOf(tx, ctx);
    await enterPerson(tx, ctx.actor.id!);
    const own = new Set((await findOwnOrganizations(tx, ctx.actor.id!)).map(({ id }) => id));
    await enterPerson(tx, null);
    return {
      output: { data: rows.map((row) => presentListed(row, own.has(row.id))) },
      audit: { objectKind: 'organization', detail: { count: rows.length } },
    };
  });
}
