/** The last 24 hours as bars, drawn on the server. */
const WIDTH = 120;
const HEIGHT = 28;
const GAP = 1;

interface HourBarsProps {
  /** Oldest first. */
  counts: readonly number[];
  /** What is counted: "messages". */
  of: string;
}

export function HourBars({ counts, of }: HourBarsProps) {
  const most = Math.max(1, ...counts);
  const step = WIDTH / counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <figure className="shrink-0 text-right text-sm text-ink-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`${total} ${of} in the last 24 hours, at most ${Math.max(0, ...counts)} in an hour`}
        className="block"
      >
        {counts.map((count, hour) => {
          // An hour with few is still visible next to one with many.
          const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * HEIGHT));
          return (
            <rect
              key={hour}
              x={Math.round(hour * step * 10) / 10}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
              fill={count === 0 ? 'var(--color-line)' : 'var(--color-accent)'}
            />
          );
        })}
      </svg>
      <figcaption aria-hidden="true">{of}, 24 h</figcaption>
    </figure>
  );
}
