import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { inboundReports, labOrders, labResults, patients } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import type { NormalReport } from '../../../hl7v2/normal-message';
import { mergedRecords, resolveMerged, type PatientRow } from '../../patients/access';
import type { PatientInSight, Proposal, Proposals } from './decide';
import { knownReport } from './known-report';
import { zeroSpellings } from './same-identifier';
import type { PatientFacts } from './patient-facts';
import { isSameAsSent, type ReportFacts } from './report-facts';
import { reportKey } from './report-key';

/** What the numbers of a report refer to in this organization. The caller holds the locks of its keys. */

export interface Looked extends Proposals {
  /** Key under which it is filed (`report_key`). */
  key: string;
  /** The report filed under this key (`uuid`). */
  knownId: string | null;
  /** Our order number in its canonical form. */
  orderNumber: string | null;
}

export interface LookedFor {
  report: NormalReport;
  facts: PatientFacts;
  row: ReportFacts;
  /** Of the connection. */
  timeZone: string;
  /** The report that the message was previously filed as (`uuid`). */
  filedAs: string | null;
  /** The patient confirmed by a user (`uuid`). */
  patientId?: string | null;
}

export async function lookUp(
  tx: Tx,
  ctx: Context,
  labId: string,
  { report, facts, row, timeZone, filedAs, patientId = null }: LookedFor,
): Promise<Looked> {
  const orders = await ordersByNumber(tx, ctx, report.placer_number);
  const orderNumber = orders.rows.length === 1 ? orders.rows[0]!.number : null;
  const { row: known, key } = await knownReport(tx, ctx, labId, {
    report,
    timeZone,
    filedAs,
    patientId,
    key: reportKey(report, orderNumber),
    ours: orderNumber !== null,
  });
  const samples = known === null && orders.rows.length === 0 ? await bySample(tx, ctx, labId, report) : [];
  const mrns = facts.mrns;
  const ids = [
    ...orders.rows.map(({ patientId }) => patientId),
    ...samples.map(({ patientId }) => patientId),
    ...(known && known !== 'several' ? [known.patientId] : []),
  ];
  const inSight = await patientsInSight(tx, ctx, ids);
  const propose = ({ patientId: chart, orderId, addressedPatientId }: Found): Proposal => ({
    patient: inSight.get(chart) ?? null,
    orderId,
    addressedPatientId,
  });
  return {
    key,
    knownId: known && known !== 'several' ? known.id : null,
    orderNumber,
    known:
      known === null || known === 'several'
        ? known
        : { ...propose(known), decided: await wasDecided(tx, ctx, known.id, row) },
    orders: orders.rows.map(propose),
    withoutZeros: orders.withoutZeros,
    samples: samples.map(propose),
    byMrn:
      known === null && ids.length === 0 ? await patientsByMrn(tx, ctx, mrns, linkedMrns(report, mrns)) : [],
  };
}

const OF_ORDER = {
  orderId: labOrders.id,
  patientId: labOrders.patientId,
  addressedPatientId: labOrders.addressedPatientId,
};

interface Found {
  patientId: string;
  addressedPatientId: string | null;
  orderId: string | null;
}

/** Exact, and without leading zeros only if that finds nothing. */
export async function ordersByNumber(tx: Tx, ctx: Context, number: string | null) {
  const find = async (spellings: string[]) =>
    spellings.length === 0
      ? []
      : tx
          .select({ ...OF_ORDER, number: labOrders.orderNumber })
          .from(labOrders)
          .where(and(eq(labOrders.orgId, ctx.actor.orgId), inArray(labOrders.orderNumber, spellings)))
          .limit(2);
  if (number === null) return { rows: [], withoutZeros: false };
  const rows = await find([number.trim()]);
  if (rows.length > 0) return { rows, withoutZeros: false };
  return { rows: await find(zeroSpellings(number)), withoutZeros: true };
}

