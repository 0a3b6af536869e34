import { drafts } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { factsOf, mine } from './access';
import type { FoundDraft } from './contract';

/** Deletes the draft, after submission or on request. @throws DomainError `not_found` if the patient is not visible */
export function discardDraft(ctx: Context, { form }: { form: string }): Promise<FoundDraft> {
  return perform(ctx, { action: 'discard_draft', kind: 'write', peopleOnly: true }, async (tx) => {
    const { forms, audit } = await factsOf(tx, ctx, form);
    await tx.delete(drafts).where(mine(ctx, forms));
    return { output: { object: 'found_draft' as const, draft: null }, audit };
  });
}
