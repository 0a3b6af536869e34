import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { inboundMessages, inboundReports, labOrders } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { assertAllowed, perform, type Act } from '../../domain/act';
import { actorName, type Context } from '../../domain/context';
import { withPlacedFiles } from '../../domain/documents/report-documents';
import { DomainError, fieldError } from '../../domain/errors';
import { readId, showId, showIdOrNull } from '../../domain/ids';
import type { MatchedReport, MatchReportInput } from '../../domain/inbound-reports/contract';
import { systemContext } from '../../domain/system-actor';
import { applyInbound, filesOf } from '../process/apply-inbound';
import { checkPatient } from '../process/check-patient';
import type { Why } from '../process/decide';
import { patientFacts } from '../process/patient-facts';
import { noteProvider } from '../process/note-provider';
import { lockKeys } from '../process/process-inbound-report';
import { processMessage } from '../process/process-message';
import { lookUp, patientsInSight } from '../process/proposals';
import { releaseKey } from '../process/report-under';
import { readInbound, type InboundMessage } from '../process/read-inbound';
import { reportFacts } from '../process/report-facts';
import { reportKey } from '../process/report-key';
import { findReport, lockHeld, refreshMessage, type HeldReport } from './held-reports';

const MATCH: Act<{ id: string; resultId: string | null }> = {
  action: 'match_report',
  kind: 'write',
  scope: 'labs:read',
  role: 'clinician',
  peopleOnly: true,
};

/**
 * A person says whose report it is; it is filed there like any other. Later versions of it follow by themselves.
 * @throws DomainError `not_found`, `invalid_state`, `patient_not_found`, `validation_failed` (a reason is needed, the
 * order is another patient's)
 */
export async function matchReport(ctx: Context, input: MatchReportInput): Promise<MatchedReport> {
  assertAllowed(ctx, MATCH);
  const held = await readHeld(ctx, input.id);
  const report = held?.message.normal.reports[held.found.row.position];
  const output = await withPlacedFiles(ctx, report ? filesOf(report) : [], (placed) =>
    perform(ctx, MATCH, async (tx) => {
      const row = await lockHeld(tx, ctx, input.id);
      const { message } = held!;
      const facts = patientFacts(report!.patient, message.connection.mrnAuthority);
      const patient = await requirePatient(tx, ctx, input.patient_id);
      const orderId = await requireOrderOf(tx, ctx, input.order_id, patient.id);
      const check = checkPatient(facts, patient);
      if (!check.fits && hasContradiction(check) && !input.reason)
        throw fieldError(
          '/reason',
          'required',
          'is required, because patient and report contradict each other',
        );
      await lockKeys(tx, ctx, message.source.lab.id, report!);
      const looked = await lookUp(
        tx,
        ctx,
        message.source.lab.id,
        { report: report!, facts, row: reportFacts(report!, facts) },
        (number) => reportKey(report!, number),
      );
      const { known } = looked;
      if (known && known !== 'several' && known.patient && known.patient.id !== patient.id)
        throw new DomainError(
          'invalid_state',
          'An earlier version of this report is filed at another patient. Move that one first.',
        );
      // What a deleted patient has keeps its place there, and the number is free.
      if (known && known !== 'several' && !known.patient)
        await releaseKey(tx, ctx, message.source.lab.id, looked.key);
      const providerId = await noteProvider(tx, ctx, message.connection.id, report!.orderer, {
        counted: false,
      });
      const place = { patientId: patient.id, orderId, key: looked.key, providerId };
      const applied = await applyInbound(tx, ctx, message.source, report!, place, placed);
      const why: Why = { found_by: 'person', check, candidate: patient.id, problem: null };
      await tx
        .update(inboundReports)
        .set({
          state: 'filed',
          patientId: patient.id,
          orderId: applied?.row.orderId ?? orderId,
          resultId: applied?.row.id ?? null,
          outcome: applied?.outcome ?? null,
          why: { ...why },
          decidedBy: actorName(ctx.actor),
          decidedAt: new Date(),
          reason: input.reason ?? null,
        })
        .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.id, row.id)));
      await refreshMessage(tx, ctx, row.messageId);
      return {
        output: { id: row.id, resultId: applied?.row.id ?? null },
        audit: {
          objectKind: 'inbound_report' as const,
          objectId: row.id,
          patientIds: [patient.id],
          detail: {
            before: row.state,
            rule: check.rule,
            ...(applied ? { result_id: showId('lab_result', applied.row.id), outcome: applied.outcome } : {}),
          },
        },
      };
    }),
  );
  return {
    id: showId('inbound_report', output.id),
    result_id: showIdOrNull('lab_result', output.resultId),
    also_filed: output.resultId ? await followUp(ctx, held!.found) : 0,
  };
}

interface Held {
  found: HeldReport;
  message: InboundMessage;
}

/** Null where there is none: the verb itself says so, and records it. */
function readHeld(ctx: Context, id: string): Promise<Held | null> {
  return withTenant(ctx.actor.orgId, async (tx) => {
    const uuid = readId('inbound_report', id);
    if (!uuid) return null;
    const found = await findReport(tx, ctx, id).catch(() => null);
    return found && { found, message: await readInbound(tx, ctx, found.row.messageId) };
  });
}

async function requirePatient(tx: Tx, ctx: Context, shown: string) {
  const id = readId('patient', shown);
  const patient = id ? (await patientsInSight(tx, ctx, [id])).get(id) : undefined;
  if (!patient)
    throw new DomainError('patient_not_found', 'There is no such patient.', {
      errors: [
        { pointer: '/patient_id', code: 'not_allowed', message: 'must be a patient of this organisation' },
      ],
    });
  return patient;
}

/** `uuid` of the order. */
async function requireOrderOf(
  tx: Tx,
  ctx: Context,
  shown: string | undefined,
  patientId: string,
): Promise<string | null> {
  if (shown === undefined) return null;
  const id = readId('lab_order', shown);
  const [order] = id
    ? await tx
        .select({ id: labOrders.id })
        .from(labOrders)
        .where(
          and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, id), eq(labOrders.patientId, patientId)),
        )
    : [];
  if (!order) throw fieldError('/order_id', 'not_allowed', 'must be a lab order of the same patient');
  return order.id;
}

const hasContradiction = (check: ReturnType<typeof checkPatient>): boolean =>
  [check.mrn, check.birth_date, check.family, check.given, check.sex].includes('different');

/** Other versions of the report that were held as well: what was said of one is true of them. @returns how many */
async function followUp(ctx: Context, { row, connectionId }: HeldReport): Promise<number> {
  const { orgId } = ctx.actor;
  if (row.keyKind === null || row.keyNumber === null) return 0;
  const held = and(
    eq(inboundReports.orgId, orgId),
    eq(inboundReports.keyKind, row.keyKind),
    eq(inboundReports.keyNumber, row.keyNumber),
    inArray(inboundReports.state, ['unmatched', 'conflict']),
    ne(inboundReports.id, row.id),
  );
  const others = () =>
    withTenant(orgId, (tx) =>
      tx
        .selectDistinct({ id: inboundMessages.id, position: inboundMessages.position })
        .from(inboundReports)
        .innerJoin(
          inboundMessages,
          and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, inboundReports.messageId)),
        )
        .where(and(held, eq(inboundMessages.connectionId, connectionId)))
        .orderBy(asc(inboundMessages.position))
        .limit(50),
    );
  const before = await others();
  const system = { ...systemContext(orgId, 'system'), requestId: ctx.requestId };
  for (const { id } of before) await processMessage(system, id);
  return before.length - (await others()).length;
}
