import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import { inboundDocuments, inboundMessages, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { decidedSince } from '../../shared/decided-since';
import { notFound, pathId, showId } from '../../shared/ids';
import type { Why } from '../inbound-reports/filing/decide';
import type { PersonMatch } from '../inbound-reports/person-matches';
import { CHECKED_FIELDS } from '../inbound-reports/rules';
import type { InboundDocument } from './contract';
import { OPEN_STATES } from './rules';
import { DOCUMENT_FILERS, isRole } from '../../shared/scopes';
import type { DocumentRow } from '../documents/access';

export type InboundDocumentRow = typeof inboundDocuments.$inferSelect;

export interface NamedDocument {
  row: InboundDocumentRow;
  receivedAt: Date;
  connection: string;
}

export const DECIDE = {
  scope: 'documents:write',
  role: DOCUMENT_FILERS,
  peopleOnly: true,
} as const satisfies Partial<Operation<unknown>>;
export const READ = { ...DECIDE, scope: 'documents:read' } as const;

export const selectInboundDocuments = (tx: Tx, ctx: Context) =>
  tx
    .select({
      row: inboundDocuments,
      receivedAt: inboundMessages.receivedAt,
      connection: labConnections.name,
    })
    .from(inboundDocuments)
    .innerJoin(
      inboundMessages,
      and(eq(inboundMessages.orgId, ctx.actor.orgId), eq(inboundMessages.id, inboundDocuments.messageId)),
    )
    .innerJoin(
      labConnections,
      and(eq(labConnections.orgId, ctx.actor.orgId), eq(labConnections.id, inboundDocuments.connectionId)),
    );

const ownDocument = (ctx: Context, id: string) =>
  and(
    eq(inboundDocuments.orgId, ctx.actor.orgId),
    eq(inboundDocuments.id, pathId('inbound_document', id)),
    eq(inboundDocuments.isTest, false),
  );

/** @throws DomainError `not_found` */
export async function findInboundDocument(tx: Tx, ctx: Context, id: string): Promise<NamedDocument> {
  const [found] = await selectInboundDocuments(tx, ctx).where(ownDocument(ctx, id));
  if (!found) throw notFound();
  return found;
}

/** Replacements name the document that they replace (TXA-13). */
const REPLACEMENTS = ['T09', 'T10'];

/** The newest version of a filed document that is held for its chart. Null for those who may not file it. */
export async function heldVersionOf(
  tx: Tx,
  ctx: Context,
  { sourceConnectionId, sourceNumber, source, patientId, replacedBy }: DocumentRow,
): Promise<string | null> {
  const isListed = sourceConnectionId !== null && sourceNumber !== null && source && replacedBy === null;
  if (!isListed || ctx.actor.kind !== 'user' || !isRole(ctx.actor.role, DOCUMENT_FILERS)) return null;
  const [row] = await tx
    .select({ id: inboundDocuments.id })
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, ctx.actor.orgId),
        eq(inboundDocuments.connectionId, sourceConnectionId),
        inArray(inboundDocuments.state, [...OPEN_STATES]),
        eq(inboundDocuments.isTest, false),
        gte(inboundDocuments.sentAt, new Date(source.sentAt)),
        or(
          eq(inboundDocuments.number, sourceNumber),
          and(eq(inboundDocuments.parent, sourceNumber), inArray(inboundDocuments.event, REPLACEMENTS)),
        ),
        sql`${inboundDocuments.why} ->> 'candidate' = ${patientId}`,
      ),
    )
    .orderBy(desc(inboundDocuments.sentAt), desc(inboundDocuments.id))
    .limit(1);
  return row ? showId('inbound_document', row.id) : null;
}

const UNFILED: readonly InboundDocumentRow['state'][] = [...OPEN_STATES, 'dismissed'];

/** Its content can be read, and no chart has it. */
export const mayOpen = ({ state, problem }: InboundDocumentRow): boolean =>
  UNFILED.includes(state) && problem !== 'no_content' && problem !== 'content_unreadable';

const CHANGED_TO: Partial<Record<InboundDocumentRow['state'], string>> = {
  dismissed: 'rejected',
  filed: 'filed',
  unmatched: 'returned to the queue',
  conflict: 'returned to the queue',
  withdrawn: 'withdrawn by the sender',
};

/**
 * Locks a document that can still be decided. A rejected one must be returned first: a user who still has it open would
 * undo the decision without knowing of it.
 * @throws DomainError `not_found`, `invalid_state`
 */
export async function lockDecidable(
  tx: Tx,
  ctx: Context,
  id: string,
  states: readonly InboundDocumentRow['state'][] = OPEN_STATES,
): Promise<InboundDocumentRow> {
  const [row] = await tx.select().from(inboundDocuments).where(ownDocument(ctx, id)).for('update');
  if (!row) throw notFound();
  if (!states.includes(row.state))
    throw await decidedSince(
      tx,
      ctx,
      `The document was ${CHANGED_TO[row.state] ?? 'changed'}`,
      row.decidedBy,
    );
  return row;
}

/** Which number named a patient, and what of the patient differs. */
export function foundBy({ why }: InboundDocumentRow): Pick<InboundDocument, 'found_by' | 'differs'> {
  const { found_by = null, check = null } = why as Partial<Why>;
  return { found_by, differs: CHECKED_FIELDS.filter((field) => check?.[field] === 'different') };
}

export const presentDecision = (
  { decidedAt, decidedBy, reason }: InboundDocumentRow,
  names: ReadonlyMap<string, string>,
) =>
  decidedAt && decidedBy
    ? { at: decidedAt.toISOString(), by_name: names.get(decidedBy) ?? null, reason }
    : null;

export function presentInboundDocument(
  { row, receivedAt, connection }: NamedDocument,
  match: PersonMatch | undefined,
): InboundDocument {
  return {
    id: showId('inbound_document', row.id),
    object: 'inbound_document',
    state: row.state,
    outcome: row.outcome,
    problem: match ?? row.problem,
    ...foundBy(row),
    event: row.event,
    title: row.title,
    number: row.number,
    sent_at: row.sentAt.toISOString(),
    received_at: receivedAt.toISOString(),
    connection,
    message_id: showId('inbound_message', row.messageId),
    family: row.family,
    given: row.given,
    birth_date: row.birthDate,
    birth_date_unread: row.birthDateUnread,
    sex: row.sex,
    mrn: row.mrn,
    reason: row.reason,
  };
}
