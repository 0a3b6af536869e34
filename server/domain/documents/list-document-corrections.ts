import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { documentCorrections, documents, inboundDocuments, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { heldVersionOf } from '../inbound-documents/access';
import { CHECKED_FIELDS } from '../inbound-reports/rules';
import { findDocument, type DocumentRow } from './access';
import type { DocumentCorrections } from './correction-contract';
import { lacksEnd } from './pdf-end';

/** @throws DomainError `not_found` */
export function listDocumentCorrections(ctx: Context, input: { id: string }): Promise<DocumentCorrections> {
  return perform(
    ctx,
    { action: 'list_document_corrections', kind: 'read', scope: 'documents:read' },
    async (tx) => {
      const { orgId } = ctx.actor;
      const document = await findDocument(tx, ctx, input.id);
      const other = alias(documents, 'other');
      const rows = await tx
        .select({ entry: documentCorrections, other, deletedAt: patients.deletedAt })
        .from(documentCorrections)
        .leftJoin(other, and(eq(other.orgId, orgId), eq(other.id, documentCorrections.otherId)))
        .leftJoin(patients, and(eq(patients.orgId, orgId), eq(patients.id, other.patientId)))
        .where(and(eq(documentCorrections.orgId, orgId), eq(documentCorrections.documentId, document.id)))
        .orderBy(asc(documentCorrections.id));
      const isMoved = rows.some(({ entry }) => entry.act === 'moved_here');
      const decided = isMoved ? undefined : await decisionAbout(tx, ctx, document);
      const names = await namesOfPeople(tx, ctx, [
        document.createdBy,
        decided?.by ?? null,
        ...rows.map(({ entry }) => entry.by),
      ]);
      const data = rows.map(({ entry, other: there, deletedAt }) => ({
        act: entry.act,
        reason: entry.reason,
        changes: entry.changes ?? [],
        by: names.get(entry.by) ?? null,
        at: entry.at.toISOString(),
        other:
          there && !deletedAt
            ? { id: showId('document', there.id), patient_id: showId('patient', there.patientId) }
            : null,
      }));
      return {
        output: {
          filed_by: names.get(document.createdBy) ?? null,
          decided: decided ? { ...decided, by: names.get(decided.by) ?? null } : null,
          lacks_end: await lacksEnd(document),
          held_version_id: await heldVersionOf(tx, ctx, document),
          data,
        },
        audit: { objectKind: 'document', objectId: document.id, patientIds: [document.patientId] },
      };
    },
  );
}

/** Of the user who filed its message. */
async function decisionAbout(tx: Tx, ctx: Context, { source, sourceNumber }: DocumentRow) {
  const messageId = source && readId('inbound_message', source.messageId);
  if (!messageId) return undefined;
  const [row, another] = await tx
    .select()
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, ctx.actor.orgId),
        eq(inboundDocuments.messageId, messageId),
        sourceNumber === null ? isNull(inboundDocuments.number) : eq(inboundDocuments.number, sourceNumber),
        isNotNull(inboundDocuments.documentId),
      ),
    );
  if (!row?.decidedAt || !row.decidedBy || another) return undefined;
  const { check } = row.why as { check?: Record<string, unknown> };
  return {
    at: row.decidedAt.toISOString(),
    by: row.decidedBy,
    reason: row.reason,
    differs: CHECKED_FIELDS.filter((field) => check?.[field] === 'different'),
  };
}
