import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import type { StoredDocumentSource } from '../../db/schema/types';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import type { Context } from '../../shared/context';
import { ofVisiblePatient, type DocumentRow } from './access';
import { documentEvent } from './document-event';

/** Documents that were received as messages (MDM), by the numbers of their sender. */

/**
 * All versions, parts and addenda with a number, oldest first, locked. The caller holds the lock of the connection's
 * documents.
 */
export function documentsByNumber(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  number: string,
): Promise<DocumentRow[]> {
  return lockedRows(tx, ctx, connectionId, eq(documents.sourceNumber, number));
}

/** Replacements and addenda of the document with this number. */
export function documentsByParent(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  parent: string,
): Promise<DocumentRow[]> {
  return lockedRows(tx, ctx, connectionId, eq(documents.sourceParent, parent));
}

const lockedRows = (tx: Tx, ctx: Context, connectionId: string, which: ReturnType<typeof eq>) =>
  tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, ctx.actor.orgId),
        eq(documents.sourceConnectionId, connectionId),
        which,
        ne(documents.status, 'entered_in_error'),
        ofVisiblePatient(ctx),
      ),
    )
    .orderBy(asc(documents.id))
    .for('update');

/** The document that has replaced this one in the end, if there is one. */
export async function successorOf(tx: Tx, ctx: Context, row: DocumentRow): Promise<DocumentRow | undefined> {
  const seen = new Set([row.id]);
  let found: DocumentRow | undefined;
  for (let next = row.replacedBy; next !== null && !seen.has(next); next = found.replacedBy) {
    seen.add(next);
    const rows: DocumentRow[] = await lockedRows(tx, ctx, row.sourceConnectionId!, eq(documents.id, next));
    if (rows[0]?.patientId !== row.patientId) break;
    found = rows[0];
  }
  return found;
}

/** Documents of the same chart that belong together: versions, parts, replacements, addenda. */
export async function relatedDocuments(tx: Tx, ctx: Context, row: DocumentRow): Promise<DocumentRow[]> {
  if (row.sourceConnectionId === null) return [row];
  const numbers = new Set<string>();
  let found = [row];
  for (;;) {
    const before = numbers.size;
    for (const { sourceNumber, sourceParent } of found)
      for (const number of [sourceNumber, sourceParent]) if (number !== null) numbers.add(number);
    if (numbers.size === before) return connected(found, row);
    found = await tx
      .select()
      .from(documents)
      .where(
        and(
          eq(documents.orgId, ctx.actor.orgId),
          eq(documents.patientId, row.patientId),
          eq(documents.sourceConnectionId, row.sourceConnectionId),
          or(inArray(documents.sourceNumber, [...numbers]), inArray(documents.sourceParent, [...numbers])),
          ne(documents.status, 'entered_in_error'),
        ),
      )
      .orderBy(asc(documents.id))
      .limit(MOST_RELATED);
  }
}

const MOST_RELATED = 200;

/** Those that can be reached from the first: the same number of another authority is another document. */
function connected(rows: readonly DocumentRow[], first: DocumentRow): DocumentRow[] {
  const reached = new Set([first.id]);
  const isNext = (row: DocumentRow) =>
    rows.some((known) => reached.has(known.id) && (areLinked(known, row) || areLinked(row, known)));
  for (;;) {
    const more = rows.filter((row) => !reached.has(row.id) && isNext(row));
    if (more.length === 0) return rows.filter(({ id }) => reached.has(id));
    for (const { id } of more) reached.add(id);
  }
}

function areLinked(one: DocumentRow, other: DocumentRow): boolean {
  if ([one.replacedBy, one.replaces, one.addendumTo].includes(other.id)) return true;
  const [own, others] = [one.source?.authority, other.source?.authority];
  const isSameAuthority = !own || !others || own.toLowerCase() === others.toLowerCase();
  if (one.sourceNumber !== null && one.sourceNumber === other.sourceNumber && isSameAuthority) return true;
  return one.source?.parentUnknown === true && one.sourceParent === other.sourceNumber;
}

const FIELDS = {
  replacedBy: 'replaced_by',
  replaces: 'replaces',
  addendumTo: 'addendum_to',
  withdrawnAt: 'withdrawn_at',
  source: 'source',
  sourceParent: 'source',
  sourceRelation: 'source',
} as const;

type Change = Partial<Pick<DocumentRow, Exclude<keyof typeof FIELDS, 'source'>>> & {
  source?: StoredDocumentSource;
};

/** Changes the links and the status of a document; its file stays. */
export async function changeFeedDocument(
  tx: Tx,
  ctx: Context,
  before: DocumentRow,
  change: Change,
): Promise<DocumentRow> {
  const [row] = await tx
    .update(documents)
    .set({
      ...change,
      updatedAt: databaseTime,
      // One message may change a document more than once.
      version: sql`${documents.version} + 1`,
      sequence: sql`${documents.sequence} + 1`,
    })
    .where(and(eq(documents.orgId, before.orgId), eq(documents.id, before.id)))
    .returning();
  const changedFields = [...new Set((Object.keys(change) as (keyof Change)[]).map((field) => FIELDS[field]))];
  await emit(
    tx,
    ctx,
    documentEvent(row!, { type: 'document.updated', sequence: row!.sequence, changedFields }),
  );
  return row!;
}

/** Keeps the time of a message without visible changes: no new version, no event. */
export async function noteSource(tx: Tx, row: DocumentRow, source: StoredDocumentSource): Promise<void> {
  await tx
    .update(documents)
    .set({ source })
    .where(and(eq(documents.orgId, row.orgId), eq(documents.id, row.id)));
}
