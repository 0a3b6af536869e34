import { assertAllowed, isAllowed, perform, type Operation } from '../../shared/perform';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DECIDE as DECIDE_DOCUMENT } from '../inbound-documents/access';
import { DECIDE } from '../inbound-reports/access';
import { DECIDE as DECIDE_UPDATE } from '../patient-updates/access';
import { WORK_INBOX } from '../reviews/access';
import { changeFeed } from './change-feed';
import type { WatchChangesInput } from './contract';
import { EVERYTHING, NO_CHANGES, readOutbox, restrictedOf, summaryOf } from './outbox';
import type { Batch, Subscriber } from './subscription';

/**
 * Opens the changes of the organization for one page, limited to what its user may see. The first batch is what the
 * page missed since its last position, or empty: from then on none is missed.
 * @param signal ends the subscription
 * @throws DomainError `unavailable` during shutdown
 */
export async function watchChanges(
  ctx: Context,
  { lastEventId }: WatchChangesInput,
  signal: AbortSignal,
): Promise<AsyncGenerator<Batch, void>> {
  assertAllowed(ctx, OPERATION);
  const subscriber = subscriberOf(ctx);
  // Before the transaction, which must not wait for the feed's connection.
  const subscription = await changeFeed.subscribe(subscriber, signal);
  try {
    const first = await perform(ctx, OPERATION, async (tx) => ({
      output: await missedSince(tx, subscriber, lastEventId),
      audit: { detail: { resumed: lastEventId !== undefined } },
    }));
    return startingWith(first, subscription.batches());
  } catch (error) {
    changeFeed.leave(subscription);
    throw error;
  }
}

const OPERATION: Operation<Batch> = { action: 'watch_changes', kind: 'read', peopleOnly: true };

const subscriberOf = (ctx: Context): Subscriber => ({
  orgId: ctx.actor.orgId,
  userId: ctx.actor.id!,
  sessionId: ctx.session!.id,
  role: ctx.actor.role!,
  sees: {
    inbox: isAllowed(ctx, WORK_INBOX),
    unmatched: isAllowed(ctx, DECIDE),
    held: [DECIDE, DECIDE_DOCUMENT, DECIDE_UPDATE].some((operation) => isAllowed(ctx, operation)),
    patients: isAllowed(ctx, { scope: 'patients:read' }),
    results: isAllowed(ctx, { scope: 'labs:read' }),
    documents: isAllowed(ctx, { scope: 'documents:read' }),
  },
});

const POSITION = /^\d{1,19}$/;
/** Above every transaction: no event is read. */
const HIGHEST = String(2n ** 63n - 1n);

async function missedSince(tx: Tx, subscriber: Subscriber, lastEventId: string | undefined): Promise<Batch> {
  const { orgId } = subscriber;
  const from = lastEventId !== undefined && POSITION.test(lastEventId) ? lastEventId : null;
  const { position, events, truncated } = await readOutbox(tx, [orgId], from ?? HIGHEST);
  // A position in the future is from a database that was since restored from a backup.
  const isUnknown = lastEventId !== undefined && (from === null || BigInt(from) > BigInt(position));
  if (isUnknown || truncated.size > 0) return { position, changes: EVERYTHING };
  const restricted = await restrictedOf(tx, orgId, events);
  return { position, changes: summaryOf(events, subscriber, restricted) ?? NO_CHANGES };
}

async function* startingWith(first: Batch, rest: AsyncGenerator<Batch, void>): AsyncGenerator<Batch, void> {
  yield first;
  yield* rest;
}
