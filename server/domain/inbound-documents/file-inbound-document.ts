import { and, eq } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { documents, inboundDocuments } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError, isDomainError } from '../../errors/domain-error';
import { newRequestId, readId, showId, showIdOrNull } from '../../shared/ids';
import { successorOf } from '../documents/feed-documents';
import { withPlacedFiles, type PlacedFile } from '../documents/report-documents';
import { addressedRecord, checkChart, needsReason } from '../inbound-reports/filing/check-patient';
import { createdFrom } from '../inbound-reports/filing/created-patient';
import { comparableFacts, isNameOnly, patientFacts } from '../inbound-reports/filing/patient-facts';
import { ordersByNumber, patientsInSight } from '../inbound-reports/filing/proposals';
import type { Why } from '../inbound-reports/filing/decide';
import { chartColumns, noPatient, shareChart, withoutMerges } from '../patients/access';
import { DECIDE, findInboundDocument, lockDecidable, type InboundDocumentRow } from './access';
import { applyContent } from './apply-content';
import { applyNotice, subjectOf, subjectRows } from './apply-notice';
import type { FiledInboundDocument, FileInboundDocumentInput } from './contract';
import { filesOf, readInboundMdm } from './read-document';
import { refreshMessageOf } from './refresh-message';
import { isFiledWith, sameDocument } from './same-document';
import type { Held } from './undo-inbound-document';
import { addressWith } from './versions';

const FILE: Operation<InboundDocumentRow> = { action: 'file_inbound_document', kind: 'write', ...DECIDE };

/**
 * Files an unmatched document for the patient a user chose, and with it other unmatched messages about the same document
 * and patient.
 * @throws DomainError `not_found`, `invalid_state`, `patient_not_found`, `validation_failed` (a reason is required)
 */
export async function fileInboundDocument(
  ctx: Context,
  input: FileInboundDocumentInput,
): Promise<FiledInboundDocument> {
  const row = await fileOne(ctx, input);
  let alsoFiled = 0;
  const others = await withTenant(ctx.actor.orgId, (tx) => sameDocument(tx, ctx, row));
  for (const { row: other } of others.filter((one) => isFiledWith(one.row, row))) {
    const id = showId('inbound_document', other.id);
    try {
      await fileOne({ ...ctx, requestId: newRequestId() }, { ...input, id });
      alsoFiled++;
    } catch (error) {
      // Decided in the meantime, or about a document of another patient: it stays in the queue.
      if (!isDomainError(error)) throw error;
    }
  }
  return {
    id: showId('inbound_document', row.id),
    state: row.state,
    patient_id: showIdOrNull('patient', row.patientId),
    document_id: showIdOrNull('document', await newestVersion(ctx, row.documentId)),
    also_filed: alsoFiled,
    may_undo: 'held' in row.why && alsoFiled === 0,
  };
}

/** A later message may have replaced the document. */
async function newestVersion(ctx: Context, id: string | null): Promise<string | null> {
  if (id === null) return null;
  return withTenant(ctx.actor.orgId, async (tx) => {
    const [row] = await tx
      .select()
      .from(documents)
      .where(and(eq(documents.orgId, ctx.actor.orgId), eq(documents.id, id)));
    const newest = row && (await successorOf(tx, ctx, row));
    return newest?.id ?? id;
  });
}

async function fileOne(ctx: Context, input: FileInboundDocumentInput): Promise<InboundDocumentRow> {
  assertAllowed(ctx, FILE);
  const unmatched = await readUnmatched(ctx, input.id);
  const files = unmatched?.message.mdm.hasContent ? filesOf(unmatched.document) : [];
  return withPlacedFiles(ctx, files, (placed) =>
    perform(ctx, FILE, async (tx) => {
      await withoutMerges(tx, ctx);
      if (unmatched)
        await lockThing(tx, 'inbound_document', ctx.actor.orgId, unmatched.message.connection.id);
      const row = await lockDecidable(tx, ctx, input.id);
      const { message, document } = unmatched!;
      const chosen = readId('patient', input.patient_id);
      const patient = chosen ? (await patientsInSight(tx, ctx, [chosen])).get(chosen) : undefined;
      if (!patient) throw noPatient('/patient_id');
      const facts = patientFacts(document.patient, message.connection.mrnAuthority);
      const created = await createdFrom(tx, ctx, row.why, { patient: document.patient, facts });
      const check = checkChart(comparableFacts(facts, patient.id, created), patient);
      if (needsReason(check) && !input.reason)
        throw fieldError(
          '/reason',
          'required',
          'is required because the patient and the document contradict each other',
        );
      if (isNameOnly(facts) && !input.reason)
        throw fieldError('/reason', 'required', 'is required because only the name matches');
      const orders = (await ordersByNumber(tx, ctx, document.placer_number)).rows.filter(
        ({ patientId }) => patientId === patient.id,
      );
      const [order] = orders.length === 1 ? orders : [];
      const addressed = order
        ? order.addressedPatientId
        : (addressedRecord(facts, patient) ?? (chosen === patient.id ? null : chosen));
      const chart = await shareChart(tx, ctx, addressed ?? patient.id);
      if (!chart) throw noPatient('/patient_id');
      const rows = (await subjectRows(tx, ctx, message, subjectOf(message, document))).filter(
        ({ patientId }) => patientId === chart.patient.id,
      );
      const columns = addressWith(rows, chartColumns(chart));
      const place = { ...columns, orderId: order?.orderId ?? null };
      const isContent = message.mdm.hasContent && placed.length > 0;
      if (!isContent && rows.length === 0)
        throw new DomainError(
          'invalid_state',
          'The chart has no document with this number. Reject the message or choose another patient.',
        );
      const applied = isContent
        ? await applyContent({ tx, ctx, message, document, place, placed })
        : await applyNotice(tx, ctx, message, document, rows);
      const why: Why = { found_by: 'person', check, candidate: patient.id, problem: null };
      const { state, problem } = row;
      const held: Held = { state, problem, why: row.why, documents: distinct(placed) };
      const [stored] = await tx
        .update(inboundDocuments)
        .set({
          ...applied,
          // Other outcomes change documents that were there before.
          why: { ...why, ...(applied.outcome === 'created' ? { held } : {}) },
          ...columns,
          decidedBy: actorName(ctx.actor),
          decidedAt: new Date(),
          reason: input.reason ?? null,
        })
        .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, row.id)))
        .returning();
      await refreshMessageOf(tx, ctx, row);
      return {
        output: stored!,
        audit: {
          objectKind: 'inbound_document' as const,
          objectId: row.id,
          patientIds: [columns.patientId],
          detail: {
            before: row.state,
            rule: check.rule,
            ...(applied.outcome ? { outcome: applied.outcome } : {}),
            ...(applied.documentId ? { document_id: showId('document', applied.documentId) } : {}),
          },
        },
      };
    }),
  );
}

/** IDs of the files with different contents. */
const distinct = (placed: readonly PlacedFile[]): string[] =>
  placed
    .filter(({ sha256 }, at) => placed.findIndex((file) => file.sha256 === sha256) === at)
    .map(({ id }) => id);

/** Null if not found: the operation itself returns and records the error. */
function readUnmatched(ctx: Context, id: string) {
  return withTenant(ctx.actor.orgId, async (tx) => {
    if (!readId('inbound_document', id)) return null;
    const found = await findInboundDocument(tx, ctx, id).catch(() => null);
    if (!found) return null;
    const message = await readInboundMdm(tx, ctx, found.row.messageId);
    return { message, document: message.mdm.documents[found.row.position]! };
  });
}
