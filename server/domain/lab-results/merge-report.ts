import { isDeepStrictEqual } from 'node:util';
import type { PanelHead } from './contract';
import {
  lineKeys,
  panelKeys,
  reportStatus,
  type LabReport,
  type ObservationRow,
  type ReadPanel,
  type ResultRow,
} from './report';
import {
  ADMINISTRATIVE,
  differences,
  LINE_FIELDS,
  PANEL_FIELDS,
  REPORT_FIELDS,
  type Change,
} from './report-changes';
import { isFinal, isWithdrawn, type ResultStatus } from './rules';

/**
 * What a later message does to a report that we have. Pure. Nothing is ever lost: a line that is missing in a
 * replacement stays and is marked, preliminary never replaces final, equal content changes nothing.
 */

export interface Merged {
  panels: PanelHead[];
  /** All lines of the new version, in order. */
  lines: ObservationRow[];
  status: ResultStatus;
  /** Fields of the report itself that the message changes. */
  facts: Partial<ResultRow>;
  changes: Change[];
  /** True when parts of the message were older than what we have and were left out. */
  stale: boolean;
}

/** Text of the mark on a line that the newest report no longer carries. */
export const MISSING_NOTE = { text: 'Not in the latest report of the laboratory.', source: 'service' };

const VALUE_FIELDS = [
  'valueType',
  'valueText',
  'valueNumber',
  'comparator',
  'valueCode',
  'unit',
  'ucum',
] as const;
interface StoredPanel {
  key: string;
  id: string;
  head: PanelHead;
  lines: { key: string; row: ObservationRow }[];
}

function storedPanels(
  stored: ResultRow,
  rows: readonly ObservationRow[],
  panelUuid: (shown: string) => string,
): StoredPanel[] {
  const panelKey = panelKeys();
  return stored.panels.map((head) => {
    const id = panelUuid(head.id);
    const lineKey = lineKeys();
    return {
      key: panelKey(head),
      id,
      head,
      lines: rows.filter((row) => row.panelId === id).map((row) => ({ key: lineKey(row), row })),
    };
  });
}

export interface MergeInput {
  stored: ResultRow;
  rows: readonly ObservationRow[];
  report: LabReport;
  incoming: ReadPanel[];
  facts: Partial<ResultRow>;
  showObservation: (uuid: string) => string;
  panelUuid: (shown: string) => string;
}

export function mergeReport({
  stored,
  rows,
  report,
  incoming,
  facts,
  showObservation,
  panelUuid,
}: MergeInput): Merged {
  const before = storedPanels(stored, rows, panelUuid);
  const byKey = new Map(incoming.map((panel) => [panel.key, panel]));
  // Time of report is known for the report, not for each panel: only a message that carries every panel can be
  // called older. A message with other panels is news, whatever its time.
  const samePanels = before.length === byKey.size && before.every(({ key }) => byKey.has(key));
  const earlier =
    stored.reportedAt !== null && !!report.reported_at && new Date(report.reported_at) < stored.reportedAt;
  if (earlier && samePanels)
    return {
      panels: stored.panels,
      lines: [...rows],
      status: stored.status,
      facts: {},
      changes: [],
      stale: true,
    };

  const changes: Change[] = [];
  let stale = false;
  const panels: PanelHead[] = [];
  const lines: ObservationRow[] = [];

  for (const panel of before) {
    const next = byKey.get(panel.key);
    byKey.delete(panel.key);
    if (
      !next ||
      (isFinal(panel.head.status) && (next.head.status === 'preliminary' || next.head.status === 'partial'))
    ) {
      stale ||= next !== undefined;
      panels.push(panel.head);
      lines.push(...panel.lines.map(({ row }) => row));
      continue;
    }
    const merged = mergePanel(panel, next, showObservation);
    changes.push(...merged.changes);
    panels.push(merged.head);
    lines.push(...merged.lines);
  }
  for (const panel of byKey.values()) {
    panels.push(panel.head);
    lines.push(...panel.lines.map(({ row }) => row));
    changes.push({
      observation_id: null,
      field: `panels.${panel.head.code}`,
      from: null,
      to: panel.head.name,
    });
    changes.push(...panel.lines.map(({ row }) => added(row, showObservation)));
  }

  const left = !stale || changes.length > 0 ? facts : {};
  const after = { ...stored, ...left };
  changes.push(...differences(stored, after, REPORT_FIELDS, null));
  const pending = after.pendingTests;
  const derived = reportStatus(
    stale && isFinal(stored.status) ? stored.status : report.status,
    panels,
    lines,
    pending,
  );
  // Any clinical change after final is a correction, whatever letter the laboratory used.
  const clinical = changes.some(({ field }) => !ADMINISTRATIVE.has(field));
  const status =
    isFinal(stored.status) && isFinal(derived) ? (clinical ? 'corrected' : stored.status) : derived;
  if (status !== stored.status)
    changes.push({ observation_id: null, field: 'status', from: stored.status, to: status });
  return {
    panels,
    lines: lines.map((row, position) => ({ ...row, position })),
    status,
    facts: left,
    changes,
    stale,
  };
}

const added = (row: ObservationRow, show: (uuid: string) => string): Change => ({
  observation_id: show(row.id),
  field: 'value_text',
  from: null,
  to: row.valueText,
});

function mergePanel(
  panel: StoredPanel,
  next: ReadPanel,
  show: (uuid: string) => string,
): { head: PanelHead; lines: ObservationRow[]; changes: Change[] } {
  const changes: Change[] = [];
  const known = new Map(panel.lines.map((line) => [line.key, line.row]));
  const lines = next.lines.map(({ key, row }) => {
    const before = known.get(key);
    known.delete(key);
    if (!before) {
      changes.push(added(row, show));
      return { ...row, panelId: panel.id };
    }
    const after = mergeLine(before, row);
    changes.push(...differences(before, after, LINE_FIELDS, show(before.id)));
    return after;
  });
  for (const before of known.values()) {
    const after = markMissing(before);
    changes.push(...differences(before, after, LINE_FIELDS, show(before.id)));
    lines.push(after);
  }
  const head = {
    ...next.head,
    id: panel.head.id,
    status: panelStatusAfter(panel.head.status, next.head.status, changes.length > 0),
  };
  changes.push(...differences(panel.head, head, PANEL_FIELDS, null, `panels.${panel.head.code}.`));
  return { head, lines, changes };
}

/** A line that the replacement does not carry. */
function markMissing(row: ObservationRow): ObservationRow {
  const marked = row.notes.some((note) => isDeepStrictEqual(note, MISSING_NOTE));
  return marked || isWithdrawn(row.status) ? row : { ...row, notes: [...row.notes, MISSING_NOTE] };
}

function panelStatusAfter(before: ResultStatus, after: ResultStatus, changed: boolean): ResultStatus {
  if (!isFinal(before) || after !== 'final') return after;
  return changed ? 'corrected' : before;
}

function mergeLine(before: ObservationRow, sent: ObservationRow): ObservationRow {
  const after: ObservationRow = {
    ...sent,
    id: before.id,
    panelId: before.panelId,
    position: before.position,
  };
  if (isFinal(before.status) && (after.status === 'preliminary' || after.status === 'partial')) return before;
  // The value that was withdrawn stays readable, struck through.
  if (isWithdrawn(after.status) && after.valueText === null)
    for (const field of VALUE_FIELDS) Object.assign(after, { [field]: before[field] });
  if (isFinal(before.status) && after.status === 'final') {
    const changed = VALUE_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));
    after.status = changed ? 'corrected' : before.status;
  }
  return after;
}
