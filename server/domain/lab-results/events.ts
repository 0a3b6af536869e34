import type { EventType } from '../../events/catalog';
import type { EventInput } from '../../events/emit';
import { showId } from '../../shared/ids';
import type { ObservationRow, ResultRow } from './report';
import { isWithdrawn } from './rules';

/** Returns the events of a change, in order. Pure. */
export function resultEventTypes(
  before: { status: ResultRow['status']; critical: ReadonlySet<string> } | null,
  after: { status: ResultRow['status']; critical: ReadonlySet<string> },
): EventType[] {
  const types: EventType[] = [];
  const entered = before?.status !== after.status;
  if (!before) types.push('lab_result.created');
  if (after.status === 'corrected') types.push('lab_result.corrected');
  else if (after.status === 'final' && entered) types.push('lab_result.finalized');
  else if (after.status === 'cancelled' && entered) types.push('lab_result.cancelled');
  else if (before) types.push('lab_result.updated');
  // When a line becomes critical, and again if a correction adds another one.
  if ([...after.critical].some((id) => !before?.critical.has(id))) types.push('lab_result.critical');
  return types;
}

export function criticalLines(
  lines: readonly Pick<ObservationRow, 'id' | 'severity' | 'status'>[],
): Set<string> {
  return new Set(
    lines.filter((line) => line.severity === 'critical' && !isWithdrawn(line.status)).map((line) => line.id),
  );
}

/** @param index position among the events of one change; the row's `sequence` is that of the last one */
export function resultEvent(
  type: EventType,
  row: ResultRow,
  index: number,
  count: number,
  change: { fields: string[]; previousStatus: string | null },
): EventInput {
  return {
    type,
    object: {
      kind: 'lab_result',
      id: row.id,
      version: row.version,
      status: row.status,
      href: `/v1/labs/results/${showId('lab_result', row.id)}`,
      patientId: row.patientId,
      ...(type === 'lab_result.critical' || type === 'lab_result.reviewer_changed'
        ? { severity: row.severity }
        : {}),
      ...(type === 'lab_result.reviewer_changed' ? { reviewerId: row.reviewerId } : {}),
    },
    sequence: row.sequence - count + 1 + index,
    changedFields: change.fields,
    ...(change.previousStatus ? { previous: { status: change.previousStatus } } : {}),
  };
}
