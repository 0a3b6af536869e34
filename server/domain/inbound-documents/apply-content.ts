import { and, asc, eq, or, sql } from 'drizzle-orm';
import { inboundDocuments, inboundMessageBytes } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { DocumentRelation, NewerAtSender } from '../../data-types/document-codes';
import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { Context } from '../../shared/context';
import type { DocumentRow } from '../documents/access';
import {
  changeFeedDocument,
  documentsByNumber,
  documentsByParent,
  successorOf,
} from '../documents/feed-documents';
import { cleanFileName, nameToSave } from '../documents/file-name';
import { insertPlacedFile, type PlacedFile } from '../documents/report-documents';
import type { ChartColumns } from '../patients/access';
import { patientFacts } from '../inbound-reports/filing/patient-facts';
import type { Applied } from './applied';
import { applyNotice, changeStatus, DELETED, subjectOf, withdrawAll } from './apply-notice';
import { authorOf, categoryOf, dateOf, typeOf } from './describe';
import { readInboundMdm, type InboundMdm } from './read-document';
import { refreshMessageOf } from './refresh-message';
import type { DocumentProblem } from './rules';
import { sentFacts } from './sent-facts';
import { hasAuthority, isCurrent, isOlder, momentOf, sourceOf, withStatus } from './versions';

/** Files the content of a message: as a new document, a version, a replacement or an addendum. */

interface Place extends ChartColumns {
  /** `uuid` */
  orderId: string | null;
}

interface Filing {
  tx: Tx;
  ctx: Context;
  message: InboundMdm;
  document: NormalDocument;
  place: Place;
  placed: readonly PlacedFile[];
}

/** The caller has locked the chart. */
export async function applyContent(filing: Filing): Promise<Applied> {
  const { tx, ctx, message, document } = filing;
  // Every path from a message to a chart passes here, automatic or manual.
  if (message.row.isTest) throw new Error('A document of a test message cannot be filed.');
  const { number, parent } = document;
  const { effect } = message.mdm;
  const isOther = parent !== null && parent.number !== number?.number;
  const applied =
    effect === 'addendum'
      ? await fileAddendum(filing, isOther)
      : effect === 'replacement' && isOther
        ? await fileReplacement(filing)
        : await fileVersion(filing, 'original');
  if (!number || applied.state !== 'filed') return applied;
  if (document.availability === DELETED)
    await withdrawAll(tx, ctx, await rowsOf(filing, number.number), message, document);
  await applyEarlierNotices(filing, number.number);
  return applied;
}

const rowsOf = async (
  { tx, ctx, message, place, document }: Filing,
  number: string,
  authority = document.number?.authority ?? null,
): Promise<DocumentRow[]> => {
  const rows = await documentsByNumber(tx, ctx, message.connection.id, number);
  return rows.filter((row) => row.patientId === place.patientId && hasAuthority(row, authority));
};

/** A version of the document with the same number, or the first one. */
async function fileVersion(
  filing: Filing,
  relation: DocumentRelation,
  more: {
    parentUnknown?: boolean;
    addendumTo?: string | null;
    replaces?: readonly DocumentRow[];
    isSeparate?: (row: DocumentRow) => boolean;
  } = {},
): Promise<Applied> {
  const { tx, ctx, message, document, placed } = filing;
  const { number } = document;
  const { isSeparate = (row) => row.sourceRelation === 'addendum' && row.sourceParent === number?.number } =
    more;
  const known = number ? (await rowsOf(filing, number.number)).filter((row) => !isSeparate(row)) : [];
  const current = known.filter(isCurrent);
  const problem: DocumentProblem | null = more.parentUnknown ? 'parent_unknown' : null;
  const [first] = current.length > 0 ? current : known;
  // If another document has replaced all versions, an edit before that is still an earlier version.
  const valid =
    current[0] ?? (known.length > 0 ? await successorOf(tx, ctx, known.at(-1)!) : undefined) ?? first;
  const older = valid !== undefined && isOlder(momentOf(message, document), valid.source!);
  const sent = new Set(placed.map(({ sha256 }) => sha256));
  const compared = older ? known : current;
  if (first && placed.every(({ sha256 }) => compared.some((row) => row.sha256 === sha256))) {
    const isWhole = older || current.every((row) => sent.has(row.sha256));
    if (isWhole) {
      if (older) return { state: 'older', outcome: 'unchanged', problem: 'older', documentId: first.id };
      let changed = false;
      for (const row of current) changed = (await confirm(filing, row)) || changed;
      return {
        state: 'filed',
        outcome: changed ? 'status_changed' : 'unchanged',
        problem,
        documentId: first.id,
      };
    }
  }
  const kept = older ? [] : current.filter((row) => sent.has(row.sha256));
  const files = placed.filter(({ sha256 }) => !(older ? known : kept).some((row) => row.sha256 === sha256));
  const gone = older ? [] : current.filter((row) => !sent.has(row.sha256));
  const made = await insert(filing, files, {
    relation: first?.sourceRelation ?? relation,
    parent: first?.sourceParent ?? (relation === 'addendum' ? number?.number : null) ?? null,
    parentUnknown: more.parentUnknown ?? first?.source?.parentUnknown ?? false,
    newer: older || !first || first.source!.newer === 'edit' ? null : first.source!.newer,
    addendumTo: more.addendumTo ?? first?.addendumTo ?? null,
    replaces: gone.length > 0 ? gone : (more.replaces ?? []),
    replacedBy: older ? valid!.id : null,
    withdrawnAt: older ? valid!.withdrawnAt : null,
  });
  for (const row of kept) await confirm(filing, row);
  const next = made[0] ?? kept[0]!;
  await replace(filing, gone, made.length > 0 ? made : [next]);
  const outcome = older ? 'earlier_version' : first ? 'replaced' : 'created';
  if (first) return { state: 'filed', outcome, problem, documentId: next.id };
  const isReplaced = await linkEarlier(filing, made);
  return { state: 'filed', outcome: isReplaced ? 'earlier_version' : outcome, problem, documentId: next.id };
}

