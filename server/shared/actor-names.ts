import { and, eq, inArray } from 'drizzle-orm';
import { memberships, users } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import type { Context } from './context';
import { readId } from './ids';

/** Names of users by actor, for `created_by` and similar columns; other actors have none. */
export async function namesOfPeople(
  tx: Tx,
  ctx: Context,
  actors: readonly (string | null)[],
): Promise<Map<string, string>> {
  const byUuid = new Map<string, string>();
  for (const actor of actors) {
    const uuid = actor === null ? null : readId('user', actor);
    if (actor !== null && uuid !== null) byUuid.set(uuid, actor);
  }
  if (byUuid.size === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.orgId, ctx.actor.orgId), eq(memberships.userId, users.id)))
    .where(inArray(users.id, [...byUuid.keys()]));
  return new Map(rows.map(({ id, name }) => [byUuid.get(id)!, name]));
}
