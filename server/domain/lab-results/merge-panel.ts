import { cancelled, markMissing, mergeLine } from './merge-line';
import { UNCLEAR_NOTE, type PairedLines } from './pair-lines';
import type { StoredPanelHead } from '../../db/schema/types';
import type { LabReport, ObservationRow, ReadLine, ReadPanel } from './report';
import { differences, LINE_FIELDS, PANEL_FIELDS, type Change } from './report-changes';
import { isFinal } from './rules';
import type { ObservationStatus, ResultStatus } from '../../data-types/lab-result-codes';

/** Merges a later message into one panel of a report. Pure. */

export interface StoredPanel {
  id: string;
  head: StoredPanelHead;
  lines: ObservationRow[];
}

export interface MergedPanel {
  head: StoredPanelHead;
  lines: ObservationRow[];
  changes: Change[];
}

export const isUnfinished = (status: ResultStatus | ObservationStatus): boolean =>
  status === 'preliminary' || status === 'partial';

export const addedLine = (row: ObservationRow, show: (uuid: string) => string): Change => ({
  observation_id: show(row.id),
  field: 'value_text',
  from: null,
  to: row.valueText,
});

/** Merges a panel that the message contains, including the stored lines that the message omits. */
export function mergePanel(
  panel: StoredPanel,
  next: ReadPanel,
  pairs: PairedLines,
  mode: LabReport['update_mode'],
  show: (uuid: string) => string,
): MergedPanel {
  const { lines, rest, changes } = mergeLines(panel, next.lines, pairs, show);
  // OBR-25 X alone withdraws everything reported before.
  const withoutLines = next.head.status === 'cancelled' && next.lines.length === 0;
  for (const before of rest) {
    const after = withoutLines ? cancelled(before) : mode === 'merge_lines' ? before : markMissing(before);
    changes.push(...differences(before, after, LINE_FIELDS, show(before.id)));
    lines.push(after);
  }
  const sent = statusWith(next.head.status, mode === 'merge_lines' ? rest : []);
  const head = {
    ...next.head,
    id: panel.head.id,
    filler_number: next.head.filler_number ?? panel.head.filler_number ?? null,
    placer_authority: next.head.placer_authority ?? panel.head.placer_authority ?? null,
    other_code: next.head.other_code ?? panel.head.other_code ?? null,
    status: statusAfter(panel.head.status, sent, changes.length > 0),
  };
  changes.push(...differences(panel.head, head, PANEL_FIELDS, null, `panels.${panel.head.code}.`));
  return { head, lines, changes };
}

/**
 * A preliminary panel after a final one changes nothing, except for lines that the laboratory itself marks as final,
 * corrected or withdrawn.
 */
export function mergeLate(
  panel: StoredPanel,
  next: ReadPanel,
  pairs: PairedLines,
  show: (uuid: string) => string,
): MergedPanel | null {
  const counting = next.lines.filter(({ row }) => !isUnfinished(row.status));
  const { lines, rest, changes } = mergeLines(panel, counting, pairs, show);
  if (changes.length === 0) return null;
  const head = { ...panel.head, status: 'corrected' as const };
  changes.push(...differences(panel.head, head, PANEL_FIELDS, null, `panels.${panel.head.code}.`));
  return { head, lines: [...lines, ...rest], changes };
}

function mergeLines(
  panel: StoredPanel,
  sent: readonly ReadLine[],
  pairs: PairedLines,
  show: (uuid: string) => string,
) {
  const rest = new Set(panel.lines);
  const changes: Change[] = [];
  const lines = sent.map((line): ObservationRow => {
    const before = pairs.before.get(line);
    if (!before) {
      changes.push(addedLine(line.row, show));
      const notes = pairs.unclear.has(line) ? [...line.row.notes, UNCLEAR_NOTE] : line.row.notes;
      return { ...line.row, panelId: panel.id, notes };
    }
    rest.delete(before);
    const after = mergeLine(before, line);
    changes.push(...differences(before, after, LINE_FIELDS, show(before.id)));
    return after;
  });
  return { lines, rest: [...rest], changes };
}

/** Lines that were not sent again may still be open. */
function statusWith(sent: ResultStatus, rest: readonly ObservationRow[]): ResultStatus {
  return isFinal(sent) && rest.some(({ status }) => isUnfinished(status)) ? 'partial' : sent;
}

function statusAfter(before: ResultStatus, after: ResultStatus, changed: boolean): ResultStatus {
  if (!isFinal(before) || after !== 'final') return after;
  return changed ? 'corrected' : before;
}
