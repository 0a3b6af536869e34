import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { authSessions, memberships, organizations } from '../db/schema/index';
import { enterTenant, withScope, type Tx } from '../db/transaction';
import { lowestIdAt } from '../shared/ids';
import type { Role } from '../data-types/role-codes';
import { asksSecondFactor } from './second-factor-rule';
import { admits, type SignInProof } from './sign-in-rule';

/** The organizations a user may work in, and the one that opens at sign-in. */

export interface OwnOrganization {
  /** `uuid` */
  id: string;
  name: string;
  sandbox: boolean;
  role: Role;
  /** For the user's role. */
  asksSecondFactor: boolean;
}

const REMEMBERED_MS = 90 * 86_400_000;

/**
 * @param proof omits organizations that it cannot open; null: all
 * @param tx scoped to the user (`clinical.user_id`)
 */
export async function findOwnOrganizations(
  tx: Tx,
  userId: string,
  proof: SignInProof | null = null,
): Promise<OwnOrganization[]> {
  const rows = await tx
    .select({
      id: organizations.id,
      name: organizations.name,
      sandboxOf: organizations.sandboxOf,
      role: memberships.role,
      rule: organizations.secondFactor,
      singleSignOnEnforced: organizations.singleSignOnEnforced,
      breakGlassIds: organizations.breakGlassIds,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(
      and(eq(memberships.userId, userId), isNull(memberships.endedAt), isNull(organizations.suspendedAt)),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.orgId));
  return rows
    .filter((row) => proof === null || admits(row, { ...proof, userId, orgId: row.id }))
    .map(({ id, name, role, sandboxOf, rule }) => ({
      id,
      name,
      role,
      sandbox: sandboxOf !== null,
      asksSecondFactor: asksSecondFactor(rule, role),
    }));
}

export const ownOrganizations = (userId: string, proof: SignInProof): Promise<OwnOrganization[]> =>
  withScope({ userId }, (tx) => findOwnOrganizations(tx, userId, proof));

/**
 * The organization the user last worked in, otherwise the first they joined; null if the proof opens none.
 * @param tx scoped to the user; left scoped to one of the organizations
 */
export async function organizationToOpen(
  tx: Tx,
  userId: string,
  proof: SignInProof,
): Promise<OwnOrganization | null> {
  const own = await findOwnOrganizations(tx, userId, proof);
  if (own.length < 2) return own[0] ?? null;
  const used = new Map<string, string>();
  for (const { id: orgId } of own) {
    await enterTenant(tx, orgId);
    const [last] = await tx
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(
        and(
          eq(authSessions.orgId, orgId),
          eq(authSessions.userId, userId),
          gt(authSessions.id, lowestIdAt(new Date(Date.now() - REMEMBERED_MS))),
        ),
      )
      .orderBy(desc(authSessions.id))
      .limit(1);
    // UUIDv7 IDs sort by time.
    if (last) used.set(orgId, last.id);
  }
  const newest = [...used].sort(([, a], [, b]) => (a < b ? 1 : -1))[0]?.[0];
  return own.find(({ id }) => id === newest) ?? own[0]!;
}
