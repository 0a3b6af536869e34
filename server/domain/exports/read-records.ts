import { and, asc, eq, gt, gte, isNull, type SQL } from 'drizzle-orm';
import type { ExportResource } from '../../data-types/export-codes';
import { documents, labOrders, labResults, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { ofOpenChart } from '../../shared/restricted-charts';
import { ofVisiblePatient } from '../documents/access';
import { documentList } from '../documents/contract';
import { presentDocument } from '../documents/present';
import { completeOrders, patientInSight } from '../lab-orders/access';
import { labOrderList } from '../lab-orders/contract';
import { presentOrder } from '../lab-orders/present';
import { resultsInSight } from '../lab-results/access';
import { labResultList } from '../lab-results/contract';
import { LINE_COUNT, readReports } from '../lab-results/read-reports';
import { patientList } from '../patients/contract';
import { presentPatient } from '../patients/present';

/** Pages of records in the order of their IDs, as the lists of `/v1` return them. */

interface RecordPage {
  /** As in the list. */
  items: unknown[];
  /** `uuid` */
  patientIds: string[];
  /** `uuid` of the last record; null without records. */
  lastId: string | null;
  hasMore: boolean;
}

interface Wanted {
  /** `uuid` */
  after: string | null;
  updatedSince: Date | null;
}

type Read = (tx: Tx, ctx: Context, wanted: Wanted) => Promise<RecordPage>;

/** Rows have few kilobytes each; reports may have many lines, and `readReports` ends their pages early. */
export const pageSizes = { rows: 500, reports: 100 };

type Listed = typeof patients | typeof labOrders | typeof labResults | typeof documents;

/** An ID contains its creation time and never changes, so no record that existed at the start is skipped. */
const following = (table: Listed, { after, updatedSince }: Wanted): (SQL | undefined)[] => [
  after ? gt(table.id, after) : undefined,
  updatedSince ? gte(table.updatedAt, updatedSince) : undefined,
];

interface Row {
  id: string;
  patientId: string;
}

/** @param list the contract of the list, which checks each record as it does there */
function pageOf(
  rows: readonly Row[],
  most: number,
  items: unknown[],
  list: { parse(page: unknown): { data: unknown[] } },
): RecordPage {
  const shown = rows.slice(0, most);
  return {
    items: list.parse({ object: 'list', data: items, has_more: false, next_cursor: null }).data,
    patientIds: shown.map(({ patientId }) => patientId),
    lastId: shown.at(-1)?.id ?? null,
    hasMore: rows.length > most,
  };
}

export const READ: Readonly<Record<ExportResource, Read>> = {
  patients: async (tx, ctx, wanted) => {
    const rows = await tx
      .select()
      .from(patients)
      .where(
        and(
          eq(patients.orgId, ctx.actor.orgId),
          isNull(patients.deletedAt),
          ofOpenChart(ctx, patients.id),
          ...following(patients, wanted),
        ),
      )
      .orderBy(asc(patients.id))
      .limit(pageSizes.rows + 1);
    const found = rows.map(({ id }) => ({ id, patientId: id }));
    return pageOf(found, pageSizes.rows, rows.slice(0, pageSizes.rows).map(presentPatient), patientList);
  },

  lab_orders: async (tx, ctx, wanted) => {
    const rows = await tx
      .select()
      .from(labOrders)
      .where(
        and(
          eq(labOrders.orgId, ctx.actor.orgId),
          patientInSight(ctx.actor.orgId),
          ofOpenChart(ctx, labOrders.patientId),
          ...following(labOrders, wanted),
        ),
      )
      .orderBy(asc(labOrders.id))
      .limit(pageSizes.rows + 1);
    const whole = await completeOrders(tx, ctx, rows.slice(0, pageSizes.rows));
    return pageOf(rows, pageSizes.rows, whole.map(presentOrder), labOrderList);
  },

  lab_results: async (tx, ctx, wanted) => {
    const { found, most, results } = await readReports(tx, ctx, pageSizes.reports, () =>
      tx
        .select({ row: labResults, lines: LINE_COUNT })
        .from(labResults)
        .where(
          and(resultsInSight(ctx), ofOpenChart(ctx, labResults.patientId), ...following(labResults, wanted)),
        )
        .orderBy(asc(labResults.id))
        .limit(pageSizes.reports + 1),
    );
    const rows = found.map(({ row }) => row);
    return pageOf(
      rows,
      most,
      rows.slice(0, most).map(({ id }) => results.get(id)!),
      labResultList,
    );
  },

  documents: async (tx, ctx, wanted) => {
    const rows = await tx
      .select()
      .from(documents)
      .where(
        and(
          eq(documents.orgId, ctx.actor.orgId),
          ofVisiblePatient(ctx),
          ofOpenChart(ctx, documents.patientId),
          ...following(documents, wanted),
        ),
      )
      .orderBy(asc(documents.id))
      .limit(pageSizes.rows + 1);
    // Without the signed URL, which would be valid for five minutes.
    return pageOf(rows, pageSizes.rows, rows.slice(0, pageSizes.rows).map(presentDocument), documentList);
  },
};
