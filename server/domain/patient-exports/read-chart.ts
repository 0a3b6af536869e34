import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import {
  auditEvents,
  documents,
  labOrders,
  labResults,
  labResultVersions,
  organizations,
  patients,
  reviewEntries,
} from '../../db/schema/index';
import { together, withTenant, type Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { isPrompt } from '../audit-log/access';
import type { AuditEntry } from '../audit-log/contract';
import { readPatientAccess } from '../audit-log/list-patient-access';
import { namesOf } from '../audit-log/names';
import type { DocumentRow } from '../documents/access';
import { completeOrders } from '../lab-orders/access';
import type { LabOrder } from '../lab-orders/contract';
import { questionsOf, testsOf } from '../lab-orders/order-questions';
import { presentOrder } from '../lab-orders/present';
import type { OrderSheet } from '../lab-orders/sheet-contract';
import { notVoided, readLines } from '../lab-results/access';
import type { LabResult } from '../lab-results/contract';
import { presentResult, presentVersion } from '../lab-results/present';
import type { PatientRow } from '../patients/access';

/**
 * The chart of one patient, read in short transactions, because writing the file can take minutes. Reports and documents
 * that were filed in error are left out: they may be about another patient.
 */
export interface Chart {
  organization: { name: string; timeZone: string };
  patient: PatientRow;
  /** Records merged into the patient. */
  merged: PatientRow[];
  documents: DocumentRow[];
  counts: { results: number; orders: number; inError: number };
}

export async function readChart(tx: Tx, ctx: Context, patient: PatientRow): Promise<Chart> {
  const { orgId } = ctx.actor;
  const ofPatient = and(eq(labResults.orgId, orgId), eq(labResults.patientId, patient.id));
  const [[organization], merged, filed, [results], [allResults], [orders]] = await together(
    tx
      .select({ name: organizations.name, timeZone: organizations.timeZone })
      .from(organizations)
      .where(eq(organizations.id, orgId)),
    patient.mergedFrom.length === 0
      ? Promise.resolve([])
      : tx
          .select()
          .from(patients)
          .where(and(eq(patients.orgId, orgId), inArray(patients.id, patient.mergedFrom)))
          .orderBy(patients.id),
    tx
      .select()
      .from(documents)
      .where(and(eq(documents.orgId, orgId), eq(documents.patientId, patient.id)))
      .orderBy(desc(documents.id)),
    tx
      .select({ count: sql<number>`count(*)::int` })
      .from(labResults)
      .where(and(ofPatient, isCounted)),
    tx
      .select({ count: sql<number>`count(*)::int` })
      .from(labResults)
      .where(ofPatient),
    tx
      .select({ count: sql<number>`count(*)::int` })
      .from(labOrders)
      .where(and(eq(labOrders.orgId, orgId), eq(labOrders.patientId, patient.id))),
  );
  const kept = filed.filter(({ status }) => status !== 'entered_in_error');
  return {
    organization: organization!,
    patient,
    merged,
    documents: kept,
    counts: {
      results: results!.count,
      orders: orders!.count,
      inError: allResults!.count - results!.count + filed.length - kept.length,
    },
  };
}

const isCounted = and(notVoided, ne(labResults.status, 'entered_in_error'));

export interface ReviewNote {
  /** UUID */
  id: string;
  act: (typeof reviewEntries.$inferSelect)['act'];
  at: Date;
  by: string | null;
  version: number;
  note: string | null;
}

/** A report with its earlier versions, newest first. */
export interface ReportHistory {
  current: LabResult;
  earlier: { result: LabResult; replacedAt: Date }[];
  reviews: ReviewNote[];
}

const AT_ONCE = 100;

/** Newest first, one report per transaction. */
export async function* readReports(ctx: Context, { patient }: Chart): AsyncGenerator<ReportHistory> {
  const { orgId } = ctx.actor;
  let last: string | undefined;
  for (;;) {
    const ids = await withTenant(orgId, (tx) =>
      tx
        .select({ id: labResults.id })
        .from(labResults)
        .where(
          and(
            eq(labResults.orgId, orgId),
            eq(labResults.patientId, patient.id),
            isCounted,
            last === undefined ? undefined : lt(labResults.id, last),
          ),
        )
        .orderBy(desc(labResults.id))
        .limit(AT_ONCE),
    );
    for (const { id } of ids) {
      const report = await withTenant(orgId, (tx) => readReport(tx, ctx, id, patient.id));
      if (report) yield report;
    }
    last = ids.at(-1)?.id;
    if (ids.length < AT_ONCE) return;
  }
}

async function readReport(
  tx: Tx,
  ctx: Context,
  id: string,
  patientId: string,
): Promise<ReportHistory | undefined> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .select()
    .from(labResults)
    .where(
      and(eq(labResults.orgId, orgId), eq(labResults.id, id), eq(labResults.patientId, patientId), isCounted),
    )
    .for('share');
  if (!row) return undefined;
  const lines = await readLines(tx, ctx, row);
  const versions = await tx
    .select()
    .from(labResultVersions)
    .where(and(eq(labResultVersions.orgId, orgId), eq(labResultVersions.resultId, id)))
    .orderBy(desc(labResultVersions.version));
  const entries = await tx
    .select()
    .from(reviewEntries)
    .where(and(eq(reviewEntries.orgId, orgId), eq(reviewEntries.resultId, id)))
    .orderBy(reviewEntries.id);
  const names = await namesOf(
    tx,
    orgId,
    entries.map(({ by }) => by),
  );
  // Reported for the wrong patient: the value is someone else's, in every version.
  const wrong = new Set(
    lines.filter(({ status }) => status === 'wrong').map((line) => showId('observation', line.id)),
  );
  return {
    current: withoutWrong(presentResult(row, lines), wrong),
    earlier: versions.map(({ snapshot, replacedAt }) => ({
      result: withoutWrong(presentVersion(snapshot as Partial<LabResult>), wrong),
      replacedAt,
    })),
    reviews: entries.map(({ id: entryId, act, at, by, version, note }) => ({
      id: entryId,
      act,
      at,
      by: names.get(by) ?? null,
      version,
      // The reason of a move may name the other patient.
      note: act === 'moved_here' ? null : note,
    })),
  };
}

