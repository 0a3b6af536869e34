import { and, asc, eq } from 'drizzle-orm';
import {
  inboundDocuments,
  inboundMessageBytes,
  inboundPatientUpdates,
  inboundReports,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showIdOrNull } from '../../shared/ids';
import { viewMessage } from '../../hl7v2/view-message';
import { reasonsOf } from '../patient-updates/access';
import { findInboundMessage, MANAGE, type MessageRow } from './access';
import type { InboundMessageDetail, InboundMessagePath } from './contract';
import {
  candidateOf,
  mayRunAgain,
  presentDocumentOfMessage,
  presentInboundMessage,
  presentInboundReport,
  presentUpdateOfMessage,
} from './present';

/**
 * One message with its text and outcome. This reads patient data: the audit row appears in the access log of every
 * patient its reports were filed for or compared with.
 * @throws DomainError `not_found`
 */
export function getInboundMessage(ctx: Context, input: InboundMessagePath): Promise<InboundMessageDetail> {
  return perform(ctx, { action: 'get_inbound_message', kind: 'read', ...MANAGE }, async (tx) => {
    const found = await findInboundMessage(tx, ctx, input.id);
    const { message } = found;
    const [bytes, reports, updates, documents] = await together(
      bytesOf(tx, message),
      reportsOf(tx, message),
      updatesOf(tx, message),
      documentsOf(tx, message),
    );
    const names = await namesOfPeople(tx, ctx, [
      ...reports.map((report) => report.decidedBy),
      ...updates.map((update) => update.decidedBy),
      ...documents.map((document) => document.decidedBy),
      message.setAsideBy,
    ]);
    const reasons = await reasonsOf(tx, ctx, updates);
    const output: InboundMessageDetail = {
      ...presentInboundMessage(found),
      processing_id: message.processingId,
      version: message.version,
      charset: message.charset,
      acknowledged_at: message.acknowledgedAt?.toISOString() ?? null,
      duplicate_of: showIdOrNull('inbound_message', message.duplicateOf),
      warnings: message.warnings.map(({ code, place, text }) => ({ code, place, text })),
      content: bytes === null ? null : viewMessage(bytes, message.charset),
      is_whole: message.sha256 !== null,
      reports: reports.map((report) => presentInboundReport(report, names)),
      patient_updates: updates.map((update) =>
        presentUpdateOfMessage(update, names, reasons.get(update.id)?.differs ?? []),
      ),
      documents: documents.map((document) => presentDocumentOfMessage(document, names)),
      content_removed:
        message.contentRemoval && message.contentRemovedAt
          ? { at: message.contentRemovedAt.toISOString(), after: message.contentRemoval }
          : null,
      may_run_again: mayRunAgain(message) && message.contentRemoval === null,
      set_aside:
        message.setAsideBy === null
          ? null
          : { by_name: names.get(message.setAsideBy) ?? null, reason: message.setAsideReason ?? '' },
    };
    return {
      output,
      audit: {
        objectKind: 'inbound_message',
        objectId: message.id,
        patientIds: [
          ...reports.flatMap((report) => [report.patientId, candidateOf(report)]),
          ...updates.flatMap((update) => [update.patientId, ...update.candidates]),
          ...documents.flatMap((document) => [document.patientId, candidateOf(document)]),
        ].filter((id) => id !== null),
        detail: {
          reports: reports.length,
          patient_updates: updates.length,
          documents: documents.length,
        },
      },
    };
  });
}

async function bytesOf(tx: Tx, { orgId, id }: MessageRow): Promise<Buffer | null> {
  const [row] = await tx
    .select({ bytes: inboundMessageBytes.bytes })
    .from(inboundMessageBytes)
    .where(and(eq(inboundMessageBytes.orgId, orgId), eq(inboundMessageBytes.messageId, id)));
  return row?.bytes ?? null;
}

const reportsOf = (tx: Tx, { orgId, id }: MessageRow) =>
  tx
    .select()
    .from(inboundReports)
    .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.messageId, id)))
    .orderBy(asc(inboundReports.position));

const updatesOf = (tx: Tx, { orgId, id }: MessageRow) =>
  tx
    .select()
    .from(inboundPatientUpdates)
    .where(and(eq(inboundPatientUpdates.orgId, orgId), eq(inboundPatientUpdates.messageId, id)))
    .orderBy(asc(inboundPatientUpdates.position));

const documentsOf = (tx: Tx, { orgId, id }: MessageRow) =>
  tx
    .select()
    .from(inboundDocuments)
    .where(and(eq(inboundDocuments.orgId, orgId), eq(inboundDocuments.messageId, id)))
    .orderBy(asc(inboundDocuments.position));
