import { eq } from 'drizzle-orm';
import { apiKeyStub, newApiKey, secretHash } from '../../auth/api-key-format';
import { apiKeys, organisations } from '../../db/schema/index';
import { perform } from '../act';
import { actorName, type Context } from '../context';
import { fieldError } from '../errors';
import { newId } from '../ids';
import type { ApiKey, CreateApiKeyInput } from './contract';
import { presentApiKey } from './present';

const DEFAULT_LIFE_MS = 365 * 86_400_000;

/**
 * Makes an API key. The key is in this answer and nowhere else; keys of sandbox organisations begin with `clin_test_`.
 * @throws DomainError `forbidden`, `validation_failed` (expiry in the past)
 */
export function createApiKey(ctx: Context, input: CreateApiKeyInput): Promise<ApiKey> {
  return perform(
    ctx,
    { action: 'create_api_key', kind: 'write', role: 'admin', peopleOnly: true, stepUp: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const now = new Date();
      const expiresAt = input.expires_at
        ? new Date(input.expires_at)
        : new Date(now.getTime() + DEFAULT_LIFE_MS);
      if (expiresAt <= now) throw fieldError('/expires_at', 'out_of_range', 'must lie in the future');
      const [organisation] = await tx
        .select({ sandboxOf: organisations.sandboxOf })
        .from(organisations)
        .where(eq(organisations.id, orgId));
      const key = newApiKey(organisation?.sandboxOf ? 'test' : 'live');
      const [row] = await tx
        .insert(apiKeys)
        .values({
          orgId,
          id: newId(),
          name: input.name,
          secretHash: Buffer.from(secretHash(key), 'hex'),
          stub: apiKeyStub(key),
          scopes: input.scopes,
          rateLimit: input.rate_limit ?? null,
          expiresAt,
          createdAt: now,
          createdBy: actorName(ctx.actor),
        })
        .returning();
      return {
        output: { ...presentApiKey(row!), key },
        audit: { objectKind: 'api_key', objectId: row!.id, detail: { scopes: input.scopes } },
      };
    },
  );
}
