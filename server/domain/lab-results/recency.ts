/**
 * Decides whether an incoming panel is newer than the stored one, by the table in docs/decisions/0030-what-is-newer.md.
 * Pure.
 */

/** A time of the message compared with the stored one; `unknown` if equal, or missing on one side. */
export type Order = 'later' | 'earlier' | 'unknown';
export type Recency = 'newer' | 'older' | 'unclear';

export interface RecencySignals {
  /** MSH-7 */
  sent: Order;
  /** OBR-22 */
  reported: Order;
  /** Between the two OBR-22; null if one is missing. */
  reportedGapMs: number | null;
  /** The latest OBX-14 of the lines. */
  observed: Order;
  /** OBX-11 C, D, W or X, or a panel with status corrected or canceled. */
  corrects: boolean;
  /** The stored panel is itself a correction. */
  corrected: boolean;
  /** It arrived before the stored one, and is being read again. */
  arrivedEarlier: boolean;
}

/** Tolerated difference between the clocks of one laboratory. */
export const CLOCKS_DIFFER_MS = 15 * 60_000;

export function recencyOf(signals: RecencySignals): Recency {
  const { sent, reported, observed, corrects, arrivedEarlier } = signals;
  if (sent !== 'unknown') return bySending(signals, sent);
  if (reported === 'later') return 'newer';
  if (reported === 'earlier') return observed === 'later' || corrects ? 'unclear' : 'older';
  // Equal times: use the order of arrival.
  return arrivedEarlier ? 'older' : 'newer';
}

function bySending(
  { reported, reportedGapMs, observed, corrects, corrected }: RecencySignals,
  sent: 'later' | 'earlier',
): Recency {
  const verdict = sent === 'later' ? 'newer' : 'older';
  if (reported === 'unknown' || reported === sent)
    return verdict === 'older' && observed === 'later' ? 'unclear' : verdict;
  // OBR-22 contradicts MSH-7: decide by OBX-14, or by a difference within the clock tolerance.
  if (observed === sent) return verdict;
  if (observed !== 'unknown' || (reportedGapMs ?? Infinity) > CLOCKS_DIFFER_MS) return 'unclear';
  return verdict === 'newer' && corrected && !corrects ? 'unclear' : verdict;
}

/** @param known time of the stored panel. A time given as a day or minute covers all of it, up to `until`. */
export function orderOf(sent: { at: string | null; until: string | null }, known: string | null): Order {
  if (sent.at === null || known === null) return 'unknown';
  if ((sent.until ?? sent.at) < known) return 'earlier';
  return sent.at > known ? 'later' : 'unknown';
}
