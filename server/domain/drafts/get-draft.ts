import { and, desc, gt } from 'drizzle-orm';
import { openSecret } from '../../auth/secret-box';
import { drafts } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { factsOf, mine, placeOfDraft } from './access';
import type { FoundDraft } from './contract';

/** @throws DomainError `not_found` if the patient is not visible */
export function getDraft(ctx: Context, { form }: { form: string }): Promise<FoundDraft> {
  return perform(ctx, { action: 'get_draft', kind: 'read', peopleOnly: true }, async (tx) => {
    const { forms, audit } = await factsOf(tx, ctx, form);
    const [row] = await tx
      .select()
      .from(drafts)
      .where(and(mine(ctx, forms), gt(drafts.expiresAt, new Date())))
      .orderBy(desc(drafts.updatedAt))
      .limit(1);
    const draft = row && {
      object: 'draft' as const,
      form,
      saved_at: row.updatedAt.toISOString(),
      content: openSecret(row.content, placeOfDraft(ctx.actor.orgId, ctx.actor.id!, row.form)),
    };
    return { output: { object: 'found_draft' as const, draft: draft ?? null }, audit };
  });
}
