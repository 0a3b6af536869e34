import { and, eq } from 'drizzle-orm';
import { lockThing } from '../../../db/locks';
import { inboundReports } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import { perform } from '../../../shared/perform';
import type { Context } from '../../../shared/context';
import { withPlacedFiles, type PlacedFile } from '../../documents/report-documents';
import { idTime, newId, showId } from '../../../shared/ids';
import type { ReportOutcome, ReportState } from '../../../data-types/inbound-message-codes';
import { countStale } from '../../inbound-messages/stale-figures';
import type { Applied } from '../../lab-results/apply-report';
import { assertSystem, lockReportKey } from '../../lab-results/file-lab-result';
import { emit } from '../../../events/emit';
import type { NormalReport } from '../../../hl7v2/normal-message';
import { applyInbound, filesOf } from './apply-inbound';
import { decide, type Decision, type Why } from './decide';
import { allowLongPauses } from './long-pauses';
import { noteCodes } from './note-codes';
import { noteProvider } from './note-provider';
import { patientFacts } from './patient-facts';
import { chartColumns, shareChart } from '../../patients/access';
import { DomainError } from '../../../errors/domain-error';
import { lookUp, patientsInSight } from './proposals';
import type { InboundMessage } from './read-inbound';
import { reportFacts } from './report-facts';
import { FILED_SEVERITY, severeValues } from './severe-values';
import { reportKey } from './report-key';

export type InboundReportRow = typeof inboundReports.$inferSelect;
export type ReportFate = ReportState | 'stale';

/** `stale`: the patient matches, but the report differs from the filed version and is older. */
export const fateOf = ({ state, outcome }: Pick<InboundReportRow, 'state' | 'outcome'>): ReportFate =>
  state === 'filed' && outcome === 'stale' ? 'stale' : state;

/**
 * Matches one report of a stored message and files or holds it in a single transaction. Idempotent, so it can be
 * repeated after a failure.
 * @param position in the message, from 0
 */
export async function processInboundReport(
  ctx: Context,
  message: InboundMessage,
  position: number,
): Promise<ReportFate> {
  assertSystem(ctx);
  const report = message.normal.reports[position]!;
  return withPlacedFiles(ctx, message.source.isTest ? [] : filesOf(report), (placed) =>
    perform(ctx, { action: 'process_inbound_report', kind: 'write' }, async (tx) => {
      const done = await processReport(tx, ctx, message, position, placed);
      const { row, applied } = done;
      return {
        output: fateOf(row),
        audit: {
          objectKind: 'inbound_report' as const,
          objectId: row.id,
          patientIds: row.patientId ? [row.patientId] : [],
          detail: {
            message_id: message.source.messageId,
            state: row.state,
            ...(applied ? { result_id: showId('lab_result', applied.row.id), outcome: applied.outcome } : {}),
          },
        },
      };
    }),
  );
}

interface Processed {
  row: InboundReportRow;
  applied: Applied | null;
}

async function processReport(
  tx: Tx,
  ctx: Context,
  message: InboundMessage,
  position: number,
  placed: readonly PlacedFile[],
): Promise<Processed> {
  const { connection, source } = message;
  const report = message.normal.reports[position]!;
  // The operator's tool and a running service may process the same message: the second sees the first's outcome.
  await lockThing(tx, 'inbound_message', ctx.actor.orgId, message.row.id);
  await allowLongPauses(tx, message.row.size);
  const before = await findReport(tx, ctx, message.row.id, position);
  // A report that a user set aside stays set aside.
  if (before && (before.state === 'parked' || before.state === 'rejected'))
    return { row: before, applied: null };
  const facts = patientFacts(report.patient, connection.mrnAuthority);
  const row = reportFacts(report, facts, source.sentAt);
  await lockKeys(tx, ctx, source.lab.id, report);
  const filedAs = before?.state === 'filed' ? before.resultId : null;
  const { timeZone } = connection;
  const looked = await lookUp(tx, ctx, source.lab.id, { report, facts, row, timeZone, filedAs });
  const decision = (before && (await settled(tx, ctx, before))) ?? decide(facts, looked);
  await noteCodes(tx, ctx, connection.id, report, { counted: before === null });
  const providerId = await noteProvider(tx, ctx, connection.id, report.orderer, { counted: before === null });
  if (source.isTest) {
    const tested = {
      ...row,
      ...FILED_SEVERITY,
      state: 'test' as const,
      why: stored(decision.why),
      ...NOWHERE,
    };
    return { row: await writeReport(tx, ctx, { message, position, before }, tested), applied: null };
  }
  if (decision.kind === 'unfiled') {
    const unmatched = {
      ...row,
      ...severeValues(report),
      state: decision.state,
      why: stored(decision.why),
      ...NOWHERE,
    };
    return { row: await writeReport(tx, ctx, { message, position, before }, unmatched), applied: null };
  }
  const chart = await shareChart(tx, ctx, decision.addressedPatientId ?? decision.patientId);
  if (!chart) throw new DomainError('patient_not_found', 'The patient does not exist.');
  const place = { ...chartColumns(chart), orderId: decision.orderId, key: looked.key, providerId };
  const applied = await applyInbound(tx, ctx, source, report, place, placed);
  if (applied?.outcome === 'unclear') {
    // A previously filed report is not unmatched because of later versions.
    if (before?.state === 'filed') return { row: before, applied: null };
    const why = stored({ ...decision.why, candidate: decision.patientId, problem: 'order_unclear' });
    const unmatched = { ...row, ...severeValues(report), state: 'conflict' as const, why, ...NOWHERE };
    return { row: await writeReport(tx, ctx, { message, position, before }, unmatched), applied: null };
  }
  const outcome = outcomeOf(applied, before);
  if (outcome === 'stale' && before?.outcome !== 'stale') countStale();
  return {
    applied,
    row: await writeReport(
      tx,
      ctx,
      { message, position, before },
      {
        ...row,
        ...FILED_SEVERITY,
        state: 'filed',
        why: stored(decision.why),
        ...chartColumns(chart),
        ...(applied ? { addressedPatientId: applied.row.addressedPatientId } : {}),
        orderId: applied?.row.orderId ?? decision.orderId,
        resultId: applied?.row.id ?? null,
        outcome,
      },
    ),
  };
}

