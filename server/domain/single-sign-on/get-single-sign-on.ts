import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { MANAGE, presentSingleSignOn } from './access';
import type { SingleSignOn } from './contract';

export function getSingleSignOn(ctx: Context): Promise<SingleSignOn> {
  return perform(ctx, { action: 'get_single_sign_on', kind: 'read', ...MANAGE }, async (tx) => ({
    output: await presentSingleSignOn(tx, ctx),
    audit: { objectKind: 'organization', objectId: ctx.actor.orgId },
  }));
}