/** The sender sent a known content again. @returns whether anything has changed */
async function confirm({ tx, ctx, message, document }: Filing, row: DocumentRow): Promise<boolean> {
  const isSentAgain =
    row.withdrawnAt !== null &&
    document.availability !== DELETED &&
    isOlder(row.source!, momentOf(message, document));
  if (!isSentAgain) return changeStatus(tx, ctx, row, message, document);
  const source = withStatus(row.source!, message, document);
  await changeFeedDocument(tx, ctx, row, { withdrawnAt: null, source });
  return true;
}

async function fileReplacement(filing: Filing): Promise<Applied> {
  const { tx, ctx, document } = filing;
  const { number } = document;
  const parent = document.parent!;
  const parents = await rowsOf(filing, parent.number, parent.authority);
  const replaced = parents.filter(isCurrent);
  const applied = await fileVersion(filing, 'replacement', {
    parentUnknown: parents.length === 0,
    replaces: replaced,
  });
  if (replaced.length === 0 || applied.documentId === null) return applied;
  const made = number
    ? (await rowsOf(filing, number.number)).filter(isCurrent)
    : [{ id: applied.documentId }];
  for (const row of made)
    if ('sourceParent' in row && row.sourceParent === null)
      await changeFeedDocument(tx, ctx, row, {
        sourceParent: parent.number,
        sourceRelation: 'replacement',
        replaces: row.replaces ?? replaced[0]!.id,
      });
  if (made.length > 0) await replace(filing, replaced, made);
  return applied.state === 'filed' ? { ...applied, outcome: 'replaced' } : applied;
}

async function fileAddendum(filing: Filing, isOther: boolean): Promise<Applied> {
  const { tx, ctx, document } = filing;
  const { number } = document;
  const parent = document.parent ?? number;
  const rows = parent ? await rowsOf(filing, parent.number, parent.authority) : [];
  const main = rows.filter((row) => row.sourceRelation !== 'addendum' || isOther);
  const to = main.find(isCurrent) ?? main[0] ?? null;
  for (const row of main.filter(isCurrent))
    if (row.source!.newer === 'addendum')
      await changeFeedDocument(tx, ctx, row, { source: { ...row.source!, newer: null } });
  const applied = await fileVersion(filing, 'addendum', {
    parentUnknown: to === null,
    addendumTo: to?.id ?? null,
    // An addendum never replaces a document, also if the sender repeats its number: then each is a separate one.
    isSeparate: (row) =>
      row.sourceRelation !== 'addendum' ||
      (!isOther && !filing.placed.some(({ sha256 }) => sha256 === row.sha256)),
  });
  return applied.outcome === 'created' ? { ...applied, outcome: 'addendum' } : applied;
}

interface Links {
  relation: DocumentRelation;
  /** If the message names none. */
  parent: string | null;
  newer: NewerAtSender | null;
  parentUnknown: boolean;
  addendumTo: string | null;
  replaces: readonly DocumentRow[];
  replacedBy: string | null;
  withdrawnAt: Date | null;
}

