import { and, eq, gt, inArray } from 'drizzle-orm';
import { openSecret, type Place } from '../../auth/secret-box';
import { drafts } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { AuditFacts } from '../shared/audit';
import type { Context } from '../shared/context';
import { notFound, showId } from '../shared/ids';
import { findResult, isVoided } from '../lab-results/access';
import { findPatient } from '../patients/access';
import { forwardForm, noteForm } from './rules';

/** A draft belongs to one person in one organisation, and is sealed for both and for its form. */

export const LIFETIME_MS = 24 * 3_600_000;

export const placeOf = (ctx: Context, form: string): Place => ({
  orgId: ctx.actor.orgId,
  table: 'drafts',
  row: ctx.actor.id!,
  column: form,
});

const own = (ctx: Context) => and(eq(drafts.orgId, ctx.actor.orgId), eq(drafts.userId, ctx.actor.id!));
export const mine = (ctx: Context, form: string) => and(own(ctx), eq(drafts.form, form));

/** Whom the form's address names, who must be in sight, and the audit's facts. @throws DomainError `not_found` */
export async function factsOf(tx: Tx, ctx: Context, form: string): Promise<AuditFacts> {
  const id = /(?:pat|res)_[0-9a-z]{26}/.exec(form)?.[0];
  if (id === undefined) return { detail: { form } };
  if (id.startsWith('pat')) {
    const patient = await findPatient(tx, ctx, id);
    return { patientIds: [patient.id], detail: { form: form.replace(id, ':patient') } };
  }
  const report = await findResult(tx, ctx, id);
  // It was moved: what was written about it here was written about somebody else.
  if (isVoided(report)) throw notFound();
  return {
    objectKind: 'lab_result',
    objectId: report.id,
    patientIds: [report.patientId],
    detail: { form: form.replace(id, ':report') },
  };
}

/** Of what was begun about a report. `content` is null where it does not open any more: that keeps nobody from signing. */
export interface Begun {
  saved_at: string;
  content: string | null;
}

/** What the person has begun to write about a report and not sent. Drafts are people's: programs have none. */
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
      return { saved_at, content: openSecret(row.content, placeOf(ctx, form)) };
    } catch {
      return { saved_at, content: null };
    }
  };
  return { note: of(noteForm(id)), forward: of(forwardForm(id)) };
}

/** What was written about reports and is sent, or needed no more, goes in the transaction that made it so. @param resultIds `uuid` */
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
