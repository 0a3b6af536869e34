import { and, eq } from 'drizzle-orm';
import { organizations, scimTokens } from '../db/schema/index';
import { enterTenant, withScope } from '../db/transaction';
import { DomainError } from '../errors/domain-error';
import { UNKNOWN_KEYS } from '../rate-limits/policies';
import { countAddress } from '../rate-limits/limits';
import type { Context } from '../shared/context';
import { systemActor } from '../shared/system-actor';
import { isWellFormedScimToken, secretHash } from './api-key-format';
import { TOUCH_AFTER_MS } from './authenticate-api-key';

/**
 * Authenticates the identity provider of an organization. Its token is for SCIM only, and no other credential is valid
 * there.
 * @throws DomainError `invalid_credentials`, `rate_limited`
 */
export async function authenticateScim(
  token: string,
  request: { requestId: string; ip: string },
): Promise<Context> {
  const rejected = () => new DomainError('invalid_credentials', 'The credential is not valid.');
  if (!isWellFormedScimToken(token)) throw rejected();
  const hash = secretHash(token);
  const orgId = await withScope({ credentialHash: hash }, async (tx) => {
    const [row] = await tx
      .select()
      .from(scimTokens)
      .where(eq(scimTokens.secretHash, Buffer.from(hash, 'hex')));
    if (!row || row.revokedAt) return null;
    await enterTenant(tx, row.orgId);
    const [organization] = await tx
      .select({ suspendedAt: organizations.suspendedAt })
      .from(organizations)
      .where(eq(organizations.id, row.orgId));
    if (!organization || organization.suspendedAt) return null;
    const now = new Date();
    if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > TOUCH_AFTER_MS)
      await tx
        .update(scimTokens)
        .set({ lastUsedAt: now })
        .where(and(eq(scimTokens.orgId, row.orgId), eq(scimTokens.id, row.id)));
    return row.orgId;
  });
  if (orgId) return { actor: systemActor(orgId), transport: 'system', ...request };
  const { admitted, seconds } = await countAddress(request.ip, UNKNOWN_KEYS);
  if (!admitted)
    throw new DomainError('rate_limited', 'Too many unknown credentials from this address.', {
      retry_after: seconds,
    });
  throw rejected();
}
