import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { tryLockThing } from '../db/locks';
import { organizations } from '../db/schema/index';
import { asWorker, withTenant } from '../db/transaction';
import { upsertCatalog } from '../domain/catalog/upsert-catalog';
import { emptySandbox } from '../domain/sandboxes/empty-sandbox';
import { startLoop, type Loop } from '../jobs/loop';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { newId, showId } from '../shared/ids';
import { systemContext } from '../shared/system-actor';
import { catalogEntries } from './catalog-data';
import { seedChart } from './seed-chart';
import { simulatorConnection } from './simulator/send-simulated';

const LOOK_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/** Replaces the data of sandboxes by the example data when asked. An interrupted reset starts again. */
export const startSandboxResets = (everyMs = LOOK_MS): Loop =>
  startLoop({ name: 'sandbox resets', everyMs, longestBackoffMs: LONGEST_BACKOFF_MS }, resetSandboxes);

export async function resetSandboxes(): Promise<void> {
  const waiting = await asWorker((tx) =>
    tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(and(isNotNull(organizations.sandboxResetRequestedAt), isNull(organizations.suspendedAt)))
      .orderBy(asc(organizations.sandboxResetRequestedAt)),
  );
  let failure: unknown;
  for (const { id } of waiting)
    try {
      await reset(id);
    } catch (error) {
      failure = error;
      logger.error({ sandbox: showId('organization', id), ...safeError(error) }, 'sandbox reset failed');
    }
  // The loop waits longer before the next attempt.
  if (failure) throw failure;
}

/** Its own transaction holds the lock, so that two processes do not reset the same sandbox. */
function reset(orgId: string): Promise<void> {
  return withTenant(orgId, async (tx) => {
    if (!(await tryLockThing(tx, 'sandbox_reset', orgId))) return;
    // Of a sandbox with many patients.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '30min'`);
    const started = new Date();
    const ctx = systemContext(orgId, 'system');
    await emptySandbox(ctx);
    const catalog = await catalogEntries();
    await upsertCatalog(ctx, catalog);
    await seedChart(ctx, catalog, { reviewer: 'system', now: started, series: `-${newId().slice(-6)}` });
    await simulatorConnection(ctx);
    await tx.update(organizations).set({ sandboxResetAt: new Date() }).where(eq(organizations.id, orgId));
    // A request made meanwhile stays.
    await tx
      .update(organizations)
      .set({ sandboxResetRequestedAt: null })
      .where(and(eq(organizations.id, orgId), lte(organizations.sandboxResetRequestedAt, started)));
  });
}
