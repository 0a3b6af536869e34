import type { ReferenceRange } from '../../data-types/lab-result';
import type { Severity } from '../../data-types/lab-result-codes';
import type { NumericValue } from '../../hl7v2/read-number';

/**
 * Interprets flags. The laboratory's flag is never overwritten; one is computed only if it sent none. "Critical" is
 * never computed: limits are local policy.
 */
export interface Interpretation {
  /** First meaningful flag, or null. */
  interpretation: string | null;
  flags: string[];
  source: 'lab' | 'computed' | null;
  severity: Severity;
}

/**
 * HL7 table 0078 → severity. POS, NEG, DET and ND can be good or bad (vaccine antibodies), so they have no severity.
 */
const SEVERITY: Readonly<Record<string, Severity>> = {
  N: 'normal',
  S: 'normal',
  L: 'abnormal',
  H: 'abnormal',
  '<': 'abnormal',
  '>': 'abnormal',
  A: 'abnormal',
  I: 'abnormal',
  R: 'abnormal',
  LL: 'critical',
  HH: 'critical',
  AA: 'critical',
  POS: 'unknown',
  NEG: 'unknown',
  DET: 'unknown',
  ND: 'unknown',
};

/** Better, worse, up, down: a trend, which is not an interpretation and does not change the severity. */
const TREND = new Set(['U', 'D', 'B', 'W']);

// Next to another flag, "unknown" adds nothing: POS with A is abnormal, S with POS is normal.
const WEIGHT: Record<Severity, number> = { unknown: 0, normal: 1, abnormal: 2, critical: 3 };

export function readFlags(sent: readonly string[]): Interpretation {
  const flags = sent.map((flag) => flag.trim()).filter((flag) => flag !== '');
  if (flags.length === 0) return { interpretation: null, flags, source: null, severity: 'unknown' };
  const severity = flags.reduce<Severity>((worst, flag) => {
    const own = SEVERITY[flag] ?? 'unknown';
    return WEIGHT[own] > WEIGHT[worst] ? own : worst;
  }, 'unknown');
  return {
    interpretation: flags.find((flag) => !TREND.has(flag)) ?? flags[0]!,
    flags,
    source: 'lab',
    severity,
  };
}

type Place = 'low' | 'inside' | 'high' | 'unsure';

/** Position of a value in its range. With a comparator, only what is certain: "<5" against 3–10 may be low or not. */
function place({ number, comparator }: NumericValue, low: number | null, high: number | null): Place {
  if (comparator === null) {
    if (low !== null && number < low) return 'low';
    if (high !== null && number > high) return 'high';
    return 'inside';
  }
  if (comparator === '<' || comparator === '<=') {
    if (low !== null) return number < low || (comparator === '<' && number === low) ? 'low' : 'unsure';
    return high !== null && number <= high ? 'inside' : 'unsure';
  }
  if (high !== null) return number > high || (comparator === '>' && number === high) ? 'high' : 'unsure';
  return low !== null && number >= low ? 'inside' : 'unsure';
}

export interface Measured {
  value: NumericValue | null;
  unit: string | null;
  range: (Pick<ReferenceRange, 'low' | 'high'> & { unit?: string | null }) | null;
}

/**
 * The flag of a line. Computed only if the laboratory sent none, and value and range are numeric with the same unit;
 * then `L`, `H`, or none with severity normal (a normal flag is displayed only if the laboratory sent N).
 */
export function interpret(sent: readonly string[], { value, unit, range }: Measured): Interpretation {
  const stated = readFlags(sent);
  if (stated.source === 'lab' || !value || !range) return stated;
  const { low, high } = range;
  const sameUnit = range.unit === undefined || range.unit === unit;
  if (!sameUnit || (low === null && high === null) || (low !== null && high !== null && low > high))
    return stated;
  const where = place(value, low, high);
  if (where === 'unsure') return stated;
  if (where === 'inside') return { ...stated, severity: 'normal' };
  return { interpretation: where === 'low' ? 'L' : 'H', flags: [], source: 'computed', severity: 'abnormal' };
}
