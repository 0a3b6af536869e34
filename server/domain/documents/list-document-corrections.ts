import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { documentCorrections, documents, patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findDocument } from './access';
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
      const names = await namesOfPeople(tx, ctx, [document.createdBy, ...rows.map(({ entry }) => entry.by)]);
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
          lacks_end: await lacksEnd(document),
          data,
        },
        audit: { objectKind: 'document', objectId: document.id, patientIds: [document.patientId] },
      };
    },
  );
}
