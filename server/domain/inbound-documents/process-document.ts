import { and, eq, inArray, lte, ne } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { inboundDocuments } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { InboundDocumentState } from '../../data-types/inbound-message-codes';
import { notifyPages } from '../../events/notify-pages';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { idTime, newId, showId } from '../../shared/ids';
import { withPlacedFiles, type PlacedFile } from '../documents/report-documents';
import { checkChart, hasDifference, type PatientCheck } from '../inbound-reports/filing/check-patient';
import type { Decision } from '../inbound-reports/filing/decide';
import { patientFacts } from '../inbound-reports/filing/patient-facts';
import { patientsInSight } from '../inbound-reports/filing/proposals';
import { chartColumns, shareChart, withoutMerges } from '../patients/access';
import { DomainError } from '../../errors/domain-error';
import type { InboundDocumentRow } from './access';
import type { Applied } from './applied';
import { applyContent } from './apply-content';
import { applyNotice, subjectOf, subjectRows } from './apply-notice';
import { titleOf } from './describe';
import { matchDocument } from './match-document';
import { filesOf, type InboundMdm } from './read-document';
import { refreshMessageOf } from './refresh-message';
import { OPEN_STATES, type DocumentProblem } from './rules';
import { sentFacts, type SentFacts } from './sent-facts';
import { addressWith } from './versions';

/**
 * Matches one document of a stored message and files or holds it in a single transaction. Idempotent, so it can be
 * repeated after a failure.
 * @param position of the TXA segment, from 0
 */
export function processInboundDocument(
  ctx: Context,
  message: InboundMdm,
  position: number,
): Promise<InboundDocumentState> {
  const document = message.mdm.documents[position]!;
  const files = message.row.isTest || !message.mdm.hasContent ? [] : filesOf(document);
  return withPlacedFiles(ctx, files, (placed) =>
    perform(ctx, { action: 'process_inbound_document', kind: 'write' }, async (tx) => {
      await withoutMerges(tx, ctx);
      await lockThing(tx, 'inbound_document', ctx.actor.orgId, message.connection.id);
      const row = await processDocument(tx, ctx, message, position, placed);
      return {
        output: row.state,
        audit: {
          objectKind: 'inbound_document' as const,
          objectId: row.id,
          patientIds: row.patientId ? [row.patientId] : [],
          detail: {
            message_id: showId('inbound_message', message.row.id),
            event: row.event,
            state: row.state,
            ...(row.problem ? { problem: row.problem } : {}),
            ...(row.outcome ? { outcome: row.outcome } : {}),
            ...(row.documentId ? { document_id: showId('document', row.documentId) } : {}),
          },
        },
      };
    }),
  );
}

/** States that processing the message again may change. */
const UNSETTLED: readonly InboundDocumentState[] = [...OPEN_STATES, 'unreadable', 'ignored', 'test'];

type Outcome = Pick<
  InboundDocumentRow,
  'state' | 'outcome' | 'problem' | 'why' | 'patientId' | 'addressedPatientId' | 'documentId'
>;

async function processDocument(
  tx: Tx,
  ctx: Context,
  message: InboundMdm,
  position: number,
  placed: readonly PlacedFile[],
): Promise<InboundDocumentRow> {
  const { orgId } = ctx.actor;
  const { row: received, connection, mdm, sentAt } = message;
  const [known] = await tx
    .select()
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, orgId),
        eq(inboundDocuments.messageId, received.id),
        eq(inboundDocuments.position, position),
      ),
    )
    .for('update');
  // A user's decision is never repeated or undone by processing the message again.
  if (known && (known.decidedBy !== null || !UNSETTLED.includes(known.state))) return known;
  const document = mdm.documents[position]!;
  const facts = patientFacts(document.patient, connection.mrnAuthority);
  const sent = sentFacts(document, facts);
  const outcome = await settle({ tx, ctx, message, document, facts, sent, placed });
  const id = known?.id ?? newId();
  const values = {
    ...sent,
    orgId,
    id,
    messageId: received.id,
    connectionId: connection.id,
    position,
    createdAt: known?.createdAt ?? idTime(id),
    event: mdm.event,
    sentAt,
    number: document.number?.number ?? null,
    parent: document.parent?.number ?? null,
    title: titleOf(document),
    isTest: received.isTest,
    ...outcome,
  };
  const [row] = await tx
    .insert(inboundDocuments)
    .values(values)
    .onConflictDoUpdate({
      target: [inboundDocuments.orgId, inboundDocuments.messageId, inboundDocuments.position],
      set: values,
    })
    .returning();
  if (OPEN_STATES.some((state) => state === row!.state)) await notifyPages(tx, ctx, 'inbound_document', id);
  if (mdm.effect === 'cancel' && !received.isTest) await closeWithdrawn(tx, ctx, row!);
  return row!;
}

interface Situation {
  tx: Tx;
  ctx: Context;
  message: InboundMdm;
  document: InboundMdm['mdm']['documents'][number];
  facts: ReturnType<typeof patientFacts>;
  sent: SentFacts;
  placed: readonly PlacedFile[];
}

const nothing = (state: InboundDocumentState, problem: DocumentProblem | null, why = {}): Outcome => ({
  state,
  outcome: null,
  problem,
  why,
  patientId: null,
  addressedPatientId: null,
  documentId: null,
});

