import { and, desc, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import { documentCorrections, documents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { findPatient } from '../patients/access';
import type { DocumentRow } from './access';
import type { ListPatientDocumentsInput, PatientDocumentList } from './chart-contract';
import { chartDay, chartFilter, isSuperseded } from './chart-filter';
import { presentDocument, withContentUrl } from './present';

/** Portal: documents of one chart, newest first by filing or document date. @throws DomainError `not_found`, `invalid_cursor` */
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
      const page = openPage<Row>(ctx, 'patient_documents', input);
      const ofPatient = and(eq(documents.orgId, orgId), eq(documents.patientId, patient.id));
      const filter = chartFilter(orgId, input);
      const newest = input.superseded === 'include' ? undefined : not(isSuperseded);
      const day = input.order ? sql<string>`${chartDay(orgId)}::text` : null;
      const rows = await tx
        .select({ document: documents, day: day ?? sql<null>`null` })
        .from(documents)
        .where(and(ofPatient, filter, newest, page.after ? beyond(day, page.after) : undefined))
        .orderBy(...(day ? [desc(day)] : []), desc(documents.id))
        .limit(page.limit + 1);
      const closed = page.close(
        rows,
        (row) => (day ? [row.day, row.document.id] : [row.document.id]),
        ({ document }) => presentDocument(document),
      );
      const countOf = async (which: SQL | undefined): Promise<number> => {
        const counted = tx.select({ count: sql<number>`count(*)::int` }).from(documents);
        return (await counted.where(and(ofPatient, which)))[0]!.count;
      };
      return {
        output: {
          ...closed,
          hidden_count: filter ? await countOf(sql`(${filter}) is not true`) : 0,
          superseded_count: newest ? await countOf(and(filter, isSuperseded)) : 0,
          moved: await movedAmong(
            tx,
            orgId,
            rows.map(({ document }) => document),
          ),
        },
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

/** Entered in error by a move, unless they were marked again since. */
async function movedAmong(tx: Tx, orgId: string, listed: readonly DocumentRow[]): Promise<string[]> {
  const ids = listed.filter(({ status }) => status === 'entered_in_error').map(({ id }) => id);
  if (ids.length === 0) return [];
  const { documentId, act, id } = documentCorrections;
  const rows = await tx
    .selectDistinctOn([documentId], { documentId, act })
    .from(documentCorrections)
    .where(
      and(
        eq(documentCorrections.orgId, orgId),
        inArray(documentId, ids),
        inArray(act, ['entered_in_error', 'moved_away', 'move_undone']),
      ),
    )
    .orderBy(documentId, desc(id));
  return rows
    .filter((row) => row.act !== 'entered_in_error')
    .map((row) => showId('document', row.documentId));
}

interface Row {
  document: DocumentRow;
  /** Null if they are listed by their filing. */
  day: string | null;
}

const beyond = (day: SQL | null, after: readonly unknown[]): SQL =>
  day
    ? sql`(${day}, ${documents.id}) < (${after[0]}, ${after[1]}::uuid)`
    : sql`${documents.id} < ${after[0]}::uuid`;
