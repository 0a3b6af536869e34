import { isDeepStrictEqual } from 'node:util';
import type { Specimen } from './contract';
import { addedLine, isUnfinished, mergeLate, mergePanel, type StoredPanel } from './merge-panel';
import { isOlder, pairPanels } from './pair-panels';
import { pendingTests } from './pending-tests';
import {
  lineKeys,
  reportStatus,
  type LabReport,
  type ObservationRow,
  type OrderedTest,
  type ReadPanel,
  type ResultRow,
  type StoredPanelHead,
} from './report';
import { ADMINISTRATIVE, differences, REPORT_FIELDS, type Change } from './report-changes';
import { isFinal } from './rules';

/**
 * What a later message does to a report that we have. Pure. Nothing is ever lost: a line that is missing in a
 * replacement stays and is marked, preliminary never replaces final, what was made earlier never what was made later,
 * equal content changes nothing.
 */

export interface Merged {
  panels: StoredPanelHead[];
  /** All lines of the new version, in order. */
  lines: ObservationRow[];
  status: ResultRow['status'];
  /** Fields of the report itself that the message changes. */
  facts: Partial<ResultRow>;
  changes: Change[];
  /** True when parts of the message were older than what we have and were left out. */
  stale: boolean;
}

export interface MergeInput {
  stored: ResultRow;
  rows: readonly ObservationRow[];
  report: LabReport;
  incoming: ReadPanel[];
  facts: Partial<ResultRow>;
  /** Tests of the order, where what is still missing is read from it. */
  ordered: readonly OrderedTest[];
  showObservation: (uuid: string) => string;
  panelUuid: (shown: string) => string;
}

export function mergeReport(input: MergeInput): Merged {
  const { stored, rows, report, incoming, showObservation: show } = input;
  const before = storedPanels(input);
  const pairs = pairPanels(before, incoming);
  const fresh = incoming.filter((panel) => ![...pairs.values()].includes(panel));
  const samePanels = fresh.length === 0 && pairs.size === before.length;
  linkParents(
    [...pairs].map(([panel, next]) => ({ panel, next })),
    fresh,
    rows,
    show,
  );

  const changes: Change[] = [];
  let stale = false;
  const panels: StoredPanelHead[] = [];
  const lines: ObservationRow[] = [];
  for (const panel of before) {
    const next = pairs.get(panel);
    const late = next && isFinal(panel.head.status) && isUnfinished(next.head.status);
    const older = next && isOlder(knownTime(panel.head, stored, samePanels), sentTime(next));
    const merged =
      !next || older
        ? null
        : late
          ? mergeLate(panel, next, show)
          : mergePanel(panel, next, report.update_mode, show);
    stale ||= next !== undefined && (!merged || late === true);
    changes.push(...(merged?.changes ?? []));
    panels.push(merged?.head ?? panel.head);
    lines.push(...(merged?.lines ?? panel.lines.map(({ row }) => row)));
  }
  for (const panel of fresh) {
    panels.push(panel.head);
    lines.push(...panel.lines.map(({ row }) => row));
    changes.push(addedPanel(panel), ...panel.lines.map(({ row }) => addedLine(row, show)));
  }

  const left = !stale || changes.length > 0 ? factsAfter(input, panels, samePanels && !stale) : {};
  const after = { ...stored, ...left };
  changes.push(...differences(stored, after, REPORT_FIELDS, null));
  const derived = reportStatus(
    stale && isFinal(stored.status) ? stored.status : report.status,
    panels,
    lines,
    after.pendingTests,
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

function storedPanels({ stored, rows, panelUuid }: MergeInput): StoredPanel[] {
  return stored.panels.map((head) => {
    const id = panelUuid(head.id);
    const lineKey = lineKeys();
    return {
      id,
      head,
      lines: rows.filter((row) => row.panelId === id).map((row) => ({ key: lineKey(row), row })),
    };
  });
}

/**
 * Reports from before panels had times of their own have one for all: it can judge only a message that carries every
 * panel. A message with other panels is news, whatever its time.
 */
const knownTime = (head: StoredPanelHead, stored: ResultRow, samePanels: boolean) => ({
  at: head.reported_at ?? (samePanels ? (stored.reportedAt?.toISOString() ?? null) : null),
  arrival: head.arrival,
});

const sentTime = ({ head, reportedUntil }: ReadPanel) => ({
  at: head.reported_at ?? null,
  until: reportedUntil,
  arrival: head.arrival ?? null,
});

const addedPanel = ({ head }: ReadPanel): Change => ({
  observation_id: null,
  field: `panels.${head.code}`,
  from: null,
  to: head.name,
});

/** Ids of the lines that led to reflex panels: of lines that stay the ids that they have. */
function linkParents(
  paired: { panel: StoredPanel; next: ReadPanel }[],
  fresh: readonly ReadPanel[],
  rows: readonly ObservationRow[],
  show: (uuid: string) => string,
): void {
  const kept = paired.flatMap(({ panel, next }) =>
    next.lines.map((line) => panel.lines.find(({ key }) => key === line.key)?.row ?? line.row),
  );
  const all = [...rows, ...kept, ...fresh.flatMap(({ lines }) => lines.map(({ row }) => row))];
  for (const panel of [...paired.map(({ next }) => next), ...fresh]) linkParent(panel, all, show);
}

export function linkParent(
  panel: ReadPanel,
  lines: readonly ObservationRow[],
  show: (uuid: string) => string,
): void {
  const { parent } = panel;
  if (!parent) return;
  const found = lines.find(
    (row) => row.code === parent.code && (parent.sub_id === null || row.subId === parent.sub_id),
  );
  panel.head.parent_observation_id = found ? show(found.id) : null;
}

/** What the message says of the report itself. It speaks for the panels that it has and not for the others. */
function factsAfter(
  { stored, report, facts, ordered }: MergeInput,
  panels: readonly StoredPanelHead[],
  whole: boolean,
): Partial<ResultRow> {
  const after = { ...facts };
  if (!whole && stored.collectedAt) {
    delete after.collectedAt;
    delete after.collectedAtPrecision;
  }
  if (facts.specimens && !whole) after.specimens = joined(stored.specimens, facts.specimens);
  if (facts.documentIds) after.documentIds = [...new Set([...stored.documentIds, ...facts.documentIds])];
  if (report.waiting) after.pendingTests = pendingTests(report.waiting, ordered, panels);
  return after;
}

/** A sample with a number is the same one; one without is the same when all that is said of it is. */
function joined(known: readonly Specimen[], sent: readonly Specimen[]): Specimen[] {
  const isSame = (left: Specimen, right: Specimen) =>
    left.id !== null ? left.id === right.id : isDeepStrictEqual(left, right);
  return [
    ...known.map((specimen) => sent.find((other) => isSame(specimen, other)) ?? specimen),
    ...sent.filter((other) => !known.some((specimen) => isSame(specimen, other))),
  ];
}
