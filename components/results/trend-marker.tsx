/**
 * A value in a graph: dot for normal, diamond for abnormal, square for critical, cross for not classified; open for `<`
 * and `>`; a ring for corrected, a dashed ring for preliminary. Distinguishable without color.
 */
import { OBSERVATION_STATUS_WORDS, SEVERITY_WORDS } from '@/server/domain/lab-results/rules';
import type { PastValue } from '@/server/domain/lab-results/history-contract';
import { markOf } from './marks';

type MarkerShape = 'dot' | 'diamond' | 'square' | 'cross';

export interface Marker {
  shape: MarkerShape;
  open: boolean;
  ring: 'corrected' | 'preliminary' | null;
  letter: string;
  tone: 'critical' | 'abnormal' | 'quiet';
}

export function markerOf(value: PastValue): Marker {
  const mark = markOf(value);
  return {
    shape:
      mark.tone === 'critical'
        ? 'square'
        : mark.tone === 'abnormal'
          ? 'diamond'
          : mark.shape === 'dotted'
            ? 'cross'
            : 'dot',
    open: value.comparator !== null,
    ring:
      value.status === 'corrected'
        ? 'corrected'
        : value.status === 'preliminary' || value.status === 'partial'
          ? 'preliminary'
          : null,
    letter: mark.letter,
    tone: mark.tone,
  };
}

const TONES = { critical: 'text-critical', abnormal: 'text-abnormal', quiet: 'text-ink' } as const;
const SHAPES: Record<MarkerShape, string> = {
  dot: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  diamond: 'M0-6.5L6.5 0L0 6.5L-6.5 0Z',
  square: 'M-5-5H5V5H-5Z',
  cross: 'M-4-4L4 4M-4 4L4-4',
};

interface MarkerShapesProps {
  marker: Marker;
  /** Baseline of the letter; null hides it. */
  letterAt?: number | null;
}

/** Centered on the origin. */
export function MarkerShapes({ marker, letterAt = -12 }: MarkerShapesProps) {
  return (
    <g className={TONES[marker.tone]}>
      <path
        d={SHAPES[marker.shape]}
        fill={marker.open ? 'var(--color-paper)' : 'currentColor'}
        stroke="currentColor"
        strokeWidth="2"
      />
      {marker.ring ? (
        <circle
          r="9.5"
          fill="none"
          stroke="var(--color-info)"
          strokeWidth="1.5"
          strokeDasharray={marker.ring === 'preliminary' ? '3 2.5' : undefined}
        />
      ) : null}
      {marker.letter && letterAt !== null ? (
        <text y={letterAt} textAnchor="middle" fontSize="11" fontWeight="700" fill="currentColor">
          {marker.letter}
        </text>
      ) : null}
    </g>
  );
}

const PLAIN: Marker = { shape: 'dot', open: false, ring: null, letter: '', tone: 'quiet' };
const KEY: { label: string; marker: Marker; when: (marker: Marker) => boolean }[] = [
  { label: SEVERITY_WORDS.normal, marker: PLAIN, when: ({ shape }) => shape === 'dot' },
  {
    label: SEVERITY_WORDS.abnormal,
    marker: { ...PLAIN, shape: 'diamond', tone: 'abnormal' },
    when: ({ shape }) => shape === 'diamond',
  },
  {
    label: SEVERITY_WORDS.critical,
    marker: { ...PLAIN, shape: 'square', tone: 'critical' },
    when: ({ shape }) => shape === 'square',
  },
  {
    label: SEVERITY_WORDS.unknown,
    marker: { ...PLAIN, shape: 'cross' },
    when: ({ shape }) => shape === 'cross',
  },
  { label: 'Outside measuring range (< or >)', marker: { ...PLAIN, open: true }, when: ({ open }) => open },
  {
    label: OBSERVATION_STATUS_WORDS.corrected,
    marker: { ...PLAIN, ring: 'corrected' },
    when: ({ ring }) => ring === 'corrected',
  },
  {
    label: OBSERVATION_STATUS_WORDS.preliminary,
    marker: { ...PLAIN, ring: 'preliminary' },
    when: ({ ring }) => ring === 'preliminary',
  },
];

/** Explains the markers that this graph contains. */
export function TrendLegend({ markers, banded }: { markers: readonly Marker[]; banded: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label="Legend">
      {banded ? (
        <li className="inline-flex items-center gap-1.5">
          <svg width="24" height="16" aria-hidden="true">
            <rect
              y="3"
              width="24"
              height="10"
              fill="var(--color-range)"
              stroke="var(--color-range-edge)"
              strokeWidth="1"
            />
          </svg>
          Reference range
        </li>
      ) : null}
      {KEY.filter(({ when }) => markers.some(when)).map(({ label, marker }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <svg width="22" height="22" viewBox="-11 -11 22 22" aria-hidden="true">
            <MarkerShapes marker={marker} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
