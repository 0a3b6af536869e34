import { and, eq } from 'drizzle-orm';
import type { Place } from '../../auth/secret-box';
import { drafts } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { AuditFacts } from '../audit';
import type { Context } from '../context';
import { findPatient } from '../patients/access';

/** A draft belongs to one person in one organisation, and is sealed for both and for its form. */

export const LIFETIME_MS = 24 * 3_600_000;

export const placeOf = (ctx: Context, form: string): Place => ({
  orgId: ctx.actor.orgId,
  table: 'drafts',
  row: ctx.actor.id!,
  column: form,
});

export const mine = (ctx: Context, form: string) =>
  and(eq(drafts.orgId, ctx.actor.orgId), eq(drafts.userId, ctx.actor.id!), eq(drafts.form, form));

/** The patient of the form's address, who must be in sight, and the audit's facts. @throws DomainError `not_found` */
export async function factsOf(tx: Tx, ctx: Context, form: string): Promise<AuditFacts> {
  const id = /pat_[0-9a-z]{26}/.exec(form)?.[0];
  const patient = id ? await findPatient(tx, ctx, id) : null;
  const detail = { form: form.replace(/pat_[0-9a-z]{26}/, ':patient') };
  return patient ? { patientIds: [patient.id], detail } : { detail };
}
