import type { DocumentCorrection } from '@/server/domain/documents/correction-contract';

type Corrections = readonly DocumentCorrection[];

/** The move by which a document that is entered in error left the chart. */
export function movedAway(corrections: Corrections): DocumentCorrection | null {
  const last = corrections.findLast(
    ({ act }) => act === 'entered_in_error' || act === 'moved_away' || act === 'move_undone',
  );
  return last && last.act !== 'entered_in_error' ? last : null;
}

/** Of the same move. */
export const hasAct = (corrections: Corrections, of: DocumentCorrection, act: DocumentCorrection['act']) =>
  corrections.some((one) => one.act === act && one.other?.id === of.other?.id);

/** Marked as entered in error, and valid again: only part of its history. */
export const isErrorUndone = (one: DocumentCorrection, all: Corrections): boolean =>
  one.act === 'entered_in_error' && all[all.indexOf(one) + 1]?.act === 'error_undone';

/** The document is where it was before: the move is only part of its history. */
export const isMovedBack = (one: DocumentCorrection, all: Corrections): boolean =>
  one.act === 'moved_away'
    ? hasAct(all, one, 'move_undone')
    : one.act === 'move_undone' && hasAct(all, one, 'moved_away');