async function insert(
  { tx, ctx, message, document, place, placed }: Filing,
  files: readonly PlacedFile[],
  { relation, parent, parentUnknown, newer, addendumTo, replaces, replacedBy, withdrawnAt }: Links,
): Promise<DocumentRow[]> {
  const unreadFiles = document.unread + document.parts.length - placed.length;
  const rows: DocumentRow[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file.sha256)) continue;
    seen.add(file.sha256);
    rows.push(
      await insertPlacedFile(tx, ctx, file, {
        ...place,
        ...fileNameOf(document, file),
        category: categoryOf(document),
        type: typeOf(document),
        documentDate: dateOf(document),
        author: authorOf(document),
        source: sourceOf(message, document, { parentUnknown, unreadFiles, newer }),
        sourceConnectionId: message.connection.id,
        sourceNumber: document.number?.number ?? null,
        sourceParent: document.parent?.number ?? parent,
        sourceRelation: relation,
        addendumTo,
        replaces: (replaces[rows.length] ?? replaces[0])?.id ?? null,
        replacedBy,
        withdrawnAt,
      }),
    );
  }
  return rows;
}

/** TXA-16, if the message has one file. */
const fileNameOf = (
  { file_name: name, parts }: NormalDocument,
  { detected }: PlacedFile,
): { fileName?: string } =>
  name === null || parts.length > 1
    ? {}
    : { fileName: nameToSave(cleanFileName(name), detected.contentType) };

async function replace(
  { tx, ctx }: Filing,
  gone: readonly DocumentRow[],
  made: readonly Pick<DocumentRow, 'id'>[],
): Promise<void> {
  for (const [at, row] of gone.entries())
    await changeFeedDocument(tx, ctx, row, {
      replacedBy: (made[at] ?? made[0]!).id,
      ...(row.source!.newer === null ? {} : { source: { ...row.source!, newer: null } }),
    });
}

/** A replacement or addendum that arrived before its document. @returns whether the document is already replaced */
async function linkEarlier(filing: Filing, made: readonly DocumentRow[]): Promise<boolean> {
  const { tx, ctx, message, document, place } = filing;
  const { number } = document;
  const [main] = made;
  if (!number || !main) return false;
  const children = (await documentsByParent(tx, ctx, message.connection.id, number.number)).filter(
    (row) => row.patientId === place.patientId && row.id !== main.id && hasAuthority(row, number.authority),
  );
  const replacement = children.find((row) => row.sourceRelation === 'replacement');
  for (const row of children.filter(({ source }) => source!.parentUnknown))
    await changeFeedDocument(tx, ctx, row, {
      source: { ...row.source!, parentUnknown: false },
      ...(row.sourceRelation === 'addendum' ? { addendumTo: main.id } : { replaces: main.id }),
    });
  if (!replacement) return false;
  await replace(filing, made, [replacement]);
  return true;
}

/** Status, notices and withdrawals that arrived before the document. */
async function applyEarlierNotices(
  { tx, ctx, message, document, place }: Filing,
  number: string,
): Promise<void> {
  const { mrn } = sentFacts(document, patientFacts(document.patient, message.connection.mrnAuthority));
  const waiting = await tx
    .select()
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, ctx.actor.orgId),
        eq(inboundDocuments.connectionId, message.connection.id),
        eq(inboundDocuments.state, 'ignored'),
        eq(inboundDocuments.problem, 'document_unknown'),
        // With an erased patient, the content of a notice was removed.
        sql`exists (select 1 from ${inboundMessageBytes} where ${inboundMessageBytes.orgId} = ${ctx.actor.orgId}
          and ${inboundMessageBytes.messageId} = ${inboundDocuments.messageId})`,
        or(eq(inboundDocuments.number, number), eq(inboundDocuments.parent, number)),
      ),
    )
    .orderBy(asc(inboundDocuments.sentAt), asc(inboundDocuments.id))
    .limit(100);
  for (const row of waiting) {
    const earlier = await readInboundMdm(tx, ctx, row.messageId);
    const sent = earlier.mdm.documents[row.position];
    // A message about another patient must not change this document.
    if (!sent || row.mrn !== mrn || subjectOf(earlier, sent)?.number !== number) continue;
    const rows = (await documentsByNumber(tx, ctx, message.connection.id, number)).filter(
      ({ patientId }) => patientId === place.patientId,
    );
    if (rows.length === 0) return;
    const { state, outcome, problem, documentId } = await applyNotice(tx, ctx, earlier, sent, rows);
    await tx
      .update(inboundDocuments)
      .set({
        state,
        outcome,
        problem,
        documentId,
        patientId: place.patientId,
        addressedPatientId: rows[0]!.addressedPatientId,
      })
      .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, row.id)));
    await refreshMessageOf(tx, ctx, row);
  }
}
