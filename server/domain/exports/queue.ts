import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ExportFailure } from '../../data-types/export-codes';
import { databaseTime } from '../../db/clock';
import { queryNamed } from '../../db/prepared';
import { dataExports } from '../../db/schema/index';
import { asWorker, withTenant, type Tx } from '../../db/transaction';
import { isDomainError } from '../../errors/domain-error';
import { emit } from '../../events/emit';
import { notFound } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { exportEvent } from './events';

/**
 * The queue of exports in progress. An export is claimed for one file at a time and then goes to the end of the queue, so
 * that a large one does not keep others waiting. A crashed worker loses the file it was writing.
 */

export interface Due {
  /** `uuid` */
  orgId: string;
  /** `uuid` */
  id: string;
}

/** Renewed with each page of records. */
const LEASE_MS = 120_000;
const MOST_ATTEMPTS = 8;
const FIRST_RETRY_MS = 5_000;

const CLAIM = {
  name: 'claim_export',
  text: `update exports set due_at = $2 where (org_id, id) in (
      select e.org_id, e.id from exports e join organizations o on o.id = e.org_id and o.suspended_at is null
      where e.due_at <= $1 order by e.due_at limit 1 for update of e skip locked)
    returning org_id as "orgId", id`,
};

export const claimExport = (now: Date): Promise<Due | null> =>
  asWorker(async (tx) => {
    const [due] = await queryNamed<Due>(tx, CLAIM, [now, leaseFrom(now)]);
    return due ?? null;
  });

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

const inProgress = ({ orgId, id }: Due) =>
  and(
    eq(dataExports.orgId, orgId),
    eq(dataExports.id, id),
    inArray(dataExports.status, ['queued', 'running']),
  );

/** @throws DomainError `not_found` if the export has ended */
export async function renewLease(tx: Tx, due: Due): Promise<void> {
  const renewed = await tx
    .update(dataExports)
    .set({ dueAt: leaseFrom(new Date()) })
    .where(inProgress(due))
    .returning({ id: dataExports.id });
  if (renewed.length === 0) throw notFound();
}

/** For another worker, when this one stops. */
export const giveBack = (due: Due): Promise<void> =>
  withTenant(due.orgId, async (tx) => {
    await tx.update(dataExports).set({ dueAt: new Date() }).where(inProgress(due));
  });

/** 5 s, 10 s, 20 s … until the export fails. */
export async function postpone(due: Due): Promise<void> {
  const attempts = await withTenant(due.orgId, async (tx) => {
    const [row] = await tx
      .update(dataExports)
      .set({
        attempts: sql`${dataExports.attempts} + 1`,
        dueAt: sql`now() + ${FIRST_RETRY_MS} * interval '1 ms' * power(2, ${dataExports.attempts})`,
      })
      .where(inProgress(due))
      .returning({ attempts: dataExports.attempts });
    return row?.attempts ?? 0;
  });
  if (attempts >= MOST_ATTEMPTS) await failExport(due, 'internal_error');
}

/** No effect if the export has ended. */
export async function failExport(due: Due, reason: ExportFailure): Promise<void> {
  const ctx = systemContext(due.orgId, 'system');
  try {
    await perform(ctx, { action: 'fail_export', kind: 'write' }, async (tx) => {
      const [row] = await tx
        .update(dataExports)
        .set({
          status: 'failed',
          failureReason: reason,
          dueAt: null,
          expiresAt: new Date(),
          updatedAt: databaseTime,
          version: sql`${dataExports.version} + 1`,
        })
        .where(inProgress(due))
        .returning();
      if (!row) throw notFound();
      await emit(tx, ctx, exportEvent('export.failed', row));
      return { output: undefined, audit: { objectKind: 'export', objectId: row.id, detail: { reason } } };
    });
  } catch (error) {
    if (!(isDomainError(error) && error.code === 'not_found')) throw error;
  }
}
