import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { labObservations, labResults, labResultVersions } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId, showId } from '../../shared/ids';
import type { ChartColumns } from '../patients/access';
import { readLines } from './access';
import { WAITS_FOR_NOBODY } from './await-review';
import { resultEvent } from './events';
import { presentResult } from './present';
import type { StoredPanelHead } from '../../db/schema/types';
import type { ObservationRow, ResultRow } from './report';
import { voidKey } from './voided';

/** Handles a report that was filed to the wrong patient. The caller holds its lock. */

/** Field of the correction that contains the report's new location. */
export const MOVED_TO = 'moved_to';

/**
 * Marks the report as entered in error, with all versions, visible to administrators only. Its values no longer count,
 * later messages do not reach it, and it needs no signature.
 * @param movedTo UUID of the report that replaces it
 */
export async function voidResult(
  tx: Tx,
  ctx: Context,
  stored: ResultRow,
  { reason, movedTo }: { reason: string; movedTo: string },
): Promise<ResultRow> {
  const { orgId } = ctx.actor;
  const now = new Date();
  await tx.insert(labResultVersions).values({
    orgId,
    resultId: stored.id,
    version: stored.version,
    snapshot: presentResult(stored, await readLines(tx, ctx, stored)),
    replacedAt: now,
  });
  const changes = [
    { observation_id: null, field: 'status', from: stored.status, to: 'entered_in_error' },
    { observation_id: null, field: MOVED_TO, from: null, to: showId('lab_result', movedTo) },
  ];
  const [row] = await tx
    .update(labResults)
    .set({
      status: 'entered_in_error',
      severity: 'unknown',
      reportKey: voidKey(stored.id),
      orderId: null,
      pendingTests: [],
      ...WAITS_FOR_NOBODY,
      corrections: [
        ...stored.corrections,
        { version: stored.version + 1, at: now.toISOString(), reason, changes },
      ],
      version: sql`${labResults.version} + 1`,
      sequence: sql`${labResults.sequence} + 1`,
      updatedAt: databaseTime,
      issuedAt: now,
    })
    .where(and(eq(labResults.orgId, orgId), eq(labResults.id, stored.id)))
    .returning();
  await tx
    .update(labObservations)
    .set({ status: 'wrong' })
    .where(and(eq(labObservations.orgId, orgId), eq(labObservations.resultId, stored.id)));
  const change = { fields: ['status', 'panels'], previousStatus: stored.status };
  await emit(tx, ctx, resultEvent('lab_result.reassigned', row!, 0, 1, change));
  return row!;
}

const MOVED_NOTE = {
  text: 'Originally filed for another patient, and moved here.',
  source: 'service',
};

/** A report that is moved twice says so once. */
export const withMovedNote = (notes: ResultRow['notes']): ResultRow['notes'] => [
  ...notes.filter(({ text, source }) => text !== MOVED_NOTE.text || source !== MOVED_NOTE.source),
  MOVED_NOTE,
];

/** The same report under new IDs for another patient: unsigned, as version 1. */
export function copyFor(
  ctx: Context,
  { row, lines }: { row: ResultRow; lines: readonly ObservationRow[] },
  to: ChartColumns & Pick<ResultRow, 'orderId' | 'documentIds' | 'notes'>,
): { row: ResultRow; lines: ObservationRow[] } {
  const id = newId();
  const now = idTime(id);
  const panelIds = new Map(row.panels.map((panel) => [panel.id, newId()]));
  const lineIds = new Map(lines.map((line) => [line.id, newId()]));
  const shownLines = new Map(
    [...lineIds].map(([from, own]) => [showId('observation', from), showId('observation', own)]),
  );
  const panels = row.panels.map((panel): StoredPanelHead => ({
    ...panel,
    id: showId('panel', panelIds.get(panel.id)!),
    parent_observation_id: panel.parent_observation_id
      ? (shownLines.get(panel.parent_observation_id) ?? null)
      : null,
  }));
  return {
    row: {
      ...row,
      id,
      version: 1,
      createdAt: now,
      updatedAt: now,
      issuedAt: now,
      createdBy: actorName(ctx.actor),
      ...to,
      panels,
      reviews: [],
      corrections: [],
      ...WAITS_FOR_NOBODY,
      sequence: 0,
    },
    lines: lines.map((line) => ({
      ...line,
      id: lineIds.get(line.id)!,
      resultId: id,
      patientId: to.patientId,
      panelId: panelIds.get(showId('panel', line.panelId))!,
    })),
  };
}
