import { and, eq, gt, inArray } from 'drizzle-orm';
import { openSecret, type Place } from '../../auth/secret-box';
import { drafts } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { AuditFacts } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { findResult, isVoided } from '../lab-results/access';
import { findPatient } from '../patients/access';
import { forwardForm, noteForm } from './rules';

export const LIFETIME_MS = 24 * 3_600_000;

/** A draft belongs to one user in one organization; its encryption is bound to both and to the form. */
export const placeOfDraft = (orgId: string, userId: string, form: string): Place => ({
  orgId,
  table: 'drafts',
  row: userId,
  column: form,
});

const own = (ctx: Context) => and(eq(drafts.orgId, ctx.actor.orgId), eq(drafts.userId, ctx.actor.id!));
export const mine = (ctx: Context, forms: readonly string[]) =>
  and(own(ctx), inArray(drafts.form, [...forms]));

export interface FormFacts {
  /** The same form of the patient and of the records merged into it: their drafts are found from each other. */
  forms: string[];
  audit: AuditFacts;
}

/**
 * Checks that the patient of the form's path is visible.
 * @throws DomainError `not_found`
 */
export async function factsOf(tx: Tx, ctx: Context, form: string): Promise<FormFacts> {
  const id = /(?:pat|res)_[0-9a-z]{26}/.exec(form)?.[0];
  if (id === undefined) return { forms: [form], audit: { detail: { form } } };
  if (id.startsWith('pat')) {
    const patient = await findPatient(tx, ctx, id);
    const records = [patient.id, ...patient.mergedFrom].map((record) => showId('patient', record));
    return {
      forms: records.map((record) => form.replace(id, record)),
      audit: { patientIds: [patient.id], detail: { form: form.replace(id, ':patient') } },
    };
  }
  const report = await findResult(tx, ctx, id);
  // The report was moved, so a draft about it concerned another patient.
  if (isVoided(report)) throw notFound();
  return {
    forms: [form],
    audit: {
      objectKind: 'lab_result',
      objectId: report.id,
      patientIds: [report.patientId],
      detail: { form: form.replace(id, ':report') },
    },
  };
}

/** A draft about a report. `content` is null if it cannot be decrypted, which must not prevent signing. */
export interface Begun {
  saved_at: string;
  content: string | null;
}

/** Finds the user's draft about a report. API clients have no drafts. */
export async function begunAbout(
  tx: Tx,
  ctx: Context,
  resultId: string,
): Promise<{ note: Begun | null; forward: Begun | null }> {
  if (ctx.actor.kind !== 'user' || ctx.actor.app) return { note: null, forward: null };
  const id = showId('lab_result', resultId);
  const rows = await tx
    .select()
    .from(drafts)
    .where(
      and(own(ctx), inArray(drafts.form, [noteForm(id), forwardForm(id)]), gt(drafts.expiresAt, new Date())),
    );
  const of = (form: string): Begun | null => {
    const row = rows.find((one) => one.form === form);
    if (!row) return null;
    const saved_at = row.updatedAt.toISOString();
    try {
      return {
        saved_at,
        content: openSecret(row.content, placeOfDraft(ctx.actor.orgId, ctx.actor.id!, form)),
      };
    } catch {
      return { saved_at, content: null };
    }
  };
  return { note: of(noteForm(id)), forward: of(forwardForm(id)) };
}

/** Deletes drafts about reports in the transaction that submits them or makes them obsolete. @param resultIds UUIDs */
export async function forgetAbout(
  tx: Tx,
  ctx: Context,
  resultIds: readonly string[],
  forms: readonly ((report: string) => string)[] = [noteForm, forwardForm],
): Promise<void> {
  const addresses = resultIds.flatMap((id) => forms.map((form) => form(showId('lab_result', id))));
  if (addresses.length === 0) return;
  await tx.delete(drafts).where(and(own(ctx), inArray(drafts.form, addresses)));
}
