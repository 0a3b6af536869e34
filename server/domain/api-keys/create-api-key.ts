import { apiKeyStub, newApiKey, secretHash } from '../../auth/api-key-format';
import { apiKeys } from '../../db/schema/index';
import { perform, type Operation } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { newId } from '../../shared/ids';
import { endOfKey, factsOf, MANAGE, readAllowList, ruleOfKeys, withNames } from './access';
import type { ApiKey, CreateApiKeyInput } from './contract';

const operation: Operation<ApiKey> = {
  action: 'create_api_key',
  kind: 'write',
  ...MANAGE,
  stepUp: true,
  // A repeated request must not reveal the key again.
  replay: ({ key: _, ...shown }) => shown,
};

/**
 * Creates an API key. Keys of sandbox organizations start with `clin_test_`.
 * @throws DomainError `forbidden`, `validation_failed` (expiry in the past or too late, addresses)
 */
export function createApiKey(ctx: Context, input: CreateApiKeyInput): Promise<ApiKey> {
  return perform<ApiKey>(ctx, operation, async (tx) => {
    const now = new Date();
    const { environment, maxDays } = await ruleOfKeys(tx, ctx);
    const key = newApiKey(environment);
    const [row] = await tx
      .insert(apiKeys)
      .values({
        orgId: ctx.actor.orgId,
        id: newId(),
        name: input.name,
        purpose: input.purpose ?? null,
        secretHash: Buffer.from(secretHash(key), 'hex'),
        stub: apiKeyStub(key),
        scopes: input.scopes,
        rateLimit: input.rate_limit ?? null,
        ipAllowList: readAllowList(input.ip_allow_list ?? []),
        expiresAt: endOfKey(input.expires_at, { now, maxDays }),
        createdAt: now,
        createdBy: actorName(ctx.actor),
      })
      .returning();
    return {
      output: { ...(await withNames(tx, ctx, row!)), key },
      audit: { objectKind: 'api_key', objectId: row!.id, detail: factsOf(row!) },
    };
  });
}
