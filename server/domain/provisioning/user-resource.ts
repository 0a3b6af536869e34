import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { memberships, scimUsers, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { env } from '../../env';
import { ROLES, type Role } from '../../data-types/role-codes';
import { readId, showId } from '../../shared/ids';
import type { Context } from '../../shared/context';
import type { Json } from './filter';
import { invalidValue, unknownResource } from './scim-error';

/** Users of SCIM: the members of the organization, with what the provider has sent about them. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const BASE = '/scim/v2';

export interface UserRow {
  user: typeof users.$inferSelect;
  membership: typeof memberships.$inferSelect;
  stored: typeof scimUsers.$inferSelect | null;
}

/** Former members are listed if the provider manages them. */
export function userRows(tx: Tx, ctx: Context, userId?: string): Promise<UserRow[]> {
  return tx
    .select({ user: users, membership: memberships, stored: scimUsers })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(
      scimUsers,
      and(eq(scimUsers.orgId, memberships.orgId), eq(scimUsers.userId, memberships.userId)),
    )
    .where(
      and(
        eq(memberships.orgId, ctx.actor.orgId),
        userId === undefined ? undefined : eq(memberships.userId, userId),
        or(isNull(memberships.endedAt), isNotNull(scimUsers.userId)),
      ),
    )
    .orderBy(asc(users.id));
}

/** @throws ScimError 404 */
export async function findUser(tx: Tx, ctx: Context, id: string): Promise<UserRow> {
  const userId = readId('user', id);
  const [row] = userId ? await userRows(tx, ctx, userId) : [];
  if (!row) throw unknownResource();
  return row;
}

export const versionOf = (version: number): string => `W/"${version}"`;

export function presentUser({ user, membership, stored }: UserRow): Json {
  const id = showId('user', user.id);
  const created = stored?.createdAt ?? membership.createdAt;
  return {
    displayName: user.name,
    name: { formatted: user.name },
    emails: [{ value: user.email, type: 'work', primary: true }],
    ...stored?.attributes,
    schemas: [
      USER_SCHEMA,
      ...Object.keys(stored?.attributes ?? {}).filter((name) => name.startsWith('urn:')),
    ],
    id,
    userName: stored?.userName ?? user.email,
    active: membership.endedAt === null && user.disabledAt === null,
    roles: [{ value: membership.role, primary: true }],
    meta: {
      resourceType: 'User',
      created: created.toISOString(),
      lastModified: (stored?.updatedAt ?? created).toISOString(),
      location: `${env.PUBLIC_URL}${BASE}/Users/${id}`,
      version: versionOf(stored?.version ?? 0),
    },
  };
}

/** What a request states about a user. */
export interface WantedUser {
  userName: string;
  email: string;
  name: string;
  active: boolean;
  role: Role | null;
  attributes: Json;
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;
/** Kept in other tables, or computed. Passwords of the provider are not taken. */
const ELSEWHERE = ['schemas', 'id', 'username', 'active', 'roles', 'meta', 'groups', 'password'];
const MOST_BYTES = 20_000;

/** @throws ScimError `invalidValue` */
export function readUser(resource: Json): WantedUser {
  const of = (name: string) => Object.entries(resource).find(([key]) => key.toLowerCase() === name)?.[1];
  const userName = of('username');
  if (typeof userName !== 'string' || userName.trim() === '' || userName.length > 254)
    throw invalidValue('userName is required.');
  const emails = listOf(of('emails'));
  const email = [emails.find(({ primary }) => primary === true)?.value, emails[0]?.value, userName].find(
    (one): one is string => typeof one === 'string' && EMAIL.test(one),
  );
  if (email === undefined) throw invalidValue('userName or emails must contain an email address.');
  const attributes = Object.fromEntries(
    Object.entries(resource).filter(([key]) => !ELSEWHERE.includes(key.toLowerCase())),
  );
  if (JSON.stringify(attributes).length > MOST_BYTES) throw invalidValue('The attributes are too large.');
  const roles = listOf(of('roles')).map(({ value }) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
  return {
    userName,
    email,
    name: nameOf(of('displayname'), of('name')) ?? email,
    active: activeOf(of('active')),
    role: ROLES.find((role) => roles.includes(role)) ?? null,
    attributes,
  };
}

const listOf = (value: unknown): Json[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).filter(
    (one): one is Json => typeof one === 'object' && one !== null,
  );

/** Entra ID sends "True" and "False" as text. */
function activeOf(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const read = typeof value === 'string' ? value.toLowerCase() : value;
  if (read === true || read === 'true') return true;
  if (read === false || read === 'false') return false;
  throw invalidValue('active must be true or false.');
}

function nameOf(displayName: unknown, name: unknown): string | null {
  const { formatted, givenName, familyName } = (name ?? {}) as Json;
  const parts = [givenName, familyName].filter((part) => typeof part === 'string').join(' ');
  for (const one of [displayName, formatted, parts]) {
    const text =
      typeof one === 'string'
        ? one
            .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
            .trim()
            .slice(0, 100)
        : '';
    if (text !== '') return text;
  }
  return null;
}
