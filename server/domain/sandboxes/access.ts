import { and, asc, eq, isNull } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import type { Operation } from '../../shared/perform';
import type { ListedSandbox, Sandbox } from './contract';

type OrganizationRow = typeof organizations.$inferSelect;

/** Administrators of a live organization manage its sandboxes. */
export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

/**
 * The actor's organization, which must be a sandbox: nothing here may ever change a live one.
 * @throws DomainError `forbidden`
 */
export async function findSandbox(tx: Tx, ctx: Context): Promise<OrganizationRow> {
  const row = await findOwn(tx, ctx);
  if (row.sandboxOf === null)
    throw new DomainError(
      'forbidden',
      'This works only in a sandbox, with a key that starts with clin_test_.',
    );
  return row;
}

/** @throws DomainError `invalid_state` */
export async function findLive(tx: Tx, ctx: Context): Promise<OrganizationRow> {
  const row = await findOwn(tx, ctx);
  if (row.sandboxOf !== null)
    throw new DomainError('invalid_state', 'This is a sandbox. Its live organization manages the sandboxes.');
  return row;
}

async function findOwn(tx: Tx, ctx: Context): Promise<OrganizationRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, ctx.actor.orgId));
  if (!row) throw notFound();
  return row;
}

/** Those of a live organization, without suspended ones, oldest first. */
export const sandboxesOf = (tx: Tx, ctx: Context): Promise<OrganizationRow[]> =>
  tx
    .select()
    .from(organizations)
    .where(and(eq(organizations.sandboxOf, ctx.actor.orgId), isNull(organizations.suspendedAt)))
    .orderBy(asc(organizations.id));

const statusOf = ({ sandboxResetRequestedAt }: OrganizationRow): Sandbox['status'] =>
  sandboxResetRequestedAt === null ? 'ready' : 'resetting';

export const presentSandbox = (row: OrganizationRow): Sandbox => ({
  object: 'sandbox',
  organization_id: showId('organization', row.id),
  name: row.name,
  status: statusOf(row),
  reset_at: row.sandboxResetAt?.toISOString() ?? null,
});

export const presentListed = (row: OrganizationRow, member: boolean): ListedSandbox => ({
  object: 'organization',
  id: showId('organization', row.id),
  name: row.name,
  created_at: row.createdAt.toISOString(),
  status: statusOf(row),
  member,
});