/** Part of the report may be older than the filed version. A reprocessed message keeps its first outcome. */
function outcomeOf(applied: Applied | null, before: InboundReportRow | null): ReportOutcome | null {
  if (!applied || applied.outcome === 'unclear') return null;
  if (!applied.stale) return applied.outcome;
  return before?.state === 'filed' && before.outcome ? before.outcome : 'stale';
}

const NOWHERE = { patientId: null, addressedPatientId: null, orderId: null, resultId: null, outcome: null };
const stored = (why: Why): Record<string, unknown> => ({ ...why });

/**
 * Decisions of users and filed reports remain, however often the message is processed.
 * @returns null if a decision is needed
 */
async function settled(tx: Tx, ctx: Context, before: InboundReportRow): Promise<Decision | null> {
  const { patientId, addressedPatientId, orderId } = before;
  if (patientId === null || (before.decidedBy === null && before.state !== 'filed')) return null;
  const why: Why = before.decidedBy
    ? { found_by: 'person', check: null, candidate: patientId, problem: null }
    : (before.why as unknown as Why);
  if ((await patientsInSight(tx, ctx, [patientId])).has(patientId))
    return { kind: 'file', patientId, addressedPatientId, orderId, why };
  return { kind: 'unfiled', state: 'unmatched', why: { ...why, problem: 'patient_deleted' } };
}

async function findReport(
  tx: Tx,
  ctx: Context,
  messageId: string,
  position: number,
): Promise<InboundReportRow | null> {
  const [row] = await tx
    .select()
    .from(inboundReports)
    .where(
      and(
        eq(inboundReports.orgId, ctx.actor.orgId),
        eq(inboundReports.messageId, messageId),
        eq(inboundReports.position, position),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Locks all numbers by which the report may be known, in a fixed order to avoid deadlocks. */
export async function lockKeys(tx: Tx, ctx: Context, labId: string, report: NormalReport): Promise<void> {
  const { filler_number: filler, accession_number: accession } = report;
  const keys = new Set([reportKey(report)]);
  if (filler !== null) keys.add(`filler:${filler.trim()}`);
  if (accession !== null) keys.add(`accession:${accession.trim()}`);
  for (const key of [...keys].sort()) await lockReportKey(tx, ctx, labId, key);
}

type Written = Omit<Partial<typeof inboundReports.$inferInsert>, 'id' | 'orgId'> & { state: ReportState };

interface Where {
  message: InboundMessage;
  position: number;
  before: InboundReportRow | null;
}

async function writeReport(
  tx: Tx,
  ctx: Context,
  { message, position, before }: Where,
  values: Written,
): Promise<InboundReportRow> {
  const { orgId } = ctx.actor;
  if (before) {
    const [row] = await tx
      .update(inboundReports)
      .set(values)
      .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.id, before.id)))
      .returning();
    return row!;
  }
  const id = newId();
  const [row] = await tx
    .insert(inboundReports)
    .values({
      orgId,
      id,
      messageId: message.row.id,
      position,
      createdAt: idTime(id),
      ...values,
      isTest: message.source.isTest,
    })
    .returning();
  // Emitted once, when the report becomes unmatched, without patient data.
  if (values.state === 'unmatched' || values.state === 'conflict')
    await emit(tx, ctx, {
      type: 'lab_result.unmatched',
      object: {
        kind: 'inbound_report',
        id,
        version: 1,
        status: values.state,
        href: null,
        patientId: null,
        ...(values.severity ? { severity: values.severity } : {}),
      },
      sequence: 1,
    });
  return row!;
}
