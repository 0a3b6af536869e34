import { draftPath, foundDraft, savedDraft, saveDraftInput } from '../../domain/drafts/contract';
import { discardDraft } from '../../domain/drafts/discard-draft';
import { getDraft } from '../../domain/drafts/get-draft';
import { saveDraft } from '../../domain/drafts/save-draft';
import { procedure, router } from '../trpc';

/** Portal only. */
export const draftsRouter = router({
  getDraft: procedure
    .input(draftPath)
    .output(foundDraft)
    .query(({ ctx, input }) => getDraft(ctx, input)),
  saveDraft: procedure
    .input(saveDraftInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discardDraft: procedure
    .input(draftPath)
    .output(foundDraft)
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
});
