import { and, eq, sql } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { domainOf } from '../../auth/single-sign-on/email-domain';
import { databaseTime } from '../../db/clock';
import { identityDomains, identityProviders, scimUsers, users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { Role } from '../../data-types/role-codes';
import { newId } from '../../shared/ids';
import { belongsElsewhere, endShownResets, lockPerson } from '../people/lock-person';
import type { Json } from './filter';
import { activate, changeRoleTo, deactivate } from './membership';
import { applyPatch } from './patch';
import { invalidValue, ScimError } from './scim-error';
import { findUser, presentUser, readUser, userRows, versionOf, type WantedUser } from './user-resource';

/** Operations of an identity provider on users (SCIM 2.0). */

const by = (detail: object = {}) => ({ by: 'scim', ...detail });

export function listScimUsers(ctx: Context): Promise<Json[]> {
  return perform(ctx, { action: 'list_scim_users', kind: 'list' }, async (tx) => {
    const rows = await userRows(tx, ctx);
    return {
      output: rows.map(presentUser),
      audit: { objectKind: 'user', detail: by({ count: rows.length }) },
    };
  });
}

/** @throws ScimError 404 */
export function getScimUser(ctx: Context, id: string): Promise<Json> {
  return perform(ctx, { action: 'get_scim_user', kind: 'read' }, async (tx) => {
    const row = await findUser(tx, ctx, id);
    return { output: presentUser(row), audit: { objectKind: 'user', objectId: row.user.id, detail: by() } };
  });
}

/**
 * Adds a member: a new user without a password, or an existing one with that address. Both need an address of a verified
 * domain, whose owner controls the mailbox.
 * @throws ScimError 400 `invalidValue`, 409 `uniqueness`
 */
export function createScimUser(ctx: Context, body: Json): Promise<Json> {
  return perform(ctx, { action: 'create_scim_user', kind: 'write' }, async (tx) => {
    const wanted = readUser(body);
    const { orgId } = ctx.actor;
    await assertOwnDomain(tx, orgId, wanted.email);
    const hash = emailHash(wanted.email);
    // Makes the user with this address visible, of whatever organization.
    await tx.execute(sql`select set_config('clinical.email_hash', ${hash}, true)`);
    const [known = null] = await tx
      .select()
      .from(users)
      .where(eq(users.emailHash, Buffer.from(hash, 'hex')));
    if (known?.disabledAt) throw invalidValue('The account with this address is disabled.');
    const userId = known?.id ?? newId();
    if (known) {
      await lockPerson(tx, userId);
      const [before] = await userRows(tx, ctx, userId);
      if (before) throw new ScimError(409, 'uniqueness', 'A member with this address exists.');
    }
    const role = wanted.role ?? (await defaultRole(tx, orgId));
    await activate(tx, ctx, userId, role);
    if (known) await endShownResets(tx, userId);
    else
      await tx.insert(users).values({
        id: userId,
        email: wanted.email,
        emailHash: Buffer.from(hash, 'hex'),
        name: wanted.name,
        passwordHash: null,
        createdAt: new Date(),
        updatedAt: databaseTime,
      });
    await store(tx, orgId, userId, wanted);
    if (!wanted.active) await deactivate(tx, ctx, { id: userId, email: wanted.email, role });
    const [row] = await userRows(tx, ctx, userId);
    return {
      output: presentUser(row!),
      audit: { objectKind: 'user', objectId: userId, detail: by({ role, active: wanted.active }) },
    };
  });
}

type Change = { replace: Json } | { patch: unknown };

/**
 * PUT and PATCH. The email address of the account does not change: other organizations may know the user by it.
 * @param version of `If-Match`
 * @throws ScimError 400, 404, 409 (the last administrator), 412
 */
export function updateScimUser(
  ctx: Context,
  id: string,
  change: Change,
  version: string | null = null,
): Promise<Json> {
  return perform(ctx, { action: 'update_scim_user', kind: 'write' }, async (tx) => {
    const { orgId } = ctx.actor;
    const found = await findUser(tx, ctx, id);
    await lockPerson(tx, found.user.id);
    // Another request may have changed the user until the lock.
    const row = await findUser(tx, ctx, id);
    const { user, membership } = row;
    assertVersion(version, row.stored?.version ?? 0);
    const before = presentUser(row);
    const wanted = readUser('patch' in change ? applyPatch(before, change.patch) : change.replace);
    const { role: now } = membership;
    const wasActive = membership.endedAt === null;
    const role = wanted.role ?? now;
    let ended: Record<string, number> = {};
    if (wasActive && !wanted.active)
      ended = await deactivate(tx, ctx, { id: user.id, email: user.email, role: now });
    else if (!wasActive && wanted.active) {
      await activate(tx, ctx, user.id, role);
      await endShownResets(tx, user.id);
    } else if (wasActive) ended = { sessions: await changeRoleTo(tx, ctx, user.id, now, role) };
    if (wanted.name !== user.name && !(await belongsElsewhere(tx, user.id, orgId)))
      await tx.update(users).set({ name: wanted.name, updatedAt: databaseTime }).where(eq(users.id, user.id));
    await store(tx, orgId, user.id, wanted);
    return {
      output: presentUser(await findUser(tx, ctx, id)),
      audit: {
        objectKind: 'user',
        objectId: user.id,
        detail: by({ active: wanted.active, ...(role === now ? {} : { from: now, to: role }), ...ended }),
      },
    };
  });
}

/** Ends the membership; the record of the user remains for the history. @throws ScimError 404, 409, 412 */
export function deleteScimUser(ctx: Context, id: string, version: string | null = null): Promise<void> {
  return perform(ctx, { action: 'delete_scim_user', kind: 'write' }, async (tx) => {
    const { user, membership, stored } = await findUser(tx, ctx, id);
    assertVersion(version, stored?.version ?? 0);
    await lockPerson(tx, user.id);
    const ended = membership.endedAt
      ? {}
      : await deactivate(tx, ctx, { id: user.id, email: user.email, role: membership.role });
    await tx
      .delete(scimUsers)
      .where(and(eq(scimUsers.orgId, ctx.actor.orgId), eq(scimUsers.userId, user.id)));
    return { output: undefined, audit: { objectKind: 'user', objectId: user.id, detail: by(ended) } };
  });
}

export function assertVersion(given: string | null, version: number): void {
  if (given !== null && given !== '*' && given !== versionOf(version))
    throw new ScimError(412, null, 'The resource has changed since it was read.');
}

async function assertOwnDomain(tx: Tx, orgId: string, email: string): Promise<void> {
  const domain = domainOf(email.slice(email.lastIndexOf('@') + 1));
  const [row] = await tx
    .select({ verifiedAt: identityDomains.verifiedAt })
    .from(identityDomains)
    .where(and(eq(identityDomains.orgId, orgId), eq(identityDomains.domain, domain ?? '')));
  if (!row?.verifiedAt)
    throw invalidValue('The domain of the email address is not verified by the organization.');
}

async function defaultRole(tx: Tx, orgId: string): Promise<Role> {
  const [provider] = await tx
    .select({ role: identityProviders.defaultRole })
    .from(identityProviders)
    .where(eq(identityProviders.orgId, orgId));
  return provider?.role ?? 'viewer';
}

async function store(
  tx: Tx,
  orgId: string,
  userId: string,
  { userName, attributes }: WantedUser,
): Promise<void> {
  await enterPerson(tx, null);
  const values = { userName, attributes, updatedAt: databaseTime };
  await tx
    .insert(scimUsers)
    .values({ orgId, userId, createdAt: new Date(), ...values })
    .onConflictDoUpdate({
      target: [scimUsers.orgId, scimUsers.userId],
      set: { ...values, version: sql`${scimUsers.version} + 1` },
    });
}
