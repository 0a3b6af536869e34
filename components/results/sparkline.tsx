/** Up to twelve values of one test on a time scale, the last one marked. Hidden from screen readers: the numbers are printed. */
import type { RecentValues } from '@/server/domain/lab-results/history-contract';

export type Recent = RecentValues['lines'][number]['values'];

const WIDTH = 96;
const HEIGHT = 28;
const EDGE = 6;

export function sparkPoints(values: Recent): { x: number; y: number }[] {
  const times = values.map(({ at }) => Date.parse(at));
  const numbers = values.map(({ number }) => number);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const round = (place: number): number => Math.round(place * 10) / 10;
  return values.map((_value, index) => ({
    x: round(
      last === first ? WIDTH / 2 : EDGE + ((times[index]! - first) / (last - first)) * (WIDTH - 2 * EDGE),
    ),
    y: round(
      high === low
        ? HEIGHT / 2
        : HEIGHT - EDGE - ((numbers[index]! - low) / (high - low)) * (HEIGHT - 2 * EDGE),
    ),
  }));
}

const TONES = {
  critical: 'text-critical',
  abnormal: 'text-abnormal',
  normal: 'text-ink',
  unknown: 'text-ink',
};

export function Sparkline({ values }: { values: Recent }) {
  const points = sparkPoints(values);
  const last = points.at(-1);
  const own = values.at(-1);
  if (!last || !own || points.length < 2) return null;
  const paint = {
    fill: own.open ? 'var(--color-paper)' : 'currentColor',
    stroke: 'currentColor',
    strokeWidth: 1.5,
  };
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      fill="none"
      aria-hidden="true"
      className={TONES[own.severity]}
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        stroke="var(--color-control)"
        strokeWidth="1.5"
      />
      {points.slice(0, -1).map(({ x, y }, index) => (
        <circle
          key={index}
          cx={x}
          cy={y}
          r="2"
          fill={values[index]!.open ? 'var(--color-paper)' : 'var(--color-control)'}
          stroke="var(--color-control)"
        />
      ))}
      {own.severity === 'critical' ? (
        <rect x={last.x - 4} y={last.y - 4} width="8" height="8" {...paint} />
      ) : own.severity === 'abnormal' ? (
        <path d={`M${last.x} ${last.y - 5}l5 5-5 5-5-5Z`} {...paint} />
      ) : (
        <circle cx={last.x} cy={last.y} r="3.5" {...paint} />
      )}
    </svg>
  );
}
