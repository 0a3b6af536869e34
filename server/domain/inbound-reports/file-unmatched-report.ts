import { and, eq } from 'drizzle-orm';
import { inboundReports, labOrders } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { withPlacedFiles } from '../documents/report-documents';
import { DomainError, fieldError } from '../../errors/domain-error';
import { readId, showId } from '../../shared/ids';
import { shareChart } from '../patients/access';
import { DECIDE } from './access';
import type { MatchReportInput } from './contract';
import { applyInbound, filesOf } from './filing/apply-inbound';
import { addressedRecord, checkChart, needsReason, type KnownChart } from './filing/check-patient';
import { createdFrom } from './filing/created-patient';
import type { Why } from './filing/decide';
import { allowLongPauses } from './filing/long-pauses';
import { comparableFacts, isNameOnly, patientFacts } from './filing/patient-facts';
import { separateKey } from './filing/known-report';
import { noteProvider } from './filing/note-provider';
import { lockKeys } from './filing/process-inbound-report';
import { lookUp, patientsInSight } from './filing/proposals';
import { releaseKey } from './filing/report-under';
import { readInbound, type InboundMessage } from './filing/read-inbound';
import { reportFacts } from './filing/report-facts';
import { FILED_SEVERITY } from './filing/severe-values';
import { findReport, lockUnmatched, refreshMessage, type UnmatchedReportRow } from './unmatched-reports';

export const MATCH: Operation<string | null> = {
  action: 'match_report',
  kind: 'write',
  ...DECIDE,
};

/** Structured-cloneable. */
export interface FiledReport {
  found: UnmatchedReportRow;
  /** `uuid`; null if the laboratory has sent no values yet. */
  resultId: string | null;
}

/**
 * Files an unmatched report for the patient a user chose.
 * @throws DomainError `not_found`, `invalid_state`, `patient_not_found`, `validation_failed` (a reason is required, the
 * order belongs to another patient)
 */
export async function fileUnmatchedReport(ctx: Context, input: MatchReportInput): Promise<FiledReport> {
  assertAllowed(ctx, MATCH);
  const unmatched = await readUnmatched(ctx, input.id);
  const report = unmatched?.message.normal.reports[unmatched.found.row.position];
  const resultId = await withPlacedFiles(ctx, report ? filesOf(report) : [], (placed) =>
    perform(ctx, MATCH, async (tx) => {
      const row = await lockUnmatched(tx, ctx, input.id);
      const { message } = unmatched!;
      await allowLongPauses(tx, message.row.size);
      const facts = patientFacts(report!.patient, message.connection.mrnAuthority);
      const patient = await requirePatient(tx, ctx, input.patient_id);
      const order = await requireOrderOf(tx, ctx, input.order_id, patient.id);
      const orderId = order?.id ?? null;
      const addressedPatientId = order
        ? order.addressedPatientId
        : (addressedRecord(facts, patient) ?? mergedRecordOf(input.patient_id, patient));
      const created = await createdFrom(tx, ctx, row.why, { patient: report!.patient, facts });
      const check = checkChart(comparableFacts(facts, patient.id, created), patient);
      if (needsReason(check) && !input.reason)
        throw fieldError(
          '/reason',
          'required',
          'is required because the patient and the report contradict each other',
        );
      if (isNameOnly(facts) && !input.reason)
        throw fieldError('/reason', 'required', 'is required because only the name matches');
      await lockKeys(tx, ctx, message.source.lab.id, report!);
      const looked = await lookUp(tx, ctx, message.source.lab.id, {
        report: report!,
        facts,
        row: reportFacts(report!, facts, message.source.sentAt),
        timeZone: message.connection.timeZone,
        filedAs: row.resultId,
        patientId: patient.id,
      });
      const another = input.same_number === 'another_report';
      const { known } = looked;
      if (!another && known && known !== 'several' && known.patient && known.patient.id !== patient.id)
        throw new DomainError(
          'invalid_state',
          'A report with this number is filed for another patient. Move that report first, or confirm that this is a different report.',
        );
      // The report of a deleted patient stays there and gives up its key.
      if (!another && known && known !== 'several' && !known.patient)
        await releaseKey(tx, ctx, message.source.lab.id, looked.key);
      const providerId = await noteProvider(tx, ctx, message.connection.id, report!.orderer, {
        counted: false,
      });
      const key = another ? separateKey(looked.key) : looked.key;
      const newest = input.same_number === 'newest';
      const place = { patientId: patient.id, addressedPatientId, orderId, key, providerId, newest };
      const applied = await applyInbound(tx, ctx, message.source, report!, place, placed);
      if (applied?.outcome === 'unclear') throw unclearOrder();
      // Already filed, and its times are older: the user must file it as the newest version or not at all.
      if (row.state === 'filed' && applied?.stale) throw unclearOrder();
      const why: Why = { found_by: 'person', check, candidate: patient.id, problem: null };
      await tx
        .update(inboundReports)
        .set({
          ...FILED_SEVERITY,
          state: 'filed',
          patientId: patient.id,
          addressedPatientId: applied ? applied.row.addressedPatientId : addressedPatientId,
          orderId: applied?.row.orderId ?? orderId,
          resultId: applied?.row.id ?? null,
          outcome: applied?.stale ? 'stale' : (applied?.outcome ?? null),
          why: { ...why },
          decidedBy: actorName(ctx.actor),
          decidedAt: new Date(),
          reason: input.reason ?? null,
        })
        .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.id, row.id)));
      await refreshMessage(tx, ctx, row);
      return {
        output: applied?.row.id ?? null,
        audit: {
          objectKind: 'inbound_report' as const,
          objectId: row.id,
          patientIds: [patient.id],
          detail: {
            before: row.state,
            rule: check.rule,
            ...(input.same_number ? { same_number: input.same_number } : {}),
            ...(applied ? { result_id: showId('lab_result', applied.row.id), outcome: applied.outcome } : {}),
          },
        },
      };
    }),
  );
  return { found: unmatched!.found, resultId };
}

