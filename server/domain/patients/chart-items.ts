import { and, eq, getTableName, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { databaseTime } from '../../db/clock';
import {
  documents,
  inboundDocuments,
  inboundReports,
  labObservations,
  labOrders,
  labResults,
  pinnedTests,
  recentPatients,
  uploads,
} from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { MOST_PINNED } from '../lab-results/rules';

/**
 * What a merge does with the tables that have a `patient_id`: most move to the chart of the survivor, and back to the
 * record they were addressed to. A test fails if a table is missing.
 */
const MOVING = [labOrders, labResults, documents, uploads, inboundReports, inboundDocuments] as const;

/**
 * - `follows`: moves with its report.
 * - `shared`: moves as far as the survivor has room.
 * - `joined`: becomes the survivor's.
 * - `stays`: belongs to the record, or records what happened to it.
 */
const OTHERS = {
  lab_observations: 'follows',
  pinned_tests: 'shared',
  recent_patients: 'joined',
  chart_accesses: 'stays',
  patient_identifiers: 'stays',
  patient_tokens: 'stays',
  patient_feeds: 'stays',
  inbound_patient_updates: 'stays',
} as const;

export const CHART_TABLES: readonly string[] = [...MOVING.map(getTableName), ...Object.keys(OTHERS)];

type Table = PgTable & Record<'orgId' | 'patientId' | 'addressedPatientId', AnyPgColumn>;

/** Programs that list changes see the move. The version of a report stays, so that its signatures remain valid. */
const touched = (table: Table) => ({
  ...('updatedAt' in table ? { updatedAt: databaseTime } : {}),
  ...('version' in table && table !== labResults
    ? { version: sql`${table.version as AnyPgColumn} + 1` }
    : {}),
});

/** Moves the chart of a record (UUID) to that of another. The caller has locked both. */
export async function moveChart(tx: Tx, ctx: Context, from: string, to: string): Promise<void> {
  const { orgId } = ctx.actor;
  const moved = (table: Table) => ({
    patientId: to,
    addressedPatientId: sql`coalesce(${table.addressedPatientId}, ${from}::uuid)`,
  });
  for (const table of MOVING as readonly Table[])
    await tx
      .update(table)
      .set({ ...moved(table), ...touched(table) })
      .where(and(eq(table.orgId, orgId), eq(table.patientId, from)));
  await tx
    .update(labObservations)
    .set({ patientId: to })
    .where(and(eq(labObservations.orgId, orgId), eq(labObservations.patientId, from)));
  await tx
    .update(pinnedTests)
    .set(moved(pinnedTests))
    .where(
      and(
        eq(pinnedTests.orgId, orgId),
        eq(pinnedTests.patientId, from),
        inArray(pinnedTests.testKey, pinsWithRoom(orgId, from, to)),
      ),
    );
  await joinRecent(tx, orgId, from, to);
}

/** The oldest pins of a record that the other does not have, as many as it has room for. */
const pinsWithRoom = (orgId: string, from: string, to: string) =>
  sql`(select own.test_key from pinned_tests own
    where own.org_id = ${orgId} and own.patient_id = ${from} and not exists (
      select 1 from pinned_tests other
      where other.org_id = ${orgId} and other.patient_id = ${to} and other.test_key = own.test_key)
    order by own.created_at, own.test_key
    limit greatest(0, ${MOST_PINNED} - (
      select count(*) from pinned_tests other where other.org_id = ${orgId} and other.patient_id = ${to})))`;

async function joinRecent(tx: Tx, orgId: string, from: string, to: string): Promise<void> {
  await tx.execute(sql`insert into recent_patients (org_id, user_id, patient_id, opened_at)
    select org_id, user_id, ${to}::uuid, opened_at from recent_patients where org_id = ${orgId} and patient_id = ${from}
    on conflict (org_id, user_id, patient_id)
      do update set opened_at = greatest(recent_patients.opened_at, excluded.opened_at)`);
  await tx
    .delete(recentPatients)
    .where(and(eq(recentPatients.orgId, orgId), eq(recentPatients.patientId, from)));
}

/**
 * Moves everything that was addressed to a record or to those merged into it back to its chart.
 * @param records the record (UUID), then those merged into it
 */
export async function moveChartBack(
  tx: Tx,
  ctx: Context,
  records: readonly [string, ...string[]],
): Promise<void> {
  const { orgId } = ctx.actor;
  const [to] = records;
  const back = (table: Table) => ({
    patientId: to,
    addressedPatientId: sql`nullif(${table.addressedPatientId}, ${to}::uuid)`,
  });
  for (const table of [...MOVING, pinnedTests] as readonly Table[])
    await tx
      .update(table)
      .set({ ...back(table), ...touched(table) })
      .where(
        and(
          eq(table.orgId, orgId),
          inArray(table.addressedPatientId, [...records]),
          notInArray(table.patientId, [...records]),
        ),
      );
  await tx.execute(sql`update lab_observations o set patient_id = r.patient_id from lab_results r
    where r.org_id = ${orgId} and r.patient_id = ${to} and o.org_id = r.org_id and o.result_id = r.id
      and o.patient_id <> r.patient_id`);
}

/**
 * Removes links of documents to those and to orders of the other chart, after a merge was undone. A document that one of
 * the other chart had replaced is valid again.
 * @param charts UUIDs
 * @returns the documents (UUIDs) that were a version, replacement or addendum of one in the other chart
 */
export async function unlinkDocuments(tx: Tx, ctx: Context, charts: readonly string[]): Promise<string[]> {
  const { orgId } = ctx.actor;
  const isApart = (table: typeof documents | typeof labOrders, isOther: SQL) =>
    sql<boolean>`exists (select 1 from ${table} other where other.org_id = ${orgId} and ${isOther}
      and other.patient_id <> documents.patient_id)`;
  const links = {
    replacedBy: isApart(documents, sql`other.id = documents.replaced_by`),
    replaces: isApart(documents, sql`other.id = documents.replaces`),
    addendumTo: isApart(documents, sql`other.id = documents.addendum_to`),
    duplicateOf: isApart(documents, sql`other.id = documents.duplicate_of`),
    orderId: isApart(labOrders, sql`other.id = documents.order_id`),
  };
  const rows = await tx
    .select({ id: documents.id, ...links })
    .from(documents)
    .where(
      and(eq(documents.orgId, orgId), inArray(documents.patientId, [...charts]), or(...Object.values(links))),
    );
  for (const { id, ...apart } of rows) {
    const cut = Object.entries(apart).flatMap(([link, isCut]) => (isCut ? [[link, null]] : []));
    await tx
      .update(documents)
      .set({ ...Object.fromEntries(cut), ...touched(documents) })
      .where(and(eq(documents.orgId, orgId), eq(documents.id, id)));
  }
  return rows
    .filter(({ replacedBy, replaces, addendumTo }) => replacedBy || replaces || addendumTo)
    .map(({ id }) => id);
}
