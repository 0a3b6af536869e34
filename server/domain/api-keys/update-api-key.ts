import { and, eq, isNull } from 'drizzle-orm';
import { letsMoreIn } from '../../auth/address-list';
import { apiKeys } from '../../db/schema/index';
import { assertUnchanged } from '../../shared/assert-unchanged';
import { assertProven, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { recordedChanges } from '../../shared/recorded-changes';
import { DomainError } from '../../errors/domain-error';
import { findApiKey, MANAGE, readAllowList, withNames } from './access';
import type { ApiKey, UpdateApiKeyInput } from './contract';
import { presentApiKey } from './present';

/**
 * Changes the description, allowed addresses and rate limit of a key, effective at the next request. Allowing more
 * addresses is as sensitive as creating a key, so it requires recent authentication too.
 * @throws DomainError `not_found`, `version_mismatch`, `invalid_state` (revoked), `validation_failed`, `reauthentication_required`
 */
export function updateApiKey(ctx: Context, input: UpdateApiKeyInput): Promise<ApiKey> {
  return perform(ctx, { action: 'update_api_key', kind: 'write', ...MANAGE }, async (tx) => {
    const before = await findApiKey(tx, ctx, input.id, { lock: true });
    const { was } = input;
    assertUnchanged(
      was && { ...was, ...(was.ip_allow_list ? { ip_allow_list: readAllowList(was.ip_allow_list) } : {}) },
      presentApiKey(before),
    );
    const allowList = input.ip_allow_list && readAllowList(input.ip_allow_list);
    if (allowList && letsMoreIn(allowList, before.ipAllowList)) assertProven(ctx);
    const [row] = await tx
      .update(apiKeys)
      .set({
        name: input.name ?? before.name,
        purpose: input.purpose === undefined ? before.purpose : input.purpose,
        ipAllowList: allowList ?? before.ipAllowList,
        rateLimit: input.rate_limit === undefined ? before.rateLimit : input.rate_limit,
      })
      .where(and(eq(apiKeys.orgId, ctx.actor.orgId), eq(apiKeys.id, before.id), isNull(apiKeys.revokedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The key is already revoked.');
    const detail = recordedChanges(presentApiKey(before), presentApiKey(row), [
      'name',
      'purpose',
      'ip_allow_list',
      'rate_limit',
    ]);
    return {
      output: await withNames(tx, ctx, row),
      audit: { objectKind: 'api_key', objectId: row.id, detail },
    };
  });
}
