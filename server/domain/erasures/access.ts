import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { erasures, labOrders, organizations, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notFound, pathId, showId } from '../../shared/ids';
import type { Operation } from '../../shared/perform';
import type { PatientRow } from '../patients/access';
import type { Erasure } from './contract';

export type ErasureRow = typeof erasures.$inferSelect;

export const READ = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;
/** Cannot be undone. */
export const ERASE = {
  ...READ,
  scope: 'patients:write',
  stepUp: true,
} as const satisfies Partial<Operation<unknown>>;

/**
 * A patient with the records merged into it, also if they are deleted. The ID of a merged record leads to its survivor.
 * @returns the survivor first
 * @throws DomainError `not_found`
 */
export async function findRecords(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<[PatientRow, ...PatientRow[]]> {
  const { orgId } = ctx.actor;
  const uuid = pathId('patient', id);
  const query = tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.orgId, orgId),
        or(
          eq(patients.id, uuid),
          sql`${uuid}::uuid = any(${patients.mergedFrom})`,
          // Of the same person as a merged record.
          sql`exists (select 1 from patients root where root.org_id = ${orgId}
            and (root.id = ${uuid} or ${uuid}::uuid = any(root.merged_from)) and ${patients.id} = any(root.merged_from))`,
        ),
      ),
    )
    .orderBy(patients.id);
  const rows = options.lock ? await query.for('update') : await query;
  const root = rows.find(({ mergedIntoId }) => mergedIntoId === null);
  if (!root) throw notFound();
  return [root, ...rows.filter(({ id: other }) => other !== root.id)];
}

interface Activity {
  lastActivityAt: Date;
  retentionYears: number;
  openOrders: number;
}

export async function activityOf(tx: Tx, ctx: Context, ids: readonly string[]): Promise<Activity> {
  const { orgId } = ctx.actor;
  const of = sql`= any(${sql.param([...ids])}::uuid[])`;
  const { rows } = await tx.execute<{ at: string }>(sql`select greatest(
    (select max(created_at) from patients where org_id = ${orgId} and id ${of}),
    (select max(issued_at) from lab_results where org_id = ${orgId} and patient_id ${of}),
    (select max(updated_at) from lab_orders where org_id = ${orgId} and patient_id ${of}),
    (select max(created_at) from documents where org_id = ${orgId} and patient_id ${of})) as at`);
  const [organization] = await tx
    .select({ years: organizations.chartRetentionYears })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const [open] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(labOrders)
    .where(
      and(
        eq(labOrders.orgId, orgId),
        inArray(labOrders.patientId, [...ids]),
        sql`${labOrders.status} not in ('completed', 'cancelled', 'rejected')`,
      ),
    );
  return {
    lastActivityAt: new Date(rows[0]!.at),
    retentionYears: organization!.years,
    openOrders: open!.count,
  };
}

export async function findErasure(tx: Tx, ctx: Context, id: string): Promise<ErasureRow> {
  const [row] = await tx
    .select()
    .from(erasures)
    .where(and(eq(erasures.orgId, ctx.actor.orgId), eq(erasures.id, pathId('erasure', id))));
  if (!row) throw notFound();
  return row;
}

/** With files that are not removed yet. */
export const isPending = isNull(erasures.filesRemovedAt);

export const presentErasure = (row: ErasureRow, names: ReadonlyMap<string, string>): Erasure => ({
  id: showId('erasure', row.id),
  patient_id: showId('patient', row.erasedId),
  record_ids: row.recordIds.map((id) => showId('patient', id)),
  erased_at: row.erasedAt.toISOString(),
  erased_by: row.erasedBy,
  erased_by_name: names.get(row.erasedBy) ?? null,
  ground: row.ground,
  reason: row.reason,
  reference: row.reference,
  last_activity_at: row.lastActivityAt.toISOString(),
  retention_years: row.retentionYears,
  counts: row.counts,
  files: row.files,
  files_removed_at: row.filesRemovedAt?.toISOString() ?? null,
});
