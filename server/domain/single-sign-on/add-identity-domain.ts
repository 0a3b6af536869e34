import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { identityDomains } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { MANAGE, presentSingleSignOn } from './access';
import type { SingleSignOn } from './contract';
import { domainHash, readDomain } from './domains';

const MOST_DOMAINS = 50;

/** @throws DomainError `validation_failed`, `invalid_state` (already added), `limit_reached` */
export function addIdentityDomain(ctx: Context, input: { domain: string }): Promise<SingleSignOn> {
  return perform(ctx, { action: 'add_identity_domain', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const domain = readDomain(input.domain);
    const rows = await tx.select().from(identityDomains).where(eq(identityDomains.orgId, orgId));
    if (rows.length >= MOST_DOMAINS)
      throw new DomainError('limit_reached', `You can add at most ${MOST_DOMAINS} domains.`);
    await tx.insert(identityDomains).values({
      orgId,
      domain,
      domainHash: domainHash(domain),
      token: randomBytes(24).toString('base64url'),
      createdAt: new Date(),
      createdBy: actorName(ctx.actor),
    });
    return {
      output: await presentSingleSignOn(tx, ctx),
      audit: { objectKind: 'organization', objectId: orgId, detail: { domain } },
    };
  });
}
