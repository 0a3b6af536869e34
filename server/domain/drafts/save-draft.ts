import { sealSecret } from '../../auth/secret-box';
import { databaseTime } from '../../db/clock';
import { drafts } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { factsOf, LIFETIME_MS, mine, placeOfDraft } from './access';
import type { SavedDraft, SaveDraftInput } from './contract';

/** Saves the draft, replacing an earlier one. @throws DomainError `not_found` if the patient is not visible */
export function saveDraft(ctx: Context, { form, content }: SaveDraftInput): Promise<SavedDraft> {
  return perform(ctx, { action: 'save_draft', kind: 'write', peopleOnly: true }, async (tx) => {
    const { forms, audit } = await factsOf(tx, ctx, form);
    const others = forms.filter((other) => other !== form);
    if (others.length > 0) await tx.delete(drafts).where(mine(ctx, others));
    const values = {
      content: sealSecret(content, placeOfDraft(ctx.actor.orgId, ctx.actor.id!, form)),
      updatedAt: databaseTime,
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    };
    const [row] = await tx
      .insert(drafts)
      .values({ orgId: ctx.actor.orgId, userId: ctx.actor.id!, form, ...values })
      .onConflictDoUpdate({ target: [drafts.orgId, drafts.userId, drafts.form], set: values })
      .returning({ updatedAt: drafts.updatedAt });
    return { output: { object: 'draft' as const, form, saved_at: row!.updatedAt.toISOString() }, audit };
  });
}
