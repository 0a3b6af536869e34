import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { authSessions, memberships, organisations } from '../db/schema/index';
import { enterTenant, withScope, type Tx } from '../db/transaction';
import { lowestIdAt } from '../shared/ids';
import type { Role } from '../shared/scopes';
import { asksSecondFactor } from './second-factor-rule';

/** The organizations a user may work in, and the one that opens at sign-in. */

export interface OwnOrganisation {
  /** `uuid` */
  id: string;
  name: string;
  sandbox: boolean;
  role: Role;
  /** For the user's role. */
  asksSecondFactor: boolean;
}

const REMEMBERED_MS = 90 * 86_400_000;

/** @param tx scoped to the user (`clinical.user_id`) */
export async function findOwnOrganisations(tx: Tx, userId: string): Promise<OwnOrganisation[]> {
  const rows = await tx
    .select({
      id: organisations.id,
      name: organisations.name,
      sandboxOf: organisations.sandboxOf,
      role: memberships.role,
      rule: organisations.secondFactor,
    })
    .from(memberships)
    .innerJoin(organisations, eq(organisations.id, memberships.orgId))
    .where(
      and(eq(memberships.userId, userId), isNull(memberships.endedAt), isNull(organisations.suspendedAt)),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.orgId));
  return rows.map(({ sandboxOf, rule, ...row }) => ({
    ...row,
    sandbox: sandboxOf !== null,
    asksSecondFactor: asksSecondFactor(rule, row.role),
  }));
}

export const ownOrganisations = (userId: string): Promise<OwnOrganisation[]> =>
  withScope({ userId }, (tx) => findOwnOrganisations(tx, userId));

/**
 * The organization the user last worked in, otherwise the first they joined; null without any membership.
 * @param tx scoped to the user; left scoped to one of the organizations
 */
export async function organisationToOpen(tx: Tx, userId: string): Promise<OwnOrganisation | null> {
  const own = await findOwnOrganisations(tx, userId);
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
    // UUIDv7 ids sort by time.
    if (last) used.set(orgId, last.id);
  }
  const newest = [...used].sort(([, a], [, b]) => (a < b ? 1 : -1))[0]?.[0];
  return own.find(({ id }) => id === newest) ?? own[0]!;
}
