'use client';
/** A cursor over a graph, moved by arrow keys or pointer from value to value, with date, value and flag as text. */
import { useRef, useState, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react';

export interface FocusPoint {
  /** Percent of the width. */
  x: number;
  /** Pixels from the top. */
  y: number;
  text: string;
  /** The text for screen readers. */
  spoken: string;
}

const never = () => () => undefined;
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

export function TrendFocus({ label, points }: { label: string; points: readonly FocusPoint[] }) {
  const scripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const box = useRef<HTMLDivElement>(null);
  const last = points.length - 1;
  const [at, setAt] = useState<number | null>(null);
  if (!scripted || last < 0) return null;
  const point = points[at ?? last]!;

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, step(at ?? last, last))));
  }

  function pointAt(event: PointerEvent) {
    const { left, width } = box.current!.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 100;
    const nearest = points.reduce(
      (best, one, index) => (Math.abs(one.x - x) < Math.abs(points[best]!.x - x) ? index : best),
      0,
    );
    setAt(nearest);
  }

  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(at ?? last) + 1}
      aria-valuetext={point.spoken}
      onKeyDown={press}
      onFocus={() => setAt((now) => now ?? last)}
      onPointerMove={pointAt}
      onPointerDown={pointAt}
      className="trend-focus print:hidden"
    >
      {at === null ? null : (
        <>
          <svg width="100%" height="100%" aria-hidden="true" overflow="visible">
            <line
              x1={`${point.x}%`}
              x2={`${point.x}%`}
              y1="0"
              y2="200"
              stroke="var(--color-accent)"
              strokeWidth="2"
            />
            <circle
              cx={`${point.x}%`}
              cy={point.y}
              r="12"
              fill="none"
              stroke="var(--color-accent)"
              strokeWidth="2"
            />
          </svg>
          <p aria-hidden="true" className="trend-readout">
            {point.text}
          </p>
        </>
      )}
    </div>
  );
}
