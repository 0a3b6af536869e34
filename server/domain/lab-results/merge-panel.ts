import { markMissing, mergeLine } from './merge-line';
import type { LabReport, ObservationRow, ReadLine, ReadPanel, StoredPanelHead } from './report';
import { differences, LINE_FIELDS, PANEL_FIELDS, type Change } from './report-changes';
import { isFinal, type ObservationStatus, type ResultStatus } from './rules';

/** What a later message does to one panel of a report. Pure. */

export interface StoredPanel {
  id: string;
  head: StoredPanelHead;
  lines: { key: string; row: ObservationRow }[];
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

/** The message carries the panel: each of its lines, and what becomes of those that it does not have. */
export function mergePanel(
  panel: StoredPanel,
  next: ReadPanel,
  mode: LabReport['update_mode'],
  show: (uuid: string) => string,
): MergedPanel {
  const { lines, rest, changes } = mergeLines(panel, next.lines, show);
  for (const before of rest) {
    const after = mode === 'merge_lines' ? before : markMissing(before);
    changes.push(...differences(before, after, LINE_FIELDS, show(before.id)));
    lines.push(after);
  }
  const sent = statusWith(next.head.status, mode === 'merge_lines' ? rest : []);
  const head = {
    ...next.head,
    id: panel.head.id,
    filler_number: next.head.filler_number ?? panel.head.filler_number ?? null,
    other_code: next.head.other_code ?? panel.head.other_code ?? null,
    status: statusAfter(panel.head.status, sent, changes.length > 0),
  };
  changes.push(...differences(panel.head, head, PANEL_FIELDS, null, `panels.${panel.head.code}.`));
  return { head, lines, changes };
}

/**
 * A preliminary panel after a final one changes nothing; but a line in it that the laboratory itself calls final,
 * corrected or withdrawn counts, whatever the word over the panel.
 */
export function mergeLate(
  panel: StoredPanel,
  next: ReadPanel,
  show: (uuid: string) => string,
): MergedPanel | null {
  const counting = next.lines.filter(({ row }) => !isUnfinished(row.status));
  const { lines, rest, changes } = mergeLines(panel, counting, show);
  if (changes.length === 0) return null;
  const head = { ...panel.head, status: 'corrected' as const };
  changes.push(...differences(panel.head, head, PANEL_FIELDS, null, `panels.${panel.head.code}.`));
  return { head, lines: [...lines, ...rest], changes };
}

function mergeLines(panel: StoredPanel, sent: readonly ReadLine[], show: (uuid: string) => string) {
  const known = new Map(panel.lines.map((line) => [line.key, line.row]));
  const changes: Change[] = [];
  const lines = sent.map((line): ObservationRow => {
    const before = known.get(line.key);
    known.delete(line.key);
    if (!before) {
      changes.push(addedLine(line.row, show));
      return { ...line.row, panelId: panel.id };
    }
    const after = mergeLine(before, line);
    changes.push(...differences(before, after, LINE_FIELDS, show(before.id)));
    return after;
  });
  return { lines, rest: [...known.values()], changes };
}

/** Lines that were not sent again may still be open. */
function statusWith(sent: ResultStatus, rest: readonly ObservationRow[]): ResultStatus {
  return isFinal(sent) && rest.some(({ status }) => isUnfinished(status)) ? 'partial' : sent;
}

function statusAfter(before: ResultStatus, after: ResultStatus, changed: boolean): ResultStatus {
  if (!isFinal(before) || after !== 'final') return after;
  return changed ? 'corrected' : before;
}
