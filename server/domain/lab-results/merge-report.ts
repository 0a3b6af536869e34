import { isDeepStrictEqual } from 'node:util';
import type { Specimen } from './contract';
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
  /** True when parts of the message were older than what we have, differ from it, and were left out. */
  stale: boolean;
  /** True when parts differ from what we have, and neither is proven to be the newer one. */
  unclear: boolean;
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
  const paired = new Set(pairs.values());
  const fresh = incoming.filter((panel) => !paired.has(panel));
  const samePanels = fresh.length === 0 && pairs.size === before.length;
  const linePairs = new Map([...pairs].map(([panel, next]) => [next, pairLines(panel.lines, next.lines)]));
  linkParents(linePairs, fresh, rows, show);

  const changes: Change[] = [];
  // Parts that were left out, and among them those with content that we do not show.
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
 * Reports from before panels had times of their own have one for all: it can judge only a message that carries every
 * panel. A message with other panels is news, whatever its time.
 */
const olderTime = (stored: ResultRow, samePanels: boolean): string | null =>
  samePanels ? (stored.reportedAt?.toISOString() ?? null) : null;

/** What a person calls the newest stays it, also when a message is read again that was made between the two. */
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

/** Ids of the lines that led to reflex panels: of lines that stay the ids that they have. */
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
