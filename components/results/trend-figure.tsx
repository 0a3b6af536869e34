/**
 * The trend of one test, drawn on the server: straight lines, a time axis true to scale, and the reference range of each
 * value. For printing it contains patient, title, axes and legend.
 */
import { useFormat } from '#format';
import type { TrendSeries } from '@/server/domain/lab-results/history-contract';
import { OBSERVATION_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import type { Format } from '../format/format';
import { unitText, unitWords } from '@/server/data-types/unit-text';
import { markOf } from './marks';
import {
  bandsOf,
  letterPlaces,
  PLOT_HEIGHT,
  scaleOf,
  timeTicks,
  xOf,
  yOf,
  type Band,
  type Span,
  type Tick,
} from './trend-geometry';
import { TrendFocus } from './trend-focus';
import { markerOf, MarkerShapes, TrendLegend, type Marker } from './trend-marker';
import { NO_VALUE, rangeText } from './words';

export type Point = TrendSeries['points'][number];

/** "05-Nov-2026 14:07, 6.9 mmol/L, Critical high, reference range 3.5 – 5.1" */
function pointText(point: Point, unit: string | null, format: Format): string {
  const mark = markOf(point);
  const range = rangeText(point);
  return [
    format.clinical(point.observed_at, point.precision),
    `${showTurns(point.value_text ?? NO_VALUE)}${unit && point.value_text !== null ? ` ${unit}` : ''}`,
    `${mark.word}${mark.computed ? ', calculated' : ''}`,
    ...(point.status === 'final' ? [] : [OBSERVATION_STATUS_WORDS[point.status]]),
    ...(range ? [`reference range ${range}`] : []),
  ].join(', ');
}

export const drawable = (point: Point): boolean =>
  point.value_number !== null && point.observed_at !== null && point.status !== 'cancelled';

/** @param point one that is drawable */
export const momentOf = ({ observed_at: at, precision }: Point, format: Format): number =>
  format.clinicalMoment(at!, precision);

interface Drawn {
  point: Point;
  marker: Marker;
  /** Percent of the width. */
  x: number;
  value: number;
  low: number | null;
  high: number | null;
}

type ToY = (value: number) => number;

interface TrendFigureProps {
  id: string;
  series: TrendSeries;
  /** Values of the selected period. */
  points: readonly Point[];
  span: Span;
  /** Name, birth date and MRN. */
  patient: string;
}

export function TrendFigure({ id, series, points, span, patient }: TrendFigureProps) {
  const format = useFormat();
  const drawn = points.filter(drawable).map((point): Drawn => ({
    point,
    marker: markerOf(point),
    x: xOf(momentOf(point, format), span),
    value: point.value_number!,
    low: point.reference_range?.low ?? null,
    high: point.reference_range?.high ?? null,
  }));
  const scale = scaleOf(
    drawn.flatMap(({ value, low, high }) => [value, low, high].filter((number) => number !== null)),
  );
  const unit = series.unit && unitText(series.unit);
  const spoken = series.unit ? `${series.name} (${unitWords(series.unit)})` : series.name;
  if (!scale)
    return <p className="border-y border-line bg-canvas px-4 py-3">No numeric values in this period.</p>;
  const y: ToY = (value) => yOf(value, scale);
  const bands = bandsOf(drawn);
  const letters = letterPlaces(
    drawn.map(({ marker, x, value }) => ({
      x,
      y: y(value),
      letter: marker.letter,
      isCritical: marker.tone === 'critical',
    })),
  );
  return (
    <figure aria-labelledby={id} className="trend">
      <figcaption className="hidden text-sm text-ink-2 print:block">
        <span>{patient}</span>
      </figcaption>
      {/* The heading above has the name. */}
      {unit ? <p className="text-sm text-ink-2">{unit}</p> : null}
      <div className="trend-plot">
        <ValueAxis ticks={scale.ticks} y={y} />
        <div className="trend-field">
          <svg
            width="100%"
            height={PLOT_HEIGHT + 24}
            overflow="visible"
            role="img"
            aria-label={`Graph of ${spoken}, ${drawn.length} of ${points.length} values. The table contains all of them.`}
          >
            <Bands bands={bands} y={y} />
            <TimeAxis ticks={timeTicks(span, format)} span={span} />
            <Lines drawn={drawn} y={y} />
            {drawn.map(({ point, marker, x, value }, index) => (
              <svg
                key={point.observation_id}
                x={`${x}%`}
                y={y(value)}
                overflow="visible"
                className="trend-point"
              >
                <title>{pointText(point, unit, format)}</title>
                <MarkerShapes marker={marker} letterAt={letters[index]!} />
              </svg>
            ))}
          </svg>
          <TrendFocus
            label={`Value of ${spoken}`}
            points={drawn.map(({ point, x, value }) => ({
              x,
              y: y(value),
              text: pointText(point, unit, format),
              spoken: pointText(point, series.unit && unitWords(series.unit), format),
            }))}
          />
        </div>
      </div>
      <p className="text-center text-sm font-semibold">Date collected</p>
      <TrendLegend markers={drawn.map(({ marker }) => marker)} banded={bands.length > 0} />
    </figure>
  );
}

const ValueAxis = ({ ticks, y }: { ticks: readonly Tick[]; y: ToY }) => (
  <svg width="56" height={PLOT_HEIGHT} overflow="visible" aria-hidden="true" className="trend-y">
    <line x1="55.5" x2="55.5" y1="0" y2={PLOT_HEIGHT} stroke="var(--color-ink)" />
    {ticks.map(({ at, label }) => (
      <g key={label}>
        <line x1="50" x2="56" y1={y(at)} y2={y(at)} stroke="var(--color-ink)" />
        <text x="46" y={y(at) + 4} textAnchor="end" fontSize="13" fill="var(--color-ink)">
          {label}
        </text>
      </g>
    ))}
  </svg>
);

/** The reference range of each value. */
const Bands = ({ bands, y }: { bands: readonly Band[]; y: ToY }) =>
  bands.map((band, index) => {
    const top = band.high === null ? 0 : y(band.high);
    const bottom = band.low === null ? PLOT_HEIGHT : y(band.low);
    const ends = { x1: `${band.from}%`, x2: `${band.to}%`, stroke: 'var(--color-range-edge)' };
    return (
      <g key={index} className="trend-band">
        <rect
          x={`${band.from}%`}
          width={`${band.to - band.from}%`}
          y={top}
          height={Math.max(1, bottom - top)}
          fill="var(--color-range)"
        />
        {band.high === null ? null : <line {...ends} y1={top} y2={top} />}
        {band.low === null ? null : <line {...ends} y1={bottom} y2={bottom} />}
      </g>
    );
  });

const TimeAxis = ({ ticks, span }: { ticks: readonly Tick[]; span: Span }) => (
  <>
    <line x1="0" x2="100%" y1={PLOT_HEIGHT} y2={PLOT_HEIGHT} stroke="var(--color-ink)" />
    {ticks.map(({ at, label }) => {
      const x = xOf(at, span);
      return (
        <g key={at} className="trend-tick">
          <line x1={`${x}%`} x2={`${x}%`} y1={PLOT_HEIGHT} y2={PLOT_HEIGHT + 6} stroke="var(--color-ink)" />
          <text
            x={`${x}%`}
            y={PLOT_HEIGHT + 20}
            textAnchor={x < 12 ? 'start' : x > 88 ? 'end' : 'middle'}
            fontSize="13"
            fill="var(--color-ink)"
          >
            {label}
          </text>
        </g>
      );
    })}
  </>
);

const Lines = ({ drawn, y }: { drawn: readonly Drawn[]; y: ToY }) =>
  drawn.slice(1).map((to, index) => {
    const from = drawn[index]!;
    // A value such as "<0.5" has no exact position.
    const inexact = from.marker.open || to.marker.open;
    return (
      <line
        key={index}
        x1={`${from.x}%`}
        y1={y(from.value)}
        x2={`${to.x}%`}
        y2={y(to.value)}
        stroke="var(--color-control)"
        strokeWidth="1.5"
        strokeDasharray={inexact ? '4 4' : undefined}
      />
    );
  });