interface Unmatched {
  found: UnmatchedReportRow;
  message: InboundMessage;
}

/** Null if not found: the operation itself returns and records the error. */
function readUnmatched(ctx: Context, id: string): Promise<Unmatched | null> {
  return withTenant(ctx.actor.orgId, async (tx) => {
    const uuid = readId('inbound_report', id);
    if (!uuid) return null;
    const found = await findReport(tx, ctx, id).catch(() => null);
    return found && { found, message: await readInbound(tx, ctx, found.row.messageId) };
  });
}

async function requirePatient(tx: Tx, ctx: Context, shown: string) {
  const id = readId('patient', shown);
  const chart = id ? await shareChart(tx, ctx, id) : null;
  const patient = chart
    ? (await patientsInSight(tx, ctx, [chart.patient.id])).get(chart.patient.id)
    : undefined;
  if (!patient)
    throw new DomainError('patient_not_found', 'The patient does not exist.', {
      errors: [
        { pointer: '/patient_id', code: 'not_allowed', message: 'must be a patient of this organization' },
      ],
    });
  return patient;
}

/** The merged record that the user chose, if it is not the patient itself. */
function mergedRecordOf(shown: string, { id }: KnownChart): string | null {
  const named = readId('patient', shown);
  return named === id ? null : named;
}

async function requireOrderOf(
  tx: Tx,
  ctx: Context,
  shown: string | undefined,
  patientId: string,
): Promise<Pick<typeof labOrders.$inferSelect, 'id' | 'addressedPatientId'> | null> {
  if (shown === undefined) return null;
  const id = readId('lab_order', shown);
  const [order] = id
    ? await tx
        .select({ id: labOrders.id, addressedPatientId: labOrders.addressedPatientId })
        .from(labOrders)
        .where(
          and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, id), eq(labOrders.patientId, patientId)),
        )
    : [];
  if (!order) throw fieldError('/order_id', 'not_allowed', 'must be a lab order of the same patient');
  return order;
}

const unclearOrder = () =>
  new DomainError(
    'invalid_state',
    'This report may be older than the filed version. Compare both, then file it as the newest version or reject it.',
  );
