import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findPatient } from '../patients/access';
import type { DocumentCopies, FindDocumentCopiesInput } from './contract';

/**
 * Finds which of the given files the chart already contains, so that the portal can ask before filing again.
 * @throws DomainError `not_found` if the patient does not exist
 */
export function findDocumentCopies(ctx: Context, input: FindDocumentCopiesInput): Promise<DocumentCopies> {
  return perform(
    ctx,
    { action: 'find_document_copies', kind: 'list', scope: 'documents:read' },
    async (tx) => {
      const { orgId } = ctx.actor;
      const patient = await findPatient(tx, ctx, input.patient_id);
      const rows = await tx
        .select({
          id: documents.id,
          sha256: documents.sha256,
          title: documents.title,
          createdAt: documents.createdAt,
        })
        .from(documents)
        .where(
          and(
            eq(documents.orgId, orgId),
            eq(documents.patientId, patient.id),
            inArray(documents.sha256, input.sha256),
            notInArray(documents.status, ['pending_upload', 'failed', 'entered_in_error']),
          ),
        )
        .orderBy(asc(documents.id))
        .limit(100);
      const first = new Map([...rows].reverse().map((row) => [row.sha256, row]));
      return {
        output: {
          data: [...first.values()].map((row) => ({
            sha256: row.sha256,
            id: showId('document', row.id),
            title: row.title,
            created_at: row.createdAt.toISOString(),
          })),
        },
        audit: { objectKind: 'document', patientIds: [patient.id], detail: { count: first.size } },
      };
    },
  );
}
