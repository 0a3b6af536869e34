import { and, eq, isNull, sql } from 'drizzle-orm';
import { documents, labOrders, labResults, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { notFound, pathId, readId } from '../../shared/ids';
import { requireActivePatient } from '../patients/access';
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
  orderId: string | null;
  resultId: string | null;
}

/**
 * Resolves where the document belongs, and locks the patient against deletion until the transaction ends.
 * @throws DomainError `patient_not_found`, `patient_not_active`, `validation_failed`
 */
export async function requireFiling(tx: Tx, ctx: Context, facts: DocumentFacts): Promise<Filing> {
  const { orgId } = ctx.actor;
  const { id: patientId } = await requireActivePatient(tx, ctx, facts.patient_id);
  const orderId = facts.order_id ? readId('lab_order', facts.order_id) : null;
  if (facts.order_id) {
    const found =
      orderId &&
      (await tx
        .select({ id: labOrders.id })
        .from(labOrders)
        .where(
          and(eq(labOrders.orgId, orgId), eq(labOrders.id, orderId), eq(labOrders.patientId, patientId)),
        ));
    if (!found || found.length === 0)
      throw fieldError('/order_id', 'not_allowed', 'must be a lab order of the same patient');
  }
  const resultId = facts.result_id ? readId('lab_result', facts.result_id) : null;
  if (facts.result_id) {
    const found =
      resultId &&
      (await tx
        .select({ id: labResults.id })
        .from(labResults)
        .where(
          and(eq(labResults.orgId, orgId), eq(labResults.id, resultId), eq(labResults.patientId, patientId)),
        ));
    if (!found || found.length === 0)
      throw fieldError('/result_id', 'not_allowed', 'must be a lab result of the same patient');
  }
  return { patientId, orderId, resultId };
}
