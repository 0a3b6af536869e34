import { tracked } from '@trpc/server';
import { asDomainError } from '../../errors/from-thrown';
import { watchChangesInput } from '../../domain/changes/contract';
import type { Batch } from '../../domain/changes/subscription';
import { watchChanges } from '../../domain/changes/watch-changes';
import { procedure, router, trpcError } from '../trpc';

/** Portal only: server-sent events for open pages. */
export const changesRouter = router({
  watchChanges: procedure
    .input(watchChangesInput)
    .subscription(async ({ ctx, input, signal }) => messagesOf(await watchChanges(ctx, input, signal!))),
});

/** The position is the ID from which the browser resumes. */
async function* messagesOf(batches: AsyncGenerator<Batch, void>) {
  try {
    for await (const { position, changes } of batches) yield tracked(position, changes);
  } catch (error) {
    // The procedure has returned, so its middleware does not see this error.
    throw trpcError(asDomainError(error));
  }
}
