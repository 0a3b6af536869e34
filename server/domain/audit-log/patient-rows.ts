import { and, arrayContains, arrayOverlaps, desc, eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import { asWorkerWithin, type Tx } from '../../db/transaction';
import { lowestIdAt } from '../../shared/ids';
import type { AuditRow } from './entries';
import { jointCharts } from './joint-charts';
import { periodsOf } from './newest-rows';

interface Wanted {
  orgId: string;
  /** The patient and the records merged into it (UUID). */
  records: readonly string[];
  /** Rows with IDs below this only; null for all. */
  before: string | null;
  since?: string | undefined;
  until?: string | undefined;
  /** Further conditions on `audit_events`. */
  conditions: readonly (SQL | undefined)[];
  limit: number;
}

const MOST_AT_ONCE = 1_000;

/**
 * The newest audit rows about the patient, including those of charts it shared with another record until a merge was
 * undone.
 */
export async function readRowsOfPatient(tx: Tx, wanted: Wanted): Promise<AuditRow[]> {
  const { orgId, records, conditions, limit } = wanted;
  const { patientIds, concerned } = await concernOf(tx, orgId, records);
  const rows: AuditRow[] = [];
  for await (const ids of idsOfPatients(tx, patientIds, wanted)) {
    rows.push(
      ...(await tx
        .select()
        .from(auditEvents)
        .where(
          and(
            eq(auditEvents.orgId, orgId),
            sql`${auditEvents.id} = any(${sql.param(ids)}::uuid[])`,
            // Bounds of the same IDs, so that only their partitions are searched.
            sql`${auditEvents.id} between ${ids.at(-1)}::uuid and ${ids[0]}::uuid`,
            concerned,
            ...conditions,
          ),
        )
        .orderBy(desc(auditEvents.id))
        .limit(limit - rows.length)),
    );
    if (rows.length >= limit) break;
  }
  return rows;
}

/** The patients whose rows may be about the records, and the condition that they are. */
export async function concernOf(
  tx: Tx,
  orgId: string,
  records: readonly string[],
): Promise<{ patientIds: string[]; concerned: SQL | undefined }> {
  const charts = await jointCharts(tx, orgId, records);
  return {
    patientIds: [...new Set([...records, ...charts.map(({ patientId }) => patientId)])],
    concerned: or(
      arrayOverlaps(auditEvents.patientIds, [...records]),
      ...charts.map(({ patientId, from, until }) =>
        and(
          arrayContains(auditEvents.patientIds, [patientId]),
          gte(auditEvents.id, lowestIdAt(from)),
          lt(auditEvents.id, lowestIdAt(until)),
        ),
      ),
    ),
  };
}

/**
 * IDs of audit rows about any of the patients, newest first. The index on `patient_ids` has no order, so each search
 * covers one period.
 *
 * The worker role may use the index, and returns IDs only: the rows are read under the policies of the organization.
 */
export async function* idsOfPatients(
  tx: Tx,
  patientIds: string[],
  range: Pick<Wanted, 'orgId' | 'before' | 'since' | 'until'>,
): AsyncGenerator<string[]> {
  for await (const period of periodsOf(tx, range)) {
    let { end } = period;
    for (;;) {
      // Not a named statement: the plan depends on the values.
      const { rows } = await asWorkerWithin(tx, () =>
        tx.execute<{ id: string }>(sql`
          with found as materialized (
            select id from audit_events
            where org_id = ${range.orgId} and id >= ${period.start}::uuid and id < ${end}::uuid
              and patient_ids && ${sql.param(patientIds)}::uuid[] and patient_ids <> '{}')
          select id from found order by id desc limit ${MOST_AT_ONCE}`),
      );
      if (rows.length > 0) yield rows.map(({ id }) => id);
      if (rows.length < MOST_AT_ONCE) break;
      end = rows.at(-1)!.id;
    }
  }
}
