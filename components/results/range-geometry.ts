/** Position of a value on the scale of its reference range. The drawing is in range-rail.tsx. */
export interface RailInput {
  low: number | null;
  high: number | null;
  value: number | null;
}

export interface Rail {
  /** Shaded reference range and marker, in units of the rail from 0 to 100. */
  from: number;
  to: number;
  at: number;
  off: 'left' | 'right' | null;
  inside: boolean;
}

const QUARTER = 25;

/** The reference range fills the middle half of the rail; a one-sided range is shaded to that end of the rail. */
export function railOf({ low, high, value }: RailInput): Rail | null {
  if (value === null || (low === null && high === null)) return null;
  const [left, right] = domain(low, high);
  const width = right - left;
  if (!(width > 0)) return null;
  const position = ((value - left) / width) * 100;
  return {
    from: low === null ? 0 : QUARTER,
    to: high === null ? 100 : 100 - QUARTER,
    at: Math.min(97, Math.max(3, position)),
    off: position < 0 ? 'left' : position > 100 ? 'right' : null,
    inside: (low === null || value >= low) && (high === null || value <= high),
  };
}

function domain(low: number | null, high: number | null): [number, number] {
  if (low !== null && high !== null) {
    const half = (high - low) / 2;
    return [low - half, high + half];
  }
  if (high !== null) {
    const span = Math.abs(high) || 1;
    return [high - span, high + span / 3];
  }
  const bound = low ?? 0;
  const span = Math.abs(bound) || 1;
  return [bound - span / 3, bound + span];
}
