import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { apiKeyStub, newApiKey, secretHash } from '../../auth/api-key-format';
import { apiKeys } from '../../db/schema/index';
import { perform, type Operation } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, pathId, showId } from '../../shared/ids';
import { endOfKey, factsOf, findApiKey, MANAGE, ruleOfKeys, withNames } from './access';
import type { ApiKeyWithOthers, RotateApiKeyInput } from './contract';
import { presentRotatedKey } from './present';
import { keyEnding } from './rules';

const HOUR_MS = 3_600_000;

const operation: Operation<ApiKeyWithOthers> = {
  action: 'rotate_api_key',
  kind: 'write',
  ...MANAGE,
  stepUp: true,
  replay: ({ key: _, ...shown }) => shown,
};

/**
 * Creates a replacement with the same scopes, addresses and limit. The old key remains valid until the overlap ends, or
 * its own expiry if that is earlier.
 * @throws DomainError `not_found`, `invalid_state` (expired, revoked or already being replaced), `validation_failed`
 */
export function rotateApiKey(ctx: Context, input: RotateApiKeyInput): Promise<ApiKeyWithOthers> {
  return perform<ApiKeyWithOthers>(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const id = pathId('api_key', input.id);
    const now = new Date();
    const replacement = newId();
    const overlapEnd = new Date(now.getTime() + input.overlap_hours * HOUR_MS);
    const before = await findApiKey(tx, ctx, input.id);
    // Of several concurrent rotations one succeeds; the others fail with `invalid_state`.
    const [taken] = await tx
      .update(apiKeys)
      .set({
        replacedBy: replacement,
        expiresAt: sql`least(${apiKeys.expiresAt}, ${overlapEnd.toISOString()}::timestamptz)`,
      })
      .where(
        and(
          eq(apiKeys.orgId, orgId),
          eq(apiKeys.id, id),
          isNull(apiKeys.replacedBy),
          isNull(apiKeys.revokedAt),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
        ),
      )
      .returning();
    if (!taken)
      throw new DomainError(
        'invalid_state',
        before.revokedAt || (before.expiresAt && before.expiresAt <= now)
          ? 'The key is expired or revoked. Create a new one.'
          : 'The key is already being replaced.',
      );
    const { environment, maxDays } = await ruleOfKeys(tx, ctx);
    const lifeMs = before.expiresAt ? before.expiresAt.getTime() - before.createdAt.getTime() : undefined;
    const key = newApiKey(environment);
    const [row] = await tx
      .insert(apiKeys)
      .values({
        orgId,
        id: replacement,
        name: taken.name,
        purpose: taken.purpose,
        secretHash: Buffer.from(secretHash(key), 'hex'),
        stub: apiKeyStub(key),
        scopes: taken.scopes,
        rateLimit: taken.rateLimit,
        ipAllowList: taken.ipAllowList,
        expiresAt: endOfKey(input.expires_at, { now, maxDays, lifeMs }),
        createdAt: now,
        createdBy: actorName(ctx.actor),
      })
      .returning();
    return {
      output: {
        ...(await withNames(tx, ctx, row!)),
        key,
        replaces: presentRotatedKey(taken),
        replacement: null,
      },
      audit: {
        objectKind: 'api_key',
        objectId: id,
        detail: {
          ...factsOf(row!),
          key_ending: keyEnding(taken.stub),
          replaced_by: showId('api_key', replacement),
          new_key_ending: keyEnding(row!.stub),
          overlap_hours: input.overlap_hours,
        },
      },
    };
  });
}
