import { sealSecret } from '../../auth/secret-box';
import { drafts } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { factsOf, LIFETIME_MS, placeOf } from './access';
import type { SavedDraft, SaveDraftInput } from './contract';

/** Keeps what stands in a form, in place of what was kept before. @throws DomainError `not_found`: its patient is out of sight */
export function saveDraft(ctx: Context, { form, content }: SaveDraftInput): Promise<SavedDraft> {
  return perform(ctx, { action: 'save_draft', kind: 'write', peopleOnly: true }, async (tx) => {
    const audit = await factsOf(tx, ctx, form);
    const now = new Date();
    const values = {
      content: sealSecret(content, placeOf(ctx, form)),
      updatedAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    };
    await tx
      .insert(drafts)
      .values({ orgId: ctx.actor.orgId, userId: ctx.actor.id!, form, ...values })
      .onConflictDoUpdate({ target: [drafts.orgId, drafts.userId, drafts.form], set: values });
    return { output: { object: 'draft' as const, form, saved_at: now.toISOString() }, audit };
  });
}
