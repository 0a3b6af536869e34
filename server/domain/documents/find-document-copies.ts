import { and, asc, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { documents, patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { ofOpenChart } from '../../shared/restricted-charts';
import { findPatient } from '../patients/access';
import { presentIdentity } from '../patients/present';
import type { DocumentCopies, FindDocumentCopiesInput } from './contract';

/**
 * Finds which of the given files the chart, or the chart of another patient, already contains, so that the portal can ask
 * before filing again. Restricted charts that the user has not opened are not searched.
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
          patient: patients,
        })
        .from(documents)
        .innerJoin(patients, and(eq(patients.orgId, documents.orgId), eq(patients.id, documents.patientId)))
        .where(
          and(
            eq(documents.orgId, orgId),
            inArray(documents.sha256, input.sha256),
            notInArray(documents.status, ['pending_upload', 'failed', 'entered_in_error']),
            isNull(patients.deletedAt),
            ofOpenChart(ctx, patients.id),
          ),
        )
        // The copy in this chart is the one to show.
        .orderBy(desc(eq(documents.patientId, patient.id)), asc(documents.id))
        .limit(100);
      const first = new Map([...rows].reverse().map((row) => [row.sha256, row]));
      const others = [...first.values()].flatMap((row) =>
        row.patient.id === patient.id ? [] : [row.patient.id],
      );
      return {
        output: {
          data: [...first.values()].map((row) => ({
            sha256: row.sha256,
            id: showId('document', row.id),
            title: row.title,
            created_at: row.createdAt.toISOString(),
            patient: row.patient.id === patient.id ? null : presentIdentity(row.patient, new Set()),
          })),
        },
        audit: {
          objectKind: 'document',
          patientIds: [...new Set([patient.id, ...others])],
          detail: { count: first.size },
        },
      };
    },
  );
}