const withoutWrong = (result: LabResult, wrong: ReadonlySet<string>): LabResult => ({
  ...result,
  panels: result.panels.map((panel) => ({
    ...panel,
    observations: panel.observations.map((line) =>
      line.status === 'wrong' || wrong.has(line.id)
        ? {
            ...line,
            status: 'wrong' as const,
            value_type: 'none' as const,
            value_text: null,
            value_number: null,
            comparator: null,
            value_code: null,
            value_original_text: null,
            value_alternate_codes: [],
            interpretation: null,
            flags: [],
            notes: [],
          }
        : line,
    ),
  })),
});

export interface OrderInFull {
  order: LabOrder;
  questions: OrderSheet['questions'];
  /** Names of the users who get a copy. */
  copies: string[];
}

export async function* readOrders(ctx: Context, { patient }: Chart): AsyncGenerator<OrderInFull> {
  const { orgId } = ctx.actor;
  let last: string | undefined;
  for (;;) {
    const { orders, questions, names } = await withTenant(orgId, async (tx) => {
      const whole = await completeOrders(
        tx,
        ctx,
        await tx
          .select()
          .from(labOrders)
          .where(
            and(
              eq(labOrders.orgId, orgId),
              eq(labOrders.patientId, patient.id),
              last === undefined ? undefined : lt(labOrders.id, last),
            ),
          )
          .orderBy(desc(labOrders.id))
          .limit(AT_ONCE),
      );
      return {
        orders: whole,
        questions: questionsOf(await testsOf(tx, ctx, whole)),
        names: await namesOfPeople(
          tx,
          ctx,
          whole.flatMap(({ row }) => row.copyTo),
        ),
      };
    });
    for (const order of orders)
      yield {
        order: presentOrder(order),
        questions,
        copies: order.row.copyTo.flatMap((id) => names.get(id) ?? []),
      };
    last = orders.at(-1)?.row.id;
    if (orders.length < AT_ONCE) return;
  }
}

const ENTRIES_AT_ONCE = 500;

/** Who opened or changed the chart, newest first, up to the start of the export. Without identity checks. */
export async function* readAccess(ctx: Context, { patient }: Chart, until: Date): AsyncGenerator<AuditEntry> {
  let cursor: string | undefined;
  do {
    const page = await withTenant(ctx.actor.orgId, (tx) =>
      readPatientAccess(
        tx,
        ctx,
        patient,
        {
          limit: ENTRIES_AT_ONCE,
          // Exclusive; the entry of this export may be of the same millisecond.
          until: new Date(until.getTime() + 1).toISOString(),
          ...(cursor === undefined ? {} : { cursor }),
        },
        // Nothing was opened or denied.
        [sql`${isPrompt(auditEvents)} is not true`],
      ),
    );
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * A chart that was merged, separated or deleted meanwhile was not read in full.
 * @throws DomainError `invalid_state`
 */
export async function assertSameChart(ctx: Context, { patient }: Chart): Promise<void> {
  const [now] = await withTenant(ctx.actor.orgId, (tx) =>
    tx
      .select({
        deletedAt: patients.deletedAt,
        mergedIntoId: patients.mergedIntoId,
        mergedFrom: patients.mergedFrom,
      })
      .from(patients)
      .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, patient.id))),
  );
  if (!now || now.deletedAt || now.mergedIntoId || now.mergedFrom.join() !== patient.mergedFrom.join())
    throw new DomainError('invalid_state', 'The record was merged, separated or deleted. Export it again.');
}
