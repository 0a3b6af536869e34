import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { WORK_INBOX } from '../reviews/access';
import { changeFeed } from './change-feed';
import type { WatchChangesInput } from './contract';
import { EVERYTHING, NO_CHANGES, readOutbox, summaryOf } from './outbox';
import type { Batch } from './subscription';

/**
 * Opens the changes of the organization for one page. The first batch is what the page missed since its last position,
 * or empty: from then on none is missed.
 * @param signal ends the subscription
 * @throws DomainError `unavailable` during shutdown
 */
export async function watchChanges(
  ctx: Context,
  { lastEventId }: WatchChangesInput,
  signal: AbortSignal,
): Promise<AsyncGenerator<Batch, void>> {
  assertAllowed(ctx, OPERATION);
  const { actor, session } = ctx;
  // Before the transaction, which must not wait for the feed's connection.
  const subscription = await changeFeed.subscribe(
    { orgId: actor.orgId, sessionId: session!.id, role: actor.role! },
    signal,
  );
  try {
    const first = await perform(ctx, OPERATION, async (tx) => ({
      output: await missedSince(tx, ctx, lastEventId),
      audit: { detail: { resumed: lastEventId !== undefined } },
    }));
    return startingWith(first, subscription.batches());
  } catch (error) {
    changeFeed.leave(subscription);
    throw error;
  }
}

const OPERATION: Operation<Batch> = { action: 'watch_changes', kind: 'read', ...WORK_INBOX };

const POSITION = /^\d{1,19}$/;
/** Above every transaction: no event is read. */
const HIGHEST = String(2n ** 63n - 1n);

async function missedSince(tx: Tx, { actor }: Context, lastEventId: string | undefined): Promise<Batch> {
  const from = lastEventId !== undefined && POSITION.test(lastEventId) ? lastEventId : null;
  const { position, events, truncated } = await readOutbox(tx, [actor.orgId], from ?? HIGHEST);
  // A position in the future is from a database that was since restored from a backup.
  const isUnknown = lastEventId !== undefined && (from === null || BigInt(from) > BigInt(position));
  const isEverything = isUnknown || truncated.size > 0;
  return { position, changes: isEverything ? EVERYTHING : (summaryOf(events) ?? NO_CHANGES) };
}

async function* startingWith(first: Batch, rest: AsyncGenerator<Batch, void>): AsyncGenerator<Batch, void> {
  yield first;
  yield* rest;
}
