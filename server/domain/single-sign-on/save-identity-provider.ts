import { sql } from 'drizzle-orm';
import { sealSecret } from '../../auth/secret-box';
import { placeOfClientSecret } from '../../auth/single-sign-on/provider';
import { databaseTime } from '../../db/clock';
import { identityProviders } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { DomainError, fieldError } from '../../errors/domain-error';
import { assertTarget } from '../../outbound/outbound-guard';
import { actorName, type Context } from '../../shared/context';
import { assertAllowed, perform } from '../../shared/perform';
import { assertVersion } from '../patients/access';
import { findProvider, MANAGE, presentSingleSignOn } from './access';
import type { SaveIdentityProviderInput, SingleSignOn } from './contract';

/** What a form without a provider sends as its version. */
const NONE = { version: 0 };

const operation = { action: 'save_identity_provider', kind: 'write', ...MANAGE, stepUp: true } as const;

/**
 * Sets the identity provider of the organization. The result of the last test no longer applies. A provider in use keeps
 * its issuer: with another one no link would match, and no one could sign in.
 * @throws DomainError `version_mismatch`, `validation_failed`, `invalid_state` (another issuer while enabled)
 */
export async function saveIdentityProvider(
  ctx: Context,
  input: SaveIdentityProviderInput,
): Promise<SingleSignOn> {
  assertAllowed(ctx, operation);
  const { orgId } = ctx.actor;
  // Uses DNS, so it runs outside the transaction.
  await assertTarget(input.issuer, '/issuer');
  const before = await withTenant(orgId, (tx) => findProvider(tx, ctx));
  const sameClient = before?.issuer === input.issuer && before.clientId === input.client_id;
  if (input.client_secret === undefined && !sameClient)
    throw fieldError('/client_secret', 'required', 'is required for a new issuer or client ID');
  return perform(ctx, operation, async (tx) => {
    const now = await findProvider(tx, ctx);
    assertVersion(ctx, now ?? NONE);
    if (now?.enabled && now.issuer !== input.issuer)
      throw new DomainError('invalid_state', 'Turn off single sign-on before you change the issuer.');
    const values = {
      issuer: input.issuer,
      clientId: input.client_id,
      automatic: input.automatic,
      groupsClaim: input.groups_claim,
      roleRules: input.role_rules,
      defaultRole: input.default_role,
      checksSessions: input.checks_sessions,
      secondFactorValues: input.second_factor_values,
      updatedAt: databaseTime,
      lastTest: null,
      ...(input.client_secret === undefined
        ? {}
        : { clientSecret: sealSecret(input.client_secret, placeOfClientSecret(orgId)) }),
    };
    const clientSecret = values.clientSecret ?? now?.clientSecret;
    // Deleted meanwhile.
    if (clientSecret === undefined) throw fieldError('/client_secret', 'required', 'is required');
    await tx
      .insert(identityProviders)
      .values({
        orgId,
        createdAt: new Date(),
        createdBy: actorName(ctx.actor),
        ...values,
        clientSecret,
      })
      .onConflictDoUpdate({
        target: [identityProviders.orgId],
        set: { ...values, version: sql`${identityProviders.version} + 1` },
      });
    return {
      output: await presentSingleSignOn(tx, ctx),
      audit: {
        objectKind: 'organization',
        objectId: orgId,
        detail: {
          first: now === null,
          automatic: input.automatic,
          groups: input.groups_claim !== null,
          secret: input.client_secret !== undefined,
        },
      },
    };
  });
}
