import { and, desc, eq, sql } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { findPatient } from '../patients/access';
import type { DocumentRow } from './access';
import type { ListPatientDocumentsInput, PatientDocumentList } from './chart-contract';
import { chartFilter } from './chart-filter';
import { presentDocument, withContentUrl } from './present';

/** Portal: documents of one chart, most recently filed first. @throws DomainError `not_found`, `invalid_cursor` */
export async function listPatientDocuments(
  ctx: Context,
  input: ListPatientDocumentsInput,
): Promise<PatientDocumentList> {
  const list = await perform(
    ctx,
    { action: 'list_patient_documents', kind: 'list', scope: 'documents:read' },
    async (tx) => {
      const { orgId } = ctx.actor;
      const patient = await findPatient(tx, ctx, input.patient_id);
      const page = openPage<DocumentRow>(ctx, 'patient_documents', input);
      const ofPatient = and(eq(documents.orgId, orgId), eq(documents.patientId, patient.id));
      const filter = chartFilter(orgId, input);
      const rows = await tx
        .select()
        .from(documents)
        .where(and(ofPatient, filter, page.after ? sql`${documents.id} < ${page.after[0]}::uuid` : undefined))
        .orderBy(desc(documents.id))
        .limit(page.limit + 1);
      const closed = page.close(rows, (row) => [row.id], presentDocument);
      const [hidden] = filter
        ? await tx
            .select({ count: sql<number>`count(*)::int` })
            .from(documents)
            .where(and(ofPatient, sql`(${filter}) is not true`))
        : [];
      return {
        output: { ...closed, hidden_count: hidden?.count ?? 0 },
        audit: {
          objectKind: 'document',
          patientIds: [patient.id],
          detail: { count: closed.data.length },
        },
      };
    },
  );
  return { ...list, data: list.data.map((document) => withContentUrl(ctx, document)) };
}