/** Numbers on the tube: the order's, or the laboratory's specimen number on a filed report. */
async function bySample(tx: Tx, ctx: Context, labId: string, report: NormalReport) {
  const numbers = [
    report.accession_number,
    ...report.specimens.flatMap(({ placer_id, filler_id }) => [placer_id, filler_id]),
  ].flatMap((number) => (number === null ? [] : [number.trim()]));
  if (numbers.length === 0) return [];
  const orders = await tx
    .select(OF_ORDER)
    .from(labOrders)
    .where(and(eq(labOrders.orgId, ctx.actor.orgId), inArray(labOrders.orderNumber, [...new Set(numbers)])))
    .limit(2);
  if (orders.length > 0 || report.accession_number === null) return orders;
  return tx
    .select({
      orderId: labResults.orderId,
      patientId: labResults.patientId,
      addressedPatientId: labResults.addressedPatientId,
    })
    .from(labResults)
    .where(
      and(
        eq(labResults.orgId, ctx.actor.orgId),
        eq(labResults.labId, labId),
        eq(labResults.accessionNumber, report.accession_number.trim()),
      ),
    )
    .limit(50);
}

/** By the ID of each of its records: a merged one is represented by its survivor. */
export async function patientsInSight(
  tx: Tx,
  ctx: Context,
  ids: string[],
): Promise<Map<string, PatientInSight>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        inArray(patients.id, [...new Set(ids)]),
        isNull(patients.deletedAt),
      ),
    );
  const charts = await chartsOf(tx, ctx, rows);
  const byRecord = charts.flatMap((chart) =>
    [chart, ...(chart.merged ?? [])].map(({ id }) => [id, chart] as const),
  );
  return new Map(byRecord);
}

async function chartsOf(tx: Tx, ctx: Context, rows: readonly PatientRow[]): Promise<PatientInSight[]> {
  const survivors = await resolveMerged(tx, ctx, rows);
  const merged = await mergedRecords(tx, ctx, survivors);
  return survivors.map((row) => ({
    ...withLinkedMrns(row),
    merged: row.mergedFrom.flatMap((id) => merged.get(id) ?? []).map(withLinkedMrns),
  }));
}

const withLinkedMrns = (row: PatientRow) => ({
  ...row,
  otherMrns: row.identifiers.flatMap(({ type, value }) => (type === 'mrn' ? value : [])),
});

/** MRNs with their assigning authority, as a user's link or a hospital feed stores them. */
export const linkedMrns = ({ patient }: Pick<NormalReport, 'patient'>, mrns: readonly string[]) =>
  patient.identifiers.flatMap(({ number, authority }) =>
    authority !== null && mrns.includes(number.trim()) ? [{ system: authority, value: number.trim() }] : [],
  );

export async function patientsByMrn(
  tx: Tx,
  ctx: Context,
  mrns: string[],
  linked: readonly { system: string; value: string }[],
): Promise<PatientInSight[]> {
  const find = (condition: SQL | undefined) =>
    tx
      .select()
      .from(patients)
      .where(and(eq(patients.orgId, ctx.actor.orgId), isNull(patients.deletedAt), condition))
      .orderBy(asc(patients.id))
      .limit(2);
  const byNumber = (spellings: string[]) =>
    spellings.length === 0 ? [] : find(inArray(patients.mrn, spellings));
  const exact = [
    ...(await byNumber(mrns)),
    ...(linked.length === 0 ? [] : await find(hasLinked(ctx, linked))),
  ];
  return chartsOf(tx, ctx, exact.length > 0 ? exact : await byNumber(mrns.flatMap(zeroSpellings)));
}

const hasLinked = (ctx: Context, linked: readonly { system: string; value: string }[]): SQL =>
  sql`${patients.id} in (select i.patient_id from patient_identifiers i
    where i.org_id = ${ctx.actor.orgId} and i.type = 'mrn' and (${sql.join(
      linked.map(({ system, value }) => sql`(i.system = ${system} and i.value = ${value})`),
      sql` or `,
    )}))`;

/** Whether a user filed a report there with the same patient data. */
async function wasDecided(tx: Tx, ctx: Context, resultId: string, row: ReportFacts): Promise<boolean> {
  const decided = await tx
    .select({
      family: inboundReports.family,
      given: inboundReports.given,
      birthDate: inboundReports.birthDate,
      birthDateUnread: inboundReports.birthDateUnread,
      sex: inboundReports.sex,
      mrn: inboundReports.mrn,
    })
    .from(inboundReports)
    .where(
      and(
        eq(inboundReports.orgId, ctx.actor.orgId),
        eq(inboundReports.resultId, resultId),
        isNotNull(inboundReports.decidedBy),
      ),
    )
    .orderBy(desc(inboundReports.id))
    .limit(20);
  return decided.some((known) => isSameAsSent(known, row));
}
