import { and, desc, eq, isNull } from 'drizzle-orm';
import { newScimToken, scimTokenStub, secretHash } from '../../auth/api-key-format';
import { scimTokens } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { newId, notFound, pathId, showId } from '../../shared/ids';
import { perform, type Operation } from '../../shared/perform';
import type { ScimToken, ScimTokenList } from './contract';

/** Tokens for the identity provider, with which it manages users. */

const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;
const MOST_ACTIVE = 20;

type TokenRow = typeof scimTokens.$inferSelect;

const present = (row: TokenRow): ScimToken => ({
  id: showId('scim_token', row.id),
  object: 'scim_token',
  stub: row.stub,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

const active = (ctx: Context) => and(eq(scimTokens.orgId, ctx.actor.orgId), isNull(scimTokens.revokedAt));

/** Newest first, without revoked ones. */
export function listScimTokens(ctx: Context): Promise<ScimTokenList> {
  return perform(ctx, { action: 'list_scim_tokens', kind: 'list', ...MANAGE }, async (tx) => {
    const rows = await tx.select().from(scimTokens).where(active(ctx)).orderBy(desc(scimTokens.id));
    return {
      output: { object: 'list' as const, data: rows.map(present), has_more: false, next_cursor: null },
      audit: { objectKind: 'scim_token', detail: { count: rows.length } },
    };
  });
}

const CREATE: Operation<ScimToken> = {
  action: 'create_scim_token',
  kind: 'write',
  ...MANAGE,
  stepUp: true,
  replay: ({ token: _, ...shown }) => shown,
};

/** The response is the only place that contains the token. @throws DomainError `limit_reached` */
export function createScimToken(ctx: Context): Promise<ScimToken> {
  return perform<ScimToken>(ctx, CREATE, async (tx) => {
    const rows = await tx.select({ id: scimTokens.id }).from(scimTokens).where(active(ctx));
    if (rows.length >= MOST_ACTIVE)
      throw new DomainError('limit_reached', `You can have at most ${MOST_ACTIVE} tokens. Revoke one first.`);
    const token = newScimToken();
    const [row] = await tx
      .insert(scimTokens)
      .values({
        orgId: ctx.actor.orgId,
        id: newId(),
        secretHash: Buffer.from(secretHash(token), 'hex'),
        stub: scimTokenStub(token),
        createdAt: new Date(),
        createdBy: actorName(ctx.actor),
      })
      .returning();
    return {
      output: { ...present(row!), token },
      audit: { objectKind: 'scim_token', objectId: row!.id },
    };
  });
}

/** Takes effect at the next request. @throws DomainError `not_found` */
export function revokeScimToken(ctx: Context, input: { id: string }): Promise<void> {
  return perform(ctx, { action: 'revoke_scim_token', kind: 'write', ...MANAGE }, async (tx) => {
    const id = pathId('scim_token', input.id);
    const [row] = await tx
      .update(scimTokens)
      .set({ revokedAt: new Date(), revokedBy: actorName(ctx.actor) })
      .where(and(active(ctx), eq(scimTokens.id, id)))
      .returning();
    if (!row) throw notFound();
    return { output: undefined, audit: { objectKind: 'scim_token', objectId: id } };
  });
}