async function settle(situation: Situation): Promise<Outcome> {
  const { message, document } = situation;
  const { effect, hasContent } = message.mdm;
  if (effect === 'none') return nothing(message.row.isTest ? 'test' : 'ignored', 'not_in_message');
  // Some senders change the status with T04 or T08 without repeating the content.
  const isEmpty = document.parts.length === 0 && document.unread === 0;
  return hasContent && !(effect === 'status' && isEmpty) ? settleContent(situation) : settleNotice(situation);
}

async function settleNotice(situation: Situation): Promise<Outcome> {
  const { tx, ctx, message, document, facts } = situation;
  const { isTest } = message.row;
  const subject = subjectOf(message, document);
  if (!subject) return nothing(isTest ? 'test' : 'ignored', 'number_missing');
  const rows = await subjectRows(tx, ctx, message, subject);
  if (rows.length === 0) return nothing(isTest ? 'test' : 'ignored', 'document_unknown');
  const decision = await matchOf(situation, rows);
  const patientId = decision.kind === 'file' ? decision.patientId : decision.why.candidate;
  const patient = patientId ? (await patientsInSight(tx, ctx, [patientId])).get(patientId) : undefined;
  // The number identifies the document; the patient must only not contradict it.
  const agrees =
    decision.kind === 'file' || (patient !== undefined && !contradicts(checkChart(facts, patient)));
  if (!patient || !agrees) return held(decision, isTest);
  const why = { ...decision.why };
  if (isTest) return nothing('test', null, why);
  const own = rows.filter((row) => row.patientId === patient.id);
  const [first] = own;
  if (!first) return held(decision, false);
  const applied = await applyNotice(tx, ctx, message, document, own);
  return {
    ...applied,
    why,
    patientId: patient.id,
    addressedPatientId: first.addressedPatientId,
  };
}

async function settleContent(situation: Situation): Promise<Outcome> {
  const { tx, ctx, message, document, placed } = situation;
  const { isTest } = message.row;
  const rows = await subjectRows(tx, ctx, message, subjectOf(message, document));
  const own = await subjectRows(tx, ctx, message, document.number);
  const known = rows.length > 0 ? rows : own;
  const decision = await matchOf(situation, known, placed);
  const why = { ...decision.why };
  if (!isTest && placed.length === 0) {
    const problem =
      document.parts.length === 0 && document.unread === 0 ? 'no_content' : 'content_unreadable';
    if (decision.kind !== 'file') return nothing('unreadable', problem, why);
    // Users must know that what they read is not the last word.
    const shown = rows.filter(({ patientId }) => patientId === decision.patientId);
    const noted = shown.length > 0 ? await applyNotice(tx, ctx, message, document, shown) : null;
    return {
      ...nothing('unreadable', problem, why),
      patientId: decision.patientId,
      addressedPatientId: decision.addressedPatientId,
      documentId: noted?.documentId ?? null,
    };
  }
  if (!isTest && placed.length < document.parts.length)
    message.mdm.warnings.add(
      'attachment_not_accepted',
      document.place,
      'A file of the document has a type that is not accepted; the rest is filed.',
    );
  if (isTest) return nothing('test', decision.why.problem as DocumentProblem | null, why);
  if (decision.kind !== 'file') return held(decision, false);
  const chart = await shareChart(tx, ctx, decision.addressedPatientId ?? decision.patientId);
  if (!chart) throw new DomainError('patient_not_found', 'The patient does not exist.');
  const columns = addressWith(known, chartColumns(chart));
  const place = { ...columns, orderId: decision.orderId };
  const applied: Applied = await applyContent({ tx, ctx, message, document, place, placed });
  return { ...applied, ...columns, why };
}

const matchOf = (
  { tx, ctx, document, facts, sent }: Situation,
  known: Parameters<typeof matchDocument>[2]['known'],
  files: readonly PlacedFile[] = [],
) => matchDocument(tx, ctx, { document, facts, sent, known, files });

function held(decision: Decision, isTest: boolean): Outcome {
  const { why } = decision;
  const problem =
    why.problem === 'order_unclear' || why.problem === 'decided_before' ? 'no_match' : why.problem;
  const state = decision.kind === 'unfiled' ? decision.state : 'conflict';
  return nothing(isTest ? 'test' : state, problem, { ...why });
}

const contradicts = (check: PatientCheck): boolean => !check.fits && hasDifference(check);

/** Documents that are not filed yet leave the queue when the sender withdraws them. */
async function closeWithdrawn(tx: Tx, ctx: Context, row: InboundDocumentRow): Promise<void> {
  if (row.number === null) return;
  const open = await tx
    .select()
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, ctx.actor.orgId),
        eq(inboundDocuments.connectionId, row.connectionId),
        eq(inboundDocuments.number, row.number),
        inArray(inboundDocuments.state, [...OPEN_STATES]),
        lte(inboundDocuments.sentAt, row.sentAt),
        ne(inboundDocuments.id, row.id),
      ),
    );
  for (const one of open) {
    if (
      one.mrn !== row.mrn ||
      one.family !== row.family ||
      one.birthDate !== row.birthDate ||
      one.birthDateUnread !== row.birthDateUnread
    )
      continue;
    await tx
      .update(inboundDocuments)
      .set({ state: 'withdrawn', problem: 'withdrawn_by_sender' })
      .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, one.id)));
    await refreshMessageOf(tx, ctx, one);
  }
}
