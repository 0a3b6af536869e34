import type { StoredPanelHead } from '../../db/schema/types';
import type { ObservationRow, ReadPanel } from './report';

/**
 * Pairs the panels of a message with stored panels by test code and filler number. The same test under two numbers (a
 * curve, a second specimen) is two panels. A number missing on one side is ignored. Several panels with the same test
 * and number are distinguished by the times of their lines.
 */
export function pairPanels<Stored extends { head: StoredPanelHead; lines: readonly ObservationRow[] }>(
  stored: readonly Stored[],
  incoming: readonly ReadPanel[],
): Map<Stored, ReadPanel> {
  const pairs = new Map<Stored, ReadPanel>();
  const left = new Map<string, Set<ReadPanel>>();
  for (const panel of incoming) {
    const same = left.get(panel.head.code);
    if (same) same.add(panel);
    else left.set(panel.head.code, new Set([panel]));
  }
  const pair = (fits: (known: Stored, sent: ReadPanel) => boolean) => {
    for (const panel of stored) {
      if (pairs.has(panel)) continue;
      const same = left.get(panel.head.code);
      for (const found of same ?? []) {
        if (!fits(panel, found)) continue;
        pairs.set(panel, found);
        same!.delete(found);
        break;
      }
    }
  };
  const numberOf = ({ head }: { head: StoredPanelHead }) => head.filler_number ?? null;
  const series = seriesOf([
    stored.map(placed),
    incoming.map(({ head, lines }) => placed({ head, lines: lines.map(({ row }) => row) })),
  ]);
  const isSeries = (panel: { head: StoredPanelHead }) => series.has(keyOf(panel));
  pair(
    (known, sent) =>
      numberOf(known) === numberOf(sent) &&
      (!isSeries(known) || timeOf(known.lines) === timeOf(sent.lines.map(({ row }) => row))),
  );
  pair((known, sent) => (numberOf(known) === null) !== (numberOf(sent) === null));
  return pairs;
}

const keyOf = ({ head }: { head: StoredPanelHead }) => `${head.code}\n${head.filler_number ?? ''}`;
const timeOf = ([line]: readonly ObservationRow[]) => line?.observedAt?.getTime() ?? null;

interface Placed {
  key: string;
  time: number | null;
}

const placed = (panel: { head: StoredPanelHead; lines: readonly ObservationRow[] }): Placed => ({
  key: keyOf(panel),
  time: timeOf(panel.lines),
});

/** Tests that one side contains several times under one number, at different times. */
function seriesOf(sides: readonly (readonly Placed[])[]): Set<string> {
  const series = new Set<string>();
  for (const panels of sides) {
    const times = new Map<string, number | null>();
    for (const { key, time } of panels)
      if (times.has(key) && times.get(key) !== time) series.add(key);
      else times.set(key, time);
  }
  return series;
}
