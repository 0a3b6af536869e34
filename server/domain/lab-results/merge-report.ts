import { isDeepStrictEqual } from 'node:util';
import type { Specimen } from '../../data-types/lab-result';
import { addedLine, isUnfinished, mergeLate, mergePanel, type StoredPanel } from './merge-panel';
import { pairLines, type PairedLines } from './pair-lines';
import { pairPanels } from './pair-panels';
import { differsFrom, panelRecency } from './panel-recency';
import { pendingTests } from './pending-tests';
import type { StoredPanelHead } from '../../db/schema/types';
import {
  reportStatus,
  type LabReport,
  type ObservationRow,
  type OrderedTest,
  type ReadPanel,
  type ResultRow,
} from './report';
import { ADMINISTRATIVE, differences, REPORT_FIELDS, type Change } from './report-changes';
import { isFinal } from './rules';

/**
 * Merges a later message into a stored report. Pure. Nothing is lost: a line missing from a replacement stays, with a
 * note; preliminary never replaces final; older never replaces newer; equal content changes nothing.
 */

export interface Merged {
  panels: StoredPanelHead[];
  /** All lines of the new version, in order. */
  lines: ObservationRow[];
  status: ResultRow['status'];
  facts: Partial<ResultRow>;
  changes: Change[];
  /** Parts of the message were older than the stored ones, differed from them and were left out. */
  stale: boolean;
  /** Parts differ from the stored ones, and it is uncertain which are newer. */
  unclear: boolean;
}

export interface MergeInput {
  stored: ResultRow;
  rows: readonly ObservationRow[];
  report: LabReport;
  incoming: ReadPanel[];
  facts: Partial<ResultRow>;
  /** Tests of the order, if they determine what is pending. */
  ordered: readonly OrderedTest[];
  showObservation: (uuid: string) => string;
  panelUuid: (shown: string) => string;
}

export function mergeReport(input: MergeInput): Merged {
  const { stored, rows, report, incoming, showObservation: show } = input;
  const before = storedPanels(input);
  const pairs = pairPanels(before, incoming);
  const paired = new Set(pairs.values());
  const fresh = incoming.filter((panel) => !paired.has(panel));
  const samePanels = fresh.length === 0 && pairs.size === before.length;
  const linePairs = new Map([...pairs].map(([panel, next]) => [next, pairLines(panel.lines, next.lines)]));
  linkParents(linePairs, fresh, rows, show);

  const changes: Change[] = [];
  // `behind`: parts were left out; `stale`: also parts whose content is not displayed.
  let behind = false;
  let stale = false;
  let unclear = false;
  const panels: StoredPanelHead[] = [];
  const lines: ObservationRow[] = [];
  for (const panel of before) {
    const next = pairs.get(panel);
    const late = next && isFinal(panel.head.status) && isUnfinished(next.head.status);
    const recency =
      next && report.when_unclear !== 'newest'
        ? panelRecency(panel, next, olderTime(stored, samePanels))
        : 'newer';
    const merged =
      !next || recency !== 'newer'
        ? null
        : late
          ? mergeLate(panel, next, linePairs.get(next)!, show)
          : mergePanel(panel, next, linePairs.get(next)!, report.update_mode, show);
    const leftOut = next !== undefined && (!merged || late === true);
    const differs = leftOut && differsFrom(next, linePairs.get(next)!, panel.head.status);
    behind ||= leftOut;
    stale ||= differs;
    unclear ||= differs && recency === 'unclear';
    for (const change of merged?.changes ?? []) changes.push(change);
    panels.push(merged ? withLatestTimes(merged.head, panel.head, report.when_unclear) : panel.head);
    for (const row of merged?.lines ?? panel.lines) lines.push(row);
  }
  for (const panel of fresh) {
    panels.push(panel.head);
    changes.push(addedPanel(panel));
    for (const { row } of panel.lines) {
      lines.push(row);
      changes.push(addedLine(row, show));
    }
  }

  const left = !behind || changes.length > 0 ? factsAfter(input, panels, samePanels && !behind) : {};
  const after = { ...stored, ...left };
  changes.push(...differences(stored, after, REPORT_FIELDS, null));
  const derived = reportStatus(
    behind && isFinal(stored.status) ? stored.status : report.status,
    panels,
    lines,
    after.pendingTests,
  );
  // Any clinical change after final is a correction, whatever status the laboratory sent.
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
    unclear,
  };
}

function storedPanels({ stored, rows, panelUuid }: MergeInput): StoredPanel[] {
  const byPanel = new Map<string, ObservationRow[]>();
  for (const row of rows) {
    const own = byPanel.get(row.panelId);
    if (own) own.push(row);
    else byPanel.set(row.panelId, [row]);
  }
  return stored.panels.map((head) => {
    const id = panelUuid(head.id);
    return { id, head, lines: byPanel.get(id) ?? [] };
  });
}

/**
 * Reports stored before panels had times have one time for all panels, which applies only to a message with all panels.
 * A message with other panels is new, whatever its time.
 */
const olderTime = (stored: ResultRow, samePanels: boolean): string | null =>
  samePanels ? (stored.reportedAt?.toISOString() ?? null) : null;

/** Keeps what a user declared newest as the newest, even if a message with a time in between is read again. */
function withLatestTimes(
  head: StoredPanelHead,
  before: StoredPanelHead,
  decided: LabReport['when_unclear'],
): StoredPanelHead {
  if (decided !== 'newest') return head;
  const later = <Value extends string | number>(one?: Value | null, other?: Value | null) =>
    (one ?? null) === null || ((other ?? null) !== null && other! > one!) ? (other ?? null) : one;
  return {
    ...head,
    reported_at: later(head.reported_at, before.reported_at),
    sent_at: later(head.sent_at, before.sent_at),
    arrival: later(head.arrival, before.arrival),
  };
}

const addedPanel = ({ head }: ReadPanel): Change => ({
  observation_id: null,
  field: `panels.${head.code}`,
  from: null,
  to: head.name,
});

/** IDs of the lines that triggered reflex panels; existing lines keep their IDs. */
function linkParents(
  paired: ReadonlyMap<ReadPanel, PairedLines>,
  fresh: readonly ReadPanel[],
  rows: readonly ObservationRow[],
  show: (uuid: string) => string,
): void {
  const kept = [...paired].flatMap(([{ lines }, { before }]) =>
    lines.map((line) => before.get(line) ?? line.row),
  );
  const all = [...rows, ...kept, ...fresh.flatMap(({ lines }) => lines.map(({ row }) => row))];
  for (const panel of [...paired.keys(), ...fresh]) linkParent(panel, all, show);
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

/** Fields of the report itself. The message is authoritative only for the panels that it contains. */
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

/** Specimens with an ID match by ID; those without match only if all fields are equal. */
function joined(known: readonly Specimen[], sent: readonly Specimen[]): Specimen[] {
  const isSame = (left: Specimen, right: Specimen) =>
    left.id !== null ? left.id === right.id : isDeepStrictEqual(left, right);
  return [
    ...known.map((specimen) => sent.find((other) => isSame(specimen, other)) ?? specimen),
    ...sent.filter((other) => !known.some((specimen) => isSame(specimen, other))),
  ];
}
