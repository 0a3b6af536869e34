import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { inboundMessages, inboundPatientUpdates, patientFeeds, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import type { PatientRow } from '../patients/access';
import { fieldsOf, type MergeRow } from '../patients/merge-records';
import { storePatientChange } from '../patients/store-change';
import { DECIDE, lockUpdate, type UpdateRow } from './access';
import type { ReturnedPatientUpdate, UndoPatientUpdateInput } from './contract';
import { readFeed } from './read-situation';
import { readInboundAdt } from './read-update';
import { refreshMessageOf } from './refresh-message';
import { heldState, type UpdateProblem } from './rules';

/**
 * Gives the chart the values that applied patient data replaced, unless one of them has changed since, and returns the
 * data to the state they had before.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function undoPatientUpdate(
  ctx: Context,
  input: UndoPatientUpdateInput,
): Promise<ReturnedPatientUpdate> {
  return perform(ctx, { action: 'undo_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await lockUpdate(tx, ctx, input.id, ['applied']);
    if (!isUndoable(row)) throw new DomainError('invalid_state', NOT_APPLIED);
    // Without its content it could not be decided again.
    await readInboundAdt(tx, ctx, row.messageId);
    const chart = await recordOf(tx, ctx, row, { lock: true });
    if (!chart || chart.mergedIntoId) throw new DomainError('invalid_state', chart ? MERGED : DELETED);
    const changed = changedSince(row, chart);
    if (changed.length > 0)
      throw new DomainError(
        'invalid_state',
        `This cannot be undone. Changed since: ${changed.map(inWords).join(', ')}.`,
      );
    const { fields } = await storePatientChange(tx, ctx, chart, row.valuesBefore);
    await restoreFeed(tx, ctx, row, chart.id);
    const state = heldState(row.problem as UpdateProblem);
    await tx
      .update(inboundPatientUpdates)
      .set({ ...UNDECIDED, state })
      .where(and(eq(inboundPatientUpdates.orgId, ctx.actor.orgId), eq(inboundPatientUpdates.id, row.id)));
    await refreshMessageOf(tx, ctx, row);
    return {
      output: { id: showId('inbound_patient_update', row.id), state },
      audit: {
        objectKind: 'inbound_patient_update',
        objectId: row.id,
        patientIds: [chart.id],
        detail: { state, before: row.state, ...(fields.length > 0 ? { fields } : {}) },
      },
    };
  });
}

const NOT_APPLIED = 'Only data that a user applied to a chart can be undone.';
const MERGED = 'This cannot be undone. The record was merged into another since.';
const DELETED = 'This cannot be undone. The patient was deleted since.';

const UNDECIDED = {
  outcome: null,
  patientId: null,
  fields: [],
  valuesBefore: {},
  valuesAfter: {},
  feedBefore: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
} satisfies Partial<UpdateRow>;

/**
 * Returns the request for a merge that was undone to the state it had before a user's decision. The caller has restored
 * the values of the chart, and holds the lock of patient feeds.
 * @param isEdited some values could not be restored: the feed is not to overwrite them
 * @returns UUID; null for an automatic merge
 */
export async function returnMergeRequest(
  tx: Tx,
  ctx: Context,
  { updateId, survivorId, mergedId }: MergeRow,
  { isEdited }: { isEdited: boolean },
): Promise<string | null> {
  if (updateId === null) return null;
  const { orgId } = ctx.actor;
  const [found] = await tx
    .select({ row: inboundPatientUpdates })
    .from(inboundPatientUpdates)
    .innerJoin(
      inboundMessages,
      and(
        eq(inboundMessages.orgId, orgId),
        eq(inboundMessages.id, inboundPatientUpdates.messageId),
        // Without its content it could not be decided again.
        isNull(inboundMessages.contentRemovedAt),
      ),
    )
    .where(
      and(
        eq(inboundPatientUpdates.orgId, orgId),
        eq(inboundPatientUpdates.id, updateId),
        eq(inboundPatientUpdates.outcome, 'merged'),
        isNotNull(inboundPatientUpdates.decidedBy),
      ),
    )
    .for('update', { of: inboundPatientUpdates });
  if (!found) return null;
  const { row } = found;
  if (!isEdited && hasValues(row)) await restoreFeed(tx, ctx, row, survivorId);
  const state = heldState(row.problem as UpdateProblem);
  await tx
    .update(inboundPatientUpdates)
    .set({ ...UNDECIDED, candidates: [survivorId, mergedId], state })
    .where(and(eq(inboundPatientUpdates.orgId, orgId), eq(inboundPatientUpdates.id, row.id)));
  await refreshMessageOf(tx, ctx, row);
  return row.id;
}

/** A created patient is deleted instead, and a merge is undone in the chart. */
export const isUndoable = (row: UpdateRow): boolean =>
  row.state === 'applied' &&
  row.decidedBy !== null &&
  (row.outcome === 'updated' || row.outcome === 'unchanged') &&
  hasValues(row);

/** Decisions before version 0005 of the database have none. */
const hasValues = ({ fields, valuesAfter }: UpdateRow): boolean =>
  fields.length === 0 || Object.keys(valuesAfter).length > 0;

/** Fields in the contract whose value is no longer the one that was applied. */
export const changedSince = ({ valuesAfter }: UpdateRow, chart: PatientRow): string[] =>
  fieldsOf(
    Object.fromEntries(
      Object.entries(valuesAfter).filter(
        ([column, after]) => !isDeepStrictEqual(chart[column as keyof PatientRow], after),
      ),
    ),
  );

const inWords = (field: string): string => field.replaceAll('_', ' ');

/** The record itself, also if it was merged; null if it was deleted. */
export async function recordOf(
  tx: Tx,
  ctx: Context,
  { patientId }: UpdateRow,
  { lock = false } = {},
): Promise<PatientRow | null> {
  if (patientId === null) return null;
  const query = tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, patientId)));
  const [row] = lock ? await query.for('update') : await query;
  return row && !row.deletedAt ? row : null;
}

/** Fields that the feed has sent since keep their time. */
async function restoreFeed(tx: Tx, ctx: Context, row: UpdateRow, patientId: string): Promise<void> {
  const { connectionId, sentAt, feedBefore: before } = row;
  const now = await readFeed(tx, ctx, connectionId, patientId);
  if (!now) return;
  const fields = Object.fromEntries(
    Object.entries(now.register).flatMap(([key, fed]) => {
      const kept = fed.at === sentAt.toISOString() ? before?.fields[key] : fed;
      return kept ? [[key, kept]] : [];
    }),
  );
  const own = and(
    eq(patientFeeds.orgId, ctx.actor.orgId),
    eq(patientFeeds.connectionId, connectionId),
    eq(patientFeeds.patientId, patientId),
  );
  const isNewer = now.newestAt > sentAt;
  if (!isNewer && !before) await tx.delete(patientFeeds).where(own);
  else
    await tx
      .update(patientFeeds)
      .set({ fields, newestAt: isNewer ? now.newestAt : new Date(before!.newestAt) })
      .where(own);
}
