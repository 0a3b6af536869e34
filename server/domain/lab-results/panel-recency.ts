import { isDeepStrictEqual } from 'node:util';
import type { StoredPanel } from './merge-panel';
import type { PairedLines } from './pair-lines';
import { orderOf, recencyOf, type Order, type Recency } from './recency';
import type { ObservationRow, ReadPanel } from './report';
import { isWithdrawn } from './rules';
import type { ObservationStatus, ResultStatus } from '../../data-types/lab-result-codes';

/** Compares the times of two versions of a panel, and whether they differ. Pure. */

/** @param reportedAt of the whole report, for panels without a time */
export function panelRecency(panel: StoredPanel, next: ReadPanel, reportedAt: string | null): Recency {
  const { head } = panel;
  const knownSent = head.sent_at ?? null;
  const knownReported = head.reported_at ?? (knownSent === null ? reportedAt : null);
  const inReported = { at: next.head.reported_at ?? null, until: next.reportedUntil };
  const inSent = { at: next.head.sent_at ?? null, until: next.sentUntil };
  const canCompareSent = inSent.at !== null && knownSent !== null;
  const rows = next.lines.map(({ row }) => row);
  return recencyOf({
    sent: orderOf(inSent, knownSent),
    // If MSH-7 is missing on one side, fall back to any available time.
    reported: canCompareSent
      ? orderOf(inReported, knownReported)
      : orderOf(inReported.at === null ? inSent : inReported, knownReported ?? knownSent),
    reportedGapMs:
      inReported.at !== null && knownReported !== null
        ? Math.abs(Date.parse(inReported.at) - Date.parse(knownReported))
        : null,
    observed: observedOrder(rows, panel.lines),
    corrects: isCorrection(next.head.status, rows),
    corrected: isCorrection(head.status, panel.lines),
    arrivedEarlier: (next.head.arrival ?? Infinity) < (head.arrival ?? -Infinity),
  });
}

const CORRECTING = new Set<ResultStatus | ObservationStatus>(['corrected', 'cancelled', 'deleted', 'wrong']);

const isCorrection = (status: ResultStatus, rows: readonly ObservationRow[]): boolean =>
  CORRECTING.has(status) || rows.some((row) => CORRECTING.has(row.status));

/** By the latest OBX-14 with a time of day. */
function observedOrder(sent: readonly ObservationRow[], known: readonly ObservationRow[]): Order {
  const [last, before] = [sent, known].map((rows) =>
    rows.reduce<number | null>((latest, { observedAt, observedAtPrecision: exact }) => {
      if (observedAt === null || exact === 'day' || exact === 'month' || exact === 'year') return latest;
      return Math.max(latest ?? -Infinity, observedAt.getTime());
    }, null),
  );
  if (last === null || last === undefined || before === null || before === undefined || last === before)
    return 'unknown';
  return last > before ? 'later' : 'earlier';
}

const SHOWN = ['valueText', 'unit', 'comparator', 'valueCode'] as const;

export function differsFrom({ head, lines }: ReadPanel, pairs: PairedLines, known: ResultStatus): boolean {
  if (lines.length === 0) return head.status === 'cancelled' && known !== 'cancelled';
  return lines.some(({ row, ...line }, at) => {
    const before = pairs.before.get(lines[at]!);
    if (!before) return true;
    if (isWithdrawn(row.status) !== isWithdrawn(before.status)) return true;
    if (line.keeps || (isWithdrawn(row.status) && row.valueText === null)) return false;
    return SHOWN.some((field) => !isDeepStrictEqual(row[field], before[field]));
  });
}
