import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { oauthApps } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { readTextFromUrl, type ReadOptions } from '../../outbound/read-text-from-url';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findOauthApp, MANAGE, withItsOwn } from './access';
import type { OauthApp } from './contract';
import { PROOF_PATH, proofText } from './rules';

const operation: Operation<OauthApp> = { action: 'check_oauth_app_domain', kind: 'write', ...MANAGE };

/**
 * Looks for the verification file and records when it was found. A failed check changes nothing.
 * @throws DomainError `not_found`, `invalid_state` (no host name, or the file was not found, with the reason)
 */
export async function checkOauthAppDomain(
  ctx: Context,
  input: { id: string },
  options: ReadOptions & { port?: number } = {},
): Promise<OauthApp> {
  assertAllowed(ctx, operation);
  // Calls another server, so no transaction is open meanwhile.
  const { id, domain, domainToken } = await withTenant(ctx.actor.orgId, (tx) =>
    findOauthApp(tx, ctx, input.id),
  );
  if (domain === null || domainToken === null)
    throw new DomainError('invalid_state', 'Enter the host name first.');
  const host = options.port ? `${domain}:${options.port}` : domain;
  const found = await readTextFromUrl(`https://${host}${PROOF_PATH}`, options);
  if ('problem' in found) throw new DomainError('invalid_state', found.problem);
  if (found.text !== proofText(domainToken))
    throw new DomainError(
      'invalid_state',
      'The file exists, but its content is not exactly the expected line.',
    );
  return perform(ctx, operation, async (tx) => {
    const now = new Date();
    const [row] = await tx
      .update(oauthApps)
      .set({ domainVerifiedAt: now, updatedAt: databaseTime })
      .where(
        and(
          eq(oauthApps.orgId, ctx.actor.orgId),
          eq(oauthApps.id, id),
          // The host name may have changed meanwhile.
          eq(oauthApps.domain, domain),
          eq(oauthApps.domainToken, domainToken),
        ),
      )
      .returning();
    if (!row)
      throw new DomainError('invalid_state', 'The host name was changed in the meantime. Check again.');
    return {
      output: await withItsOwn(tx, ctx, row),
      audit: { objectKind: 'oauth_app', objectId: id, detail: { domain } },
    };
  });
}
