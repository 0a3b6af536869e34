import { identityDomains } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { resolveText } from '../../outbound/resolve';
import type { Context } from '../../shared/context';
import { assertAllowed, perform } from '../../shared/perform';
import { MANAGE, presentSingleSignOn } from './access';
import type { SingleSignOn } from './contract';
import { findDomain, isDomain, readDomain } from './domains';
import { recordName, recordValue } from './rules';

const operation = { action: 'verify_identity_domain', kind: 'write', ...MANAGE } as const;

/**
 * Checks the DNS record of a domain. From then on it routes sign-ins.
 * @throws DomainError `not_found`, `invalid_state` (no such record, or verified by another organization)
 */
export async function verifyIdentityDomain(
  ctx: Context,
  input: { domain: string },
  resolve = resolveText,
): Promise<SingleSignOn> {
  assertAllowed(ctx, operation);
  const domain = readDomain(input.domain);
  const { token } = await withTenant(ctx.actor.orgId, (tx) => findDomain(tx, ctx, domain));
  // Network outside the transaction.
  const found = await resolve(recordName(domain));
  if (!found.includes(recordValue(token)))
    throw new DomainError(
      'invalid_state',
      found.length === 0
        ? 'The DNS record was not found. Changes to DNS can take an hour.'
        : 'The DNS record has another value. Changes to DNS can take an hour.',
    );
  return perform(ctx, operation, async (tx) => {
    await findDomain(tx, ctx, domain);
    await tx.update(identityDomains).set({ verifiedAt: new Date() }).where(isDomain(ctx, domain));
    return {
      output: await presentSingleSignOn(tx, ctx),
      audit: { objectKind: 'organization', objectId: ctx.actor.orgId, detail: { domain } },
    };
  });
}
