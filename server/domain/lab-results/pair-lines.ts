import type { ObservationRow, ReadLine } from './report';
import { isFinal } from './rules';

/**
 * Pairs the lines of a message with stored lines by role, code, sub-ID and time. Values of a series (glucose tolerance,
 * troponin) share one code and differ only in time, and a later message may contain any of them, so the position in the
 * message is irrelevant. Pure.
 */
export interface PairedLines {
  before: Map<ReadLine, ObservationRow>;
  /** Corrections of one of several values, without stating which: they are added, and nothing is overwritten. */
  unclear: Set<ReadLine>;
}

export const UNCLEAR_NOTE = {
  text: 'The laboratory did not make clear which earlier value this line corrects.',
  source: 'service',
};

/** An observation that is not a result never replaces a result. */
const groupOf = ({ role, code, subId }: ObservationRow): string => `${role}\n${code}\n${subId ?? ''}`;
const timeOf = ({ observedAt }: ObservationRow): number | null => observedAt?.getTime() ?? null;
const valueOf = ({ valueText, unit }: ObservationRow): string => `${valueText ?? ''}\n${unit ?? ''}`;
const CORRECTING = new Set<ObservationRow['status']>(['corrected', 'deleted', 'wrong', 'cancelled']);

export function pairLines(stored: readonly ObservationRow[], sent: readonly ReadLine[]): PairedLines {
  const paired: PairedLines = { before: new Map(), unclear: new Set() };
  const known = grouped(stored, groupOf);
  for (const [group, lines] of grouped(sent, ({ row }) => groupOf(row)))
    pairGroup(known.get(group) ?? [], lines, paired);
  return paired;
}

function pairGroup(stored: readonly ObservationRow[], sent: readonly ReadLine[], paired: PairedLines): void {
  if (stored.length === 0) return;
  // One on both sides is the same line, even if its time was corrected.
  if (stored.length === 1 && sent.length === 1) {
    if (!isNextOfSeries(stored[0]!, sent[0]!)) paired.before.set(sent[0]!, stored[0]!);
    return;
  }
  const known = grouped(stored, timeOf);
  const times = grouped(sent, ({ row }) => timeOf(row));
  const sameTime = times.size === 1 && known.has(timeOf(sent[0]!.row));
  // Lines with the same time cannot be distinguished by time: multi-line text, isolates, two units.
  if (
    known.size === 1 &&
    times.size === 1 &&
    (sameTime || stored.length === sent.length || areText(stored, sent))
  ) {
    pairEqual(stored, sent, paired);
  } else {
    for (const [time, lines] of times) pairSeries(known.get(time) ?? [], lines, paired);
  }
  const taken = new Set(paired.before.values());
  const left = stored.filter((row) => !taken.has(row));
  const open = sent.filter((line) => !paired.before.has(line));
  const correcting = open.filter(({ row }) => CORRECTING.has(row.status));
  if (left.length === 1 && open.length === 1 && correcting.length === 1)
    paired.before.set(open[0]!, left[0]!);
  else if (left.length > 0) for (const line of correcting) paired.unclear.add(line);
}

/**
 * OBX-14 is the clinically relevant time, so another final value at another time is another measurement, unless the
 * laboratory marks it as a correction. Preliminary values and text may become final at a later time.
 */
function isNextOfSeries(stored: ObservationRow, { row, timed }: ReadLine): boolean {
  return (
    isFinal(stored.status) &&
    row.status === 'final' &&
    timed &&
    stored.observedAt !== null &&
    timeOf(stored) !== timeOf(row) &&
    valueOf(stored) !== valueOf(row) &&
    row.valueType !== 'text'
  );
}

function areText(stored: readonly ObservationRow[], sent: readonly ReadLine[]): boolean {
  const isText = ({ valueType }: ObservationRow) => valueType === 'text' || valueType === 'none';
  return stored.every(isText) && sent.every(({ row }) => isText(row));
}

/** A line without its own time has the time of its panel, which does not identify it within a series. */
function pairSeries(stored: readonly ObservationRow[], sent: readonly ReadLine[], paired: PairedLines): void {
  const own = sent.filter((line) => line.timed || stored.some((row) => valueOf(row) === valueOf(line.row)));
  pairEqual(stored, own, paired);
}

/**
 * Lines with the same code, sub-ID and time: paired by equal value, then by equal unit, then by position where that is
 * unambiguous.
 */
function pairEqual(stored: readonly ObservationRow[], sent: readonly ReadLine[], paired: PairedLines): void {
  // Multi-line text is one value, so its lines are in order.
  if (areText(stored, sent)) {
    for (const [at, line] of sent.slice(0, stored.length).entries()) paired.before.set(line, stored[at]!);
    return;
  }
  const free = new Set(stored);
  let open = [...sent];
  const pairBy = (keyOf: (row: ObservationRow) => string, onlyInEqualNumber: boolean) => {
    const known = grouped([...free], keyOf);
    for (const [key, lines] of grouped(open, ({ row }) => keyOf(row))) {
      const rows = known.get(key) ?? [];
      if (onlyInEqualNumber && rows.length !== lines.length) continue;
      for (const [at, line] of lines.slice(0, rows.length).entries()) {
        paired.before.set(line, rows[at]!);
        free.delete(rows[at]!);
      }
    }
    open = open.filter((line) => !paired.before.has(line));
  };
  pairBy(valueOf, false);
  pairBy(({ unit }) => unit ?? '', true);
  pairBy(() => '', true);
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
