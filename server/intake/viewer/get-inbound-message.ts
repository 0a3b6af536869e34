import { and, asc, eq } from 'drizzle-orm';
import { inboundMessageBytes, inboundReports, labConnections } from '../../db/schema/index';
import { together } from '../../db/transaction';
import { perform } from '../../domain/act';
import type { Context } from '../../domain/context';
import { findInboundMessage, MANAGE } from '../../domain/inbound-messages/access';
import type { InboundMessageDetail, InboundMessagePath } from '../../domain/inbound-messages/contract';
import { presentInboundMessage, presentInboundReport } from '../../domain/inbound-messages/present';
import { decodeMessage } from '../hl7v2/decode';
import type { Segment } from '../hl7v2/message';
import { readMessage } from '../hl7v2/read-message';

/** A page shows no more; the whole message is in the database, byte for byte. */
const MOST_BYTES = 256 * 1024;
const MOST_SEGMENTS = 500;
const MOST_FIELD = 2_000;

/**
 * A message as it was read, line by line, and what became of its reports. It shows data of patients: those that are
 * known are named in the audit.
 * @throws DomainError `not_found`
 */
export function getInboundMessage(ctx: Context, input: InboundMessagePath): Promise<InboundMessageDetail> {
  return perform(ctx, { action: 'get_inbound_message', kind: 'read', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const row = await findInboundMessage(tx, ctx, input.id);
    const [kept, reports, [connection]] = await together(
      tx
        .select({ bytes: inboundMessageBytes.bytes })
        .from(inboundMessageBytes)
        .where(and(eq(inboundMessageBytes.orgId, orgId), eq(inboundMessageBytes.messageId, row.id))),
      tx
        .select()
        .from(inboundReports)
        .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.messageId, row.id)))
        .orderBy(asc(inboundReports.position)),
      tx
        .select({ charset: labConnections.charset })
        .from(labConnections)
        .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, row.connectionId))),
    );
    const bytes = kept[0]?.bytes ?? null;
    const patientIds = reports.map(({ patientId }) => patientId).filter((id) => id !== null);
    return {
      output: {
        ...presentInboundMessage(row),
        ...show(bytes, connection?.charset ?? null),
        reports: reports.map(presentInboundReport),
      },
      audit: { objectKind: 'inbound_message', objectId: row.id, patientIds },
    };
  });
}

function show(
  bytes: Buffer | null,
  charset: string | null,
): Pick<InboundMessageDetail, 'text' | 'segments' | 'truncated'> {
  if (bytes === null) return { text: null, segments: [], truncated: false };
  const part = bytes.subarray(0, MOST_BYTES);
  const { segments } = readMessage(part, charset).message;
  return {
    text: decodeMessage(part, charset).text,
    segments: segments.slice(0, MOST_SEGMENTS).map(showSegment),
    truncated: part.length < bytes.length || segments.length > MOST_SEGMENTS,
  };
}

function showSegment(segment: Segment): InboundMessageDetail['segments'][number] {
  const fields: { number: number; text: string }[] = [];
  for (let number = 1; number <= segment.fieldCount; number++) {
    const text = segment.field(number);
    if (text !== '') fields.push({ number, text: text.slice(0, MOST_FIELD) });
  }
  return { place: segment.place(), name: segment.name, fields };
}
