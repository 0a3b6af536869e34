/**
 * Whether a panel that came in was made after the one that we have. The table of
 * docs/decisions/0030-what-is-newer.md; pure.
 */

/** One time of the message compared with the same one of what we have; `unknown`: the same, or missing on a side. */
export type Order = 'later' | 'earlier' | 'unknown';
export type Recency = 'newer' | 'older' | 'unclear';

export interface RecencySignals {
  /** MSH-7 */
  sent: Order;
  /** OBR-22 */
  reported: Order;
  /** Between the two OBR-22; null where one is missing. */
  reportedGapMs: number | null;
  /** The latest OBX-14 of the lines. */
  observed: Order;
  /** OBX-11 C, D, W or X, or a panel that is called corrected or cancelled. */
  corrects: boolean;
  /** What we have is a correction itself. */
  corrected: boolean;
  /** It arrived before what we have, and is read again. */
  arrivedEarlier: boolean;
}

/** Clocks of one laboratory differ by so much. */
export const CLOCKS_DIFFER_MS = 15 * 60_000;

export function recencyOf(signals: RecencySignals): Recency {
  const { sent, reported, observed, corrects, arrivedEarlier } = signals;
  if (sent !== 'unknown') return bySending(signals, sent);
  if (reported === 'later') return 'newer';
  if (reported === 'earlier') return observed === 'later' || corrects ? 'unclear' : 'older';
  // What times cannot tell apart is in order of arrival.
  return arrivedEarlier ? 'older' : 'newer';
}

function bySending(
  { reported, reportedGapMs, observed, corrects, corrected }: RecencySignals,
  sent: 'later' | 'earlier',
): Recency {
  const verdict = sent === 'later' ? 'newer' : 'older';
  if (reported === 'unknown' || reported === sent)
    return verdict === 'older' && observed === 'later' ? 'unclear' : verdict;
  // OBR-22 says the opposite: OBX-14 decides, or a difference that clocks can have.
  if (observed === sent) return verdict;
  if (observed !== 'unknown' || (reportedGapMs ?? Infinity) > CLOCKS_DIFFER_MS) return 'unclear';
  return verdict === 'newer' && corrected && !corrects ? 'unclear' : verdict;
}

/** @param known of what we have. A time that was given as a day or a minute can mean all of it, until `until`. */
export function orderOf(sent: { at: string | null; until: string | null }, known: string | null): Order {
  if (sent.at === null || known === null) return 'unknown';
  if ((sent.until ?? sent.at) < known) return 'earlier';
  return sent.at > known ? 'later' : 'unknown';
}
