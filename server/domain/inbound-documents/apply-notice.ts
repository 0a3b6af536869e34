import type { Tx } from '../../db/transaction';
import type { NewerAtSender } from '../../data-types/document-codes';
import type { MdmEffect } from '../../hl7v2/mdm-events';
import type { DocumentNumber, NormalDocument } from '../../hl7v2/read-mdm';
import type { Context } from '../../shared/context';
import type { DocumentRow } from '../documents/access';
import { changeFeedDocument, documentsByNumber, noteSource } from '../documents/feed-documents';
import type { Applied } from './applied';
import type { InboundMdm } from './read-document';
import { hasAuthority, isCurrent, isOlder, latestAt, momentOf, withStatus } from './versions';

/** Messages about a known document that have no content: status, withdrawal, and changes the sender did not send. */

/** HL7 table 0273 */
export const DELETED = 'CA';

const NEWER: Readonly<Partial<Record<MdmEffect, NewerAtSender>>> = {
  addendum_notice: 'addendum',
  addendum: 'addendum',
  edit_notice: 'edit',
  edit: 'edit',
  status: 'edit',
  replacement_notice: 'replacement',
  replacement: 'replacement',
};

/** The document that a message is about: TXA-13 for addenda and replacements, else TXA-12. */
export function subjectOf({ mdm }: InboundMdm, document: NormalDocument): DocumentNumber | null {
  const { effect } = mdm;
  const isOther =
    effect === 'addendum' ||
    effect === 'addendum_notice' ||
    effect === 'replacement' ||
    effect === 'replacement_notice';
  return isOther ? (document.parent ?? document.number) : document.number;
}

/** All rows of the document, in every chart. */
export async function subjectRows(
  tx: Tx,
  ctx: Context,
  message: InboundMdm,
  subject: DocumentNumber | null,
): Promise<DocumentRow[]> {
  if (!subject) return [];
  const rows = await documentsByNumber(tx, ctx, message.connection.id, subject.number);
  return rows.filter((row) => hasAuthority(row, subject.authority));
}

/** @param rows of one chart, at least one */
export async function applyNotice(
  tx: Tx,
  ctx: Context,
  message: InboundMdm,
  document: NormalDocument,
  rows: readonly DocumentRow[],
): Promise<Applied> {
  const { effect } = message.mdm;
  const current = rows.filter(isCurrent);
  const first = current[0] ?? rows[0]!;
  const moment = momentOf(message, document);
  const isWithdrawal = effect === 'cancel' || (effect === 'status' && document.availability === DELETED);
  // TXA-8 of a withdrawal is the time of an edit before it.
  if (isOlder(moment, first.source!) && (!isWithdrawal || moment.sentAt < latestAt(first.source!)))
    return { state: 'older', outcome: null, problem: 'older', documentId: first.id };
  if (isWithdrawal) {
    const changed = await withdrawAll(tx, ctx, rows, message, document);
    return {
      state: 'changed',
      outcome: changed ? 'document_withdrawn' : 'unchanged',
      problem: null,
      documentId: first.id,
    };
  }
  if (effect === 'status') {
    let changed = false;
    for (const row of current) changed = (await changeStatus(tx, ctx, row, message, document)) || changed;
    return {
      state: 'changed',
      outcome: changed ? 'status_changed' : 'unchanged',
      problem: null,
      documentId: first.id,
    };
  }
  const newer = NEWER[effect] ?? 'edit';
  for (const row of current)
    if (row.source!.newer !== newer)
      await changeFeedDocument(tx, ctx, row, { source: { ...row.source!, newer } });
  return { state: 'changed', outcome: 'noted', problem: null, documentId: first.id };
}

/** @returns whether anything has changed; the time of an equal status is kept without a new version */
export async function changeStatus(
  tx: Tx,
  ctx: Context,
  row: DocumentRow,
  message: InboundMdm,
  document: NormalDocument,
): Promise<boolean> {
  const before = row.source!;
  const source = withStatus(before, message, document);
  const differs =
    source.completion !== before.completion ||
    source.confidentiality !== before.confidentiality ||
    source.availability !== before.availability ||
    source.newer !== before.newer;
  if (differs) await changeFeedDocument(tx, ctx, row, { source });
  else await noteSource(tx, row, source);
  return differs;
}

/** With all versions and parts. @returns whether one was not withdrawn yet */
export async function withdrawAll(
  tx: Tx,
  ctx: Context,
  rows: readonly DocumentRow[],
  message: InboundMdm,
  document: NormalDocument,
): Promise<boolean> {
  const shown = rows.filter(({ withdrawnAt }) => withdrawnAt === null);
  for (const row of shown)
    await changeFeedDocument(tx, ctx, row, {
      withdrawnAt: message.sentAt,
      source: withStatus(row.source!, message, document),
    });
  return shown.length > 0;
}
