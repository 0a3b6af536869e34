import { and, eq, inArray, sql } from 'drizzle-orm';
import { documents, labOrders, labResults } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { activityOf, findRecords, READ } from './access';
import type { ErasurePreview } from './contract';
import { retentionEnd } from './rules';

/** Portal: what an erasure would remove, and whether it needs an order. @throws DomainError `not_found` */
export function getErasurePreview(ctx: Context, input: { id: string }): Promise<ErasurePreview> {
  const operation = {
    action: 'get_erasure_preview',
    kind: 'read',
    scope: 'patients:write',
    ...READ,
  } as const;
  return perform<ErasurePreview>(ctx, operation, async (tx) => {
    const records = await findRecords(tx, ctx, input.id);
    const [patient] = records;
    const ids = records.map(({ id }) => id);
    const { lastActivityAt, retentionYears, openOrders } = await activityOf(tx, ctx, ids);
    const count = async (table: typeof labResults | typeof labOrders | typeof documents) => {
      const [row] = await tx
        .select({ count: sql<number>`count(*)::int` })
        .from(table)
        .where(and(eq(table.orgId, ctx.actor.orgId), inArray(table.patientId, ids)));
      return row!.count;
    };
    const end = retentionEnd(lastActivityAt, retentionYears);
    return {
      output: {
        patient_id: showId('patient', patient.id),
        name: { family: patient.name.family, given: patient.name.given },
        birth_date: patient.birthDate,
        mrn: patient.mrn,
        deleted: patient.deletedAt !== null,
        merged_records: records.length - 1,
        lab_results: await count(labResults),
        lab_orders: await count(labOrders),
        open_orders: openOrders,
        documents: await count(documents),
        last_activity_at: lastActivityAt.toISOString(),
        retention_years: retentionYears,
        retention_ends_at: end.toISOString(),
        retention_ended: end.getTime() <= Date.now(),
      },
      audit: { objectKind: 'patient', objectId: patient.id, patientIds: ids },
    };
  });
}
