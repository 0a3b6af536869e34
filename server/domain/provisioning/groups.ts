import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { identityProviders, memberships, scimGroups } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { env } from '../../env';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { newId, readId, showId } from '../../shared/ids';
import { roleOf } from '../single-sign-on/claims';
import type { Json } from './filter';
import { changeRoleTo } from './membership';
import { applyPatch } from './patch';
import { invalidValue, ScimError, unknownResource } from './scim-error';
import { BASE, versionOf } from './user-resource';
import { assertVersion } from './users';

/** Operations of an identity provider on groups (SCIM 2.0). */

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const MOST_MEMBERS = 10_000;
const MOST_GROUPS = 1_000;

type GroupRow = typeof scimGroups.$inferSelect;

function presentGroup(row: GroupRow): Json {
  const id = showId('scim_group', row.id);
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.displayName,
    members: row.memberIds.map((userId) => ({
      value: showId('user', userId),
      type: 'User',
      $ref: `${env.PUBLIC_URL}${BASE}/Users/${showId('user', userId)}`,
    })),
    meta: {
      resourceType: 'Group',
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${env.PUBLIC_URL}${BASE}/Groups/${id}`,
      version: versionOf(row.version),
    },
  };
}

const inOrg = (ctx: Context) => eq(scimGroups.orgId, ctx.actor.orgId);

const groupRows = (tx: Tx, ctx: Context): Promise<GroupRow[]> =>
  tx.select().from(scimGroups).where(inOrg(ctx)).orderBy(asc(scimGroups.id));

/** Locked until the transaction ends. @throws ScimError 404 */
async function findGroup(tx: Tx, ctx: Context, id: string): Promise<GroupRow> {
  const groupId = readId('scim_group', id);
  const [row] = groupId
    ? await tx
        .select()
        .from(scimGroups)
        .where(and(inOrg(ctx), eq(scimGroups.id, groupId)))
        .for('update')
    : [];
  if (!row) throw unknownResource();
  return row;
}

export function listScimGroups(ctx: Context): Promise<Json[]> {
  return perform(ctx, { action: 'list_scim_groups', kind: 'list' }, async (tx) => {
    const rows = await groupRows(tx, ctx);
    return {
      output: rows.map(presentGroup),
      audit: { objectKind: 'scim_group', detail: { by: 'scim', count: rows.length } },
    };
  });
}

/** @throws ScimError 404 */
export function getScimGroup(ctx: Context, id: string): Promise<Json> {
  return perform(ctx, { action: 'get_scim_group', kind: 'read' }, async (tx) => {
    const row = await findGroup(tx, ctx, id);
    return {
      output: presentGroup(row),
      audit: { objectKind: 'scim_group', objectId: row.id, detail: { by: 'scim' } },
    };
  });
}

/** @throws ScimError 400, 409 `uniqueness` */
export function createScimGroup(ctx: Context, body: Json): Promise<Json> {
  return perform(ctx, { action: 'create_scim_group', kind: 'write' }, async (tx) => {
    const wanted = await readGroup(tx, ctx, body);
    const rows = await groupRows(tx, ctx);
    if (rows.length >= MOST_GROUPS) throw new ScimError(400, 'tooMany', `At most ${MOST_GROUPS} groups.`);
    if (rows.some(({ displayName }) => displayName === wanted.displayName))
      throw new ScimError(409, 'uniqueness', 'A group with this name exists.');
    const [row] = await tx
      .insert(scimGroups)
      .values({
        orgId: ctx.actor.orgId,
        id: newId(),
        createdAt: new Date(),
        updatedAt: databaseTime,
        ...wanted,
      })
      .returning();
    const changed = await applyRoles(tx, ctx, wanted.memberIds);
    return {
      output: presentGroup(row!),
      audit: {
        objectKind: 'scim_group',
        objectId: row!.id,
        detail: { by: 'scim', users: wanted.memberIds.length, changed },
      },
    };
  });
}

/** @throws ScimError 400, 404, 409, 412 */
export function updateScimGroup(
  ctx: Context,
  id: string,
  change: { replace: Json } | { patch: unknown },
  version: string | null = null,
): Promise<Json> {
  return perform(ctx, { action: 'update_scim_group', kind: 'write' }, async (tx) => {
    const before = await findGroup(tx, ctx, id);
    assertVersion(version, before.version);
    const wanted = await readGroup(
      tx,
      ctx,
      'patch' in change ? applyPatch(presentGroup(before), change.patch) : change.replace,
    );
    const [same] = await tx
      .select({ id: scimGroups.id })
      .from(scimGroups)
      .where(and(inOrg(ctx), eq(scimGroups.displayName, wanted.displayName)));
    if (same && same.id !== before.id)
      throw new ScimError(409, 'uniqueness', 'A group with this name exists.');
    const [row] = await tx
      .update(scimGroups)
      .set({ ...wanted, updatedAt: databaseTime, version: sql`${scimGroups.version} + 1` })
      .where(and(inOrg(ctx), eq(scimGroups.id, before.id)))
      .returning();
    const changed = await applyRoles(tx, ctx, [...before.memberIds, ...wanted.memberIds]);
    return {
      output: presentGroup(row!),
      audit: {
        objectKind: 'scim_group',
        objectId: before.id,
        detail: { by: 'scim', users: wanted.memberIds.length, changed },
      },
    };
  });
}

/** @throws ScimError 404, 412 */
export function deleteScimGroup(ctx: Context, id: string, version: string | null = null): Promise<void> {
  return perform(ctx, { action: 'delete_scim_group', kind: 'write' }, async (tx) => {
    const row = await findGroup(tx, ctx, id);
    assertVersion(version, row.version);
    await tx.delete(scimGroups).where(and(inOrg(ctx), eq(scimGroups.id, row.id)));
    const changed = await applyRoles(tx, ctx, row.memberIds, row);
    return {
      output: undefined,
      audit: { objectKind: 'scim_group', objectId: row.id, detail: { by: 'scim', changed } },
    };
  });
}

/** @throws ScimError `invalidValue`: a member is not a user of the organization */
async function readGroup(tx: Tx, ctx: Context, resource: Json) {
  const of = (name: string) => Object.entries(resource).find(([key]) => key.toLowerCase() === name)?.[1];
  const [displayName, externalId, members] = [of('displayname'), of('externalid'), of('members')];
  if (typeof displayName !== 'string' || displayName.trim() === '' || displayName.length > 200)
    throw invalidValue('displayName is required.');
  const list: unknown[] = Array.isArray(members) ? members : [];
  if (list.length > MOST_MEMBERS) throw invalidValue(`A group can have at most ${MOST_MEMBERS} members.`);
  const ids = list.map((one) => {
    const { value } = (one ?? {}) as { value?: unknown };
    const id = typeof value === 'string' ? readId('user', value) : null;
    if (id === null) throw invalidValue('Each member must be the id of a user.');
    return id;
  });
  const memberIds = [...new Set(ids)];
  const known =
    memberIds.length === 0
      ? []
      : await tx
          .select({ id: memberships.userId })
          .from(memberships)
          .where(and(eq(memberships.orgId, ctx.actor.orgId), inArray(memberships.userId, memberIds)));
  if (known.length < memberIds.length) throw invalidValue('Each member must be a user of the organization.');
  return {
    displayName,
    externalId: typeof externalId === 'string' ? externalId.slice(0, 200) : null,
    memberIds,
  };
}

/**
 * Gives members the role of their groups, by the rules of the identity provider, as a sign-in does. Only if a rule names
 * one of the groups: otherwise roles are managed here.
 * @param deleted a group that has just been removed
 * @returns how many roles have changed
 */
async function applyRoles(
  tx: Tx,
  ctx: Context,
  userIds: readonly string[],
  deleted?: GroupRow,
): Promise<number> {
  const { orgId } = ctx.actor;
  const [provider] = await tx.select().from(identityProviders).where(eq(identityProviders.orgId, orgId));
  const groups = await groupRows(tx, ctx);
  const namesOf = (group: GroupRow) => [
    group.displayName,
    ...(group.externalId === null ? [] : [group.externalId]),
  ];
  const managed = [...groups, ...(deleted ? [deleted] : [])].flatMap(namesOf);
  if (!provider?.roleRules.some(({ value }) => managed.includes(value)) || userIds.length === 0) return 0;
  const rows = await tx
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.orgId, orgId),
        inArray(memberships.userId, [...new Set(userIds)]),
        isNull(memberships.endedAt),
      ),
    )
    .orderBy(asc(memberships.userId));
  let changed = 0;
  for (const { userId, role } of rows) {
    const own = groups.filter(({ memberIds }) => memberIds.includes(userId)).flatMap(namesOf);
    const given = roleOf(own, provider) ?? 'viewer';
    if (given === role) continue;
    await changeRoleTo(tx, ctx, userId, role, given);
    changed++;
  }
  return changed;
}
