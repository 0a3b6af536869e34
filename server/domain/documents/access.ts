import { and, eq, isNull, sql } from 'drizzle-orm';
import { documents, labOrders, labResults, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { notFound, pathId, readId } from '../../shared/ids';
import { chartColumns, requireActiveChart } from '../patients/access';
import type { DocumentMetadata } from './contract';

export type DocumentRow = typeof documents.$inferSelect;
export type DocumentFacts = Omit<DocumentMetadata, 'sha256'>;

/** Documents are hidden together with their patient. */
export const ofVisiblePatient = (ctx: Context) =>
  sql`exists (select 1 from ${patients} where ${patients.orgId} = ${ctx.actor.orgId} and ${patients.id} = ${documents.patientId} and ${isNull(patients.deletedAt)})`;

export async function findDocument(tx: Tx, ctx: Context, id: string): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, ctx.actor.orgId),
        eq(documents.id, pathId('document', id)),
        ofVisiblePatient(ctx),
      ),
    );
  if (!row) throw notFound();
  return row;
}

export interface Filing {
  patientId: string;
  addressedPatientId: string | null;
  orderId: string | null;
  resultId: string | null;
}

/**
 * Resolves where the document belongs, and locks the patient against deletion until the transaction ends.
 * @throws DomainError `patient_not_found`, `patient_not_active`, `validation_failed`
 */
export async function requireFiling(tx: Tx, ctx: Context, facts: DocumentFacts): Promise<Filing> {
  const { orgId } = ctx.actor;
  const chart = chartColumns(await requireActiveChart(tx, ctx, facts.patient_id));
  const { patientId } = chart;
  const orderId = facts.order_id ? readId('lab_order', facts.order_id) : null;
  const resultId = facts.result_id ? readId('lab_result', facts.result_id) : null;
  const order = orderId ? await inChart(tx, labOrders, { orgId, id: orderId, patientId }) : null;
  if (facts.order_id && !order)
    throw fieldError('/order_id', 'not_allowed', 'must be a lab order of the same patient');
  const result = resultId ? await inChart(tx, labResults, { orgId, id: resultId, patientId }) : null;
  if (facts.result_id && !result)
    throw fieldError('/result_id', 'not_allowed', 'must be a lab result of the same patient');
  // A document stays with the report or order it belongs to, also when a merge is undone.
  return { ...chart, ...(result ?? order), orderId, resultId };
}

async function inChart(
  tx: Tx,
  table: typeof labOrders | typeof labResults,
  { orgId, id, patientId }: { orgId: string; id: string; patientId: string },
): Promise<Pick<Filing, 'addressedPatientId'> | null> {
  const [row] = await tx
    .select({ addressedPatientId: table.addressedPatientId })
    .from(table)
    .where(and(eq(table.orgId, orgId), eq(table.id, id), eq(table.patientId, patientId)));
  return row ?? null;
}
