import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { labResults } from '../../db/schema/index';
import { asWorker, withTenant } from '../../db/transaction';
import { emit } from '../../events/emit';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { perform } from '../../shared/perform';
import { isDomainError } from '../../errors/domain-error';
import { notFound, showId } from '../../shared/ids';
import { resultEvent } from '../lab-results/events';
import { systemContext } from '../../shared/system-actor';
import { addEntry, changeReport, lockReport } from './access';

const BATCH = 100;
/** Retry interval for reports of a deleted patient, who may be restored. */
const HIDDEN_MS = 3_600_000;
const FAILED_MS = 60_000;

/**
 * Escalates critical values that were not acknowledged in time: sends an event and adds the report to every inbox. Each
 * row's due time is cleared in the transaction of its escalation, so that none is escalated twice and a crashed process
 * loses none.
 *
 * `criticalDueAt` in `access.ts` calculates the deadline from `organizations.criticalMinutes`, whose default is in
 * `db/schema/organizations.ts`; `critical-clock.ts` runs this operation.
 * @returns the number of escalations
 */
export async function escalateCriticalResults(now = new Date()): Promise<number> {
  const due = await asWorker((tx) =>
    tx
      .select({ orgId: labResults.orgId, id: labResults.id })
      .from(labResults)
      .where(and(isNotNull(labResults.criticalDueAt), lte(labResults.criticalDueAt, now)))
      .orderBy(asc(labResults.criticalDueAt))
      .limit(BATCH),
  );
  let escalated = 0;
  for (const report of due) {
    try {
      if (await escalateCriticalResult(report, now)) escalated++;
      else await postpone(report, now, HIDDEN_MS);
    } catch (error) {
      logger.error(safeError(error), 'a critical result could not be escalated and will be retried');
      await postpone(report, now, FAILED_MS);
    }
  }
  return escalated;
}

/** A report that fails must not block the others. */
function postpone({ orgId, id }: { orgId: string; id: string }, now: Date, ms: number): Promise<unknown> {
  return withTenant(orgId, (tx) =>
    tx
      .update(labResults)
      .set({ criticalDueAt: new Date(now.getTime() + ms) })
      .where(and(eq(labResults.orgId, orgId), eq(labResults.id, id), lte(labResults.criticalDueAt, now))),
  );
}

/** @returns false if another process was faster, or the patient is deleted */
async function escalateCriticalResult(
  { orgId, id }: { orgId: string; id: string },
  now: Date,
): Promise<boolean> {
  const ctx = systemContext(orgId, 'system');
  try {
    await perform(ctx, { action: 'escalate_critical_result', kind: 'write' }, async (tx) => {
      const row = await lockReport(tx, ctx, showId('lab_result', id));
      if (row.criticalDueAt === null || row.criticalDueAt > now) throw notFound();
      const escalated = await changeReport(
        tx,
        ctx,
        row,
        { criticalDueAt: null, criticalEscalatedAt: now },
        1,
      );
      await addEntry(tx, ctx, escalated, 'told', { at: now });
      await emit(
        tx,
        ctx,
        resultEvent('lab_result.critical_unacknowledged', escalated, 0, 1, {
          fields: [],
          previousStatus: null,
        }),
      );
      return {
        output: undefined,
        audit: {
          objectKind: 'lab_result',
          objectId: id,
          patientIds: [row.patientId],
          detail: { version: row.version },
        },
      };
    });
    return true;
  } catch (error) {
    if (isDomainError(error) && error.code === 'not_found') return false;
    throw error;
  }
}
