import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { oauthApps } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { findOauthApp, MANAGE, withItsOwn } from './access';
import type { OauthApp, SetOauthAppDomainInput } from './contract';
import { domainProblem } from './rules';

/**
 * Sets the developer's host name and returns what to publish there. A different name, or none, ends the verification.
 * @throws DomainError `not_found`, `validation_failed`
 */
export function setOauthAppDomain(ctx: Context, input: SetOauthAppDomainInput): Promise<OauthApp> {
  return perform(ctx, { action: 'set_oauth_app_domain', kind: 'write', ...MANAGE }, async (tx) => {
    const before = await findOauthApp(tx, ctx, input.id, { lock: true });
    const { domain } = input;
    const problem = domain === null ? null : domainProblem(domain);
    if (problem) throw fieldError('/domain', 'invalid_format', problem);
    const audit = { objectKind: 'oauth_app', objectId: before.id, detail: { domain } } as const;
    if (domain === before.domain) return { output: await withItsOwn(tx, ctx, before), audit };
    const [row] = await tx
      .update(oauthApps)
      .set({
        domain,
        domainToken: domain === null ? null : randomBytes(24).toString('base64url'),
        domainVerifiedAt: null,
        version: before.version + 1,
        updatedAt: databaseTime,
      })
      .where(and(eq(oauthApps.orgId, ctx.actor.orgId), eq(oauthApps.id, before.id)))
      .returning();
    return { output: await withItsOwn(tx, ctx, row!), audit };
  });
}
