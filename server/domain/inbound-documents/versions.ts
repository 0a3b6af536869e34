import type { StoredDocumentSource } from '../../db/schema/types';
import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { DocumentRow } from '../documents/access';
import { showId } from '../../shared/ids';
import type { ChartColumns } from '../patients/access';
import type { InboundMdm } from './read-document';

/** Which version of a document is newer, and what is stored about one. */

interface Moment {
  sentAt: string;
  statusAt?: string;
  editedAt: string | null;
}

/** TXA-8 if both have it and they differ, else the time of the message. Of equal times the later arrival is newer. */
export function isOlder(one: Moment, other: Moment): boolean {
  if (one.editedAt !== null && other.editedAt !== null && one.editedAt !== other.editedAt)
    return one.editedAt < other.editedAt;
  return latestAt(one) < latestAt(other);
}

/** When the sender last sent something about it. */
export const latestAt = ({ sentAt, statusAt = sentAt }: Moment): string => statusAt;

/** A clock that is further ahead is wrong. */
const MOST_AHEAD_MS = 24 * 60 * 60_000;

export function momentOf({ row, sentAt }: InboundMdm, { edited_at }: NormalDocument): Moment {
  const credible = edited_at !== null && Date.parse(edited_at.at) <= row.receivedAt.getTime() + MOST_AHEAD_MS;
  return { sentAt: sentAt.toISOString(), editedAt: credible ? edited_at.at : null };
}

export function sourceOf(
  message: InboundMdm,
  document: NormalDocument,
  more: Pick<StoredDocumentSource, 'parentUnknown' | 'unreadFiles' | 'newer'>,
): StoredDocumentSource {
  const written = document.originated_at ?? document.activity_at;
  return {
    connection: message.connection.name,
    messageId: showId('inbound_message', message.row.id),
    authority: document.number?.authority ?? null,
    ...momentOf(message, document),
    originatedAt: written?.at ?? null,
    originatedAtPrecision: written?.precision ?? null,
    completion: document.completion,
    confidentiality: document.confidentiality,
    availability: document.availability,
    ...more,
  };
}

/** Codes that the message sends; the others stay. */
export function withStatus(
  source: StoredDocumentSource,
  message: InboundMdm,
  document: NormalDocument,
): StoredDocumentSource {
  return {
    ...source,
    completion: document.completion ?? source.completion,
    confidentiality: document.confidentiality ?? source.confidentiality,
    availability: document.availability ?? source.availability,
    statusAt: message.sentAt.toISOString(),
    // A withdrawal may repeat the time of an earlier edit.
    editedAt: latest(momentOf(message, document).editedAt, source.editedAt),
    newer: message.mdm.hasContent && source.newer === 'edit' ? null : source.newer,
  };
}

const latest = (...times: (string | null)[]): string | null =>
  times
    .filter((at) => at !== null)
    .sort()
    .at(-1) ?? null;

/**
 * The address of a message about documents of the chart: they stay together when a merge is undone, whichever of the
 * patient's MRNs the message has.
 * @param rows that the message refers to
 */
export function addressWith(rows: readonly DocumentRow[], columns: ChartColumns): ChartColumns {
  const own = rows.filter(({ patientId }) => patientId === columns.patientId);
  const [first] = own;
  if (!first || own.some((row) => row.addressedPatientId === columns.addressedPatientId)) return columns;
  return { ...columns, addressedPatientId: first.addressedPatientId };
}

/** Numbers of different assigning authorities are different documents. */
export const hasAuthority = (row: DocumentRow, authority: string | null): boolean =>
  authority === null ||
  !row.source?.authority ||
  row.source.authority.toLowerCase() === authority.toLowerCase();

export const isCurrent = ({ replacedBy }: DocumentRow): boolean => replacedBy === null;
