import { identityDomains } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { MANAGE, presentSingleSignOn } from './access';
import type { SingleSignOn } from './contract';
import { findDomain, isDomain, readDomain } from './domains';

/** Links made by addresses of the domain remain. @throws DomainError `not_found` */
export function removeIdentityDomain(ctx: Context, input: { domain: string }): Promise<SingleSignOn> {
  const operation = { action: 'remove_identity_domain', kind: 'write', ...MANAGE } as const;
  return perform(ctx, operation, async (tx) => {
    const domain = readDomain(input.domain);
    await findDomain(tx, ctx, domain);
    await tx.delete(identityDomains).where(isDomain(ctx, domain));
    return {
      output: await presentSingleSignOn(tx, ctx),
      audit: { objectKind: 'organization', objectId: ctx.actor.orgId, detail: { domain } },
    };
  });
}
