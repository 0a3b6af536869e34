/**
 * A value on its reference range: shaded part = in range; dot inside, diamond outside, square for critical, open
 * marker for `<` and `>`, arrow when off the scale. Hidden from screen readers, because the range is printed next to it.
 */
import { railOf } from './range-geometry';
import type { Observation } from '@/server/domain/lab-results/contract';

type RailObservation = Pick<Observation, 'value_number' | 'comparator' | 'reference_range' | 'severity'>;

export function RangeRail({ observation }: { observation: RailObservation }) {
  const range = observation.reference_range;
  const rail = railOf({
    low: range?.low ?? null,
    high: range?.high ?? null,
    value: observation.value_number,
  });
  if (!rail) return null;
  const x = 4 + rail.at * 1.2;
  const open = observation.comparator !== null;
  const critical = observation.severity === 'critical';
  const tone = critical ? 'text-critical' : rail.inside ? 'text-ink' : 'text-abnormal';
  const paint = {
    fill: open ? 'var(--color-paper)' : 'currentColor',
    stroke: 'currentColor',
    strokeWidth: 2,
  };
  return (
    <svg viewBox="0 0 128 16" className={`h-4 w-32 ${tone}`} fill="none" aria-hidden="true">
      <path d="M4 8h120" stroke="var(--color-control)" strokeWidth="1" />
      <rect
        x={4 + rail.from * 1.2}
        y="3"
        width={(rail.to - rail.from) * 1.2}
        height="10"
        fill="var(--color-range)"
        stroke="var(--color-range-edge)"
        strokeWidth="1"
      />
      {rail.off === 'left' ? <path d="m9 3-5 5 5 5" stroke="currentColor" strokeWidth="2" /> : null}
      {rail.off === 'right' ? <path d="m119 3 5 5-5 5" stroke="currentColor" strokeWidth="2" /> : null}
      {critical ? <rect x={offset(x, rail.off) - 4} y="4" width="8" height="8" {...paint} /> : null}
      {!critical && rail.inside ? <circle cx={offset(x, rail.off)} cy="8" r="4" {...paint} /> : null}
      {!critical && !rail.inside ? <path d={`M${offset(x, rail.off)} 3l5 5-5 5-5-5Z`} {...paint} /> : null}
    </svg>
  );
}

/** Leaves room for the arrow at the end of the rail. */
function offset(x: number, off: 'left' | 'right' | null): number {
  if (off === 'left') return x + 8;
  if (off === 'right') return x - 8;
  return x;
}
