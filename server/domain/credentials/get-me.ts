import { and, eq } from 'drizzle-orm';
import { apiKeys, oauthApps, organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { batches, requests, uploads, WINDOW_SECONDS } from '../../rate-limits/policies';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import type { Credential } from './contract';

/** What the credential of the request is and may do. Requires no scope. */
export function getMe(ctx: Context): Promise<Credential> {
  return perform(ctx, { action: 'get_me', kind: 'read' }, async (tx) => {
    const { actor } = ctx;
    const kind = actor.app ? 'oauth_app' : 'api_key';
    const id = actor.app ?? actor.id!;
    const [organization] = await tx
      .select({ name: organizations.name, sandboxOf: organizations.sandboxOf })
      .from(organizations)
      .where(eq(organizations.id, actor.orgId));
    const table = actor.app ? oauthApps : apiKeys;
    const [named] = await tx
      .select({ name: table.name })
      .from(table)
      .where(and(eq(table.orgId, actor.orgId), eq(table.id, id)));
    if (!organization || !named) throw notFound();
    return {
      output: {
        object: 'credential',
        type: actor.app ? 'access_token' : 'api_key',
        id: showId(kind, id),
        name: named.name,
        scopes: [...actor.scopes].sort(),
        organization: { id: showId('organization', actor.orgId), name: organization.name },
        livemode: organization.sandboxOf === null,
        rate_limits: [requests(actor), uploads(actor), batches(actor)].map(({ name, quota }) => ({
          name,
          requests: quota,
          seconds: WINDOW_SECONDS,
        })),
        expires_at: actor.expiresAt?.toISOString() ?? null,
        user: await userOf(tx, ctx),
      },
      audit: { objectKind: kind, objectId: id },
    };
  });
}

async function userOf(tx: Tx, ctx: Context): Promise<Credential['user']> {
  const { kind, role } = ctx.actor;
  if (kind !== 'user' || role === null) return null;
  const id = actorName(ctx.actor);
  const names = await namesOfPeople(tx, ctx, [id]);
  return { id, name: names.get(id) ?? '', role };
}
