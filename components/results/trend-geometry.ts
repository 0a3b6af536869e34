/**
 * Geometry of a trend; the drawing is in trend-figure.tsx. Horizontal positions are percent of the width, vertical ones
 * pixels.
 */
import { formatDate } from '../format/dates';
import type { Format } from '../format/format';

/** Milliseconds. */
export interface Span {
  from: number;
  to: number;
}

export interface Tick {
  at: number;
  label: string;
}

export const PLOT_HEIGHT = 200;
const DAY = 86_400_000;

export const WINDOWS = [
  { key: '3m', label: '3 months', months: 3 },
  { key: '1y', label: '1 year', months: 12 },
  { key: '5y', label: '5 years', months: 60 },
  { key: 'all', label: 'All', months: null },
] as const;
export type WindowKey = (typeof WINDOWS)[number]['key'];

export const readWindow = (value: string | undefined): WindowKey =>
  WINDOWS.find(({ key }) => key === value)?.key ?? 'all';

/** Start of a window; null: the first value. */
export function windowStart(window: WindowKey, now: number): number | null {
  const months = WINDOWS.find(({ key }) => key === window)!.months;
  if (months === null) return null;
  const start = new Date(now);
  start.setUTCMonth(start.getUTCMonth() - months);
  return start.getTime();
}

/** The time axis shared by all graphs of a page. */
export function spanOf(times: readonly number[], start: number | null, now: number): Span | null {
  if (start !== null) return { from: start, to: Math.max(now, ...times) };
  if (times.length === 0) return null;
  const [from, to] = [Math.min(...times), Math.max(...times)];
  // So that no value is drawn on an axis.
  const margin = from === to ? 15 * DAY : (to - from) * 0.03;
  return { from: from - margin, to: to + margin };
}

/** Percent of the width. */
export const xOf = (at: number, { from, to }: Span): number => ((at - from) / (to - from)) * 100;

export interface Scale {
  low: number;
  high: number;
  ticks: Tick[];
}

/** Round steps that include all values and the bounds of all ranges. */
export function scaleOf(numbers: readonly number[]): Scale | null {
  if (numbers.length === 0) return null;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const width = most - least || Math.abs(most) || 1;
  const rough = width / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const first = Math.floor((most === least ? least - width / 2 : least) / step);
  const last = Math.ceil((most === least ? most + width / 2 : most) / step);
  const decimals = Math.min(10, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const ticks = Array.from({ length: last - first + 1 }, (_unused, nth) => (first + nth) * step);
  if (!ticks.every(Number.isFinite)) return null;
  return {
    low: ticks[0]!,
    high: ticks.at(-1)!,
    ticks: ticks.map((at) => ({
      at,
      label: Math.abs(at) >= 1e7 ? at.toExponential(1) : at.toFixed(decimals),
    })),
  };
}

/** Pixels from the top. */
export const yOf = (value: number, { low, high }: Pick<Scale, 'low' | 'high'>): number =>
  PLOT_HEIGHT - ((value - low) / (high - low)) * PLOT_HEIGHT;

const MOST_TICKS = 4;

/** Round times in the time zone of the organization; with fewer than two of them, the ends of the axis. */
export function timeTicks(span: Span, format: Format): Tick[] {
  const days = (span.to - span.from) / DAY;
  for (const step of [1, 2, 7, 14])
    if (days / step <= MOST_TICKS) return atLeastTwo(dayTicks(span, format, step), span, format);
  for (const step of [1, 2, 3, 6])
    if (days / 30.4 / step <= MOST_TICKS)
      return atLeastTwo(monthTicks(span, format, step, 'month'), span, format);
  let years = 1;
  while (days / 365.2 / years > MOST_TICKS) years *= years === 1 || years === 10 ? 2 : 2.5;
  return atLeastTwo(monthTicks(span, format, 12 * Math.ceil(years), 'year'), span, format);
}

function atLeastTwo(ticks: Tick[], { from, to }: Span, format: Format): Tick[] {
  if (ticks.length >= 2) return ticks;
  return [from, to].map((at) => ({ at, label: format.instant(new Date(at).toISOString()) }));
}

function dayTicks({ from, to }: Span, format: Format, step: number): Tick[] {
  const [year, month, first] = format.dayOf(new Date(from).toISOString()).split('-').map(Number);
  const ticks: Tick[] = [];
  for (let nth = 0; nth <= (MOST_TICKS + 2) * step; nth += step) {
    const day = new Date(Date.UTC(year!, month! - 1, first! + nth)).toISOString().slice(0, 10);
    const at = Date.parse(format.startOfDay(day)!);
    if (at >= from && at <= to) ticks.push({ at, label: formatDate(day) });
  }
  return ticks;
}

function monthTicks({ from, to }: Span, format: Format, step: number, precision: 'month' | 'year'): Tick[] {
  const [year, month] = format.dayOf(new Date(from).toISOString()).split('-').map(Number);
  const begin = Math.floor((year! * 12 + month! - 1) / step) * step;
  const ticks: Tick[] = [];
  for (let nth = begin; nth <= begin + (MOST_TICKS + 2) * step; nth += step) {
    const day = `${String(Math.floor(nth / 12)).padStart(4, '0')}-${String((nth % 12) + 1).padStart(2, '0')}-01`;
    const start = format.startOfDay(day);
    if (start === null) continue;
    const at = Date.parse(start);
    if (at >= from && at <= to) ticks.push({ at, label: format.instant(start, precision) });
  }
  return ticks;
}

export interface Band {
  from: number;
  to: number;
  low: number | null;
  high: number | null;
}

interface Ranged {
  x: number;
  low: number | null;
  high: number | null;
}

/** The range of each point extends half way to its neighbors. */
export function bandsOf(points: readonly Ranged[]): Band[] {
  return points.flatMap(({ x, low, high }, index) => {
    if ((low === null && high === null) || (low !== null && high !== null && low > high)) return [];
    const before = points[index - 1];
    const after = points[index + 1];
    return [
      {
        from: before ? (before.x + x) / 2 : Math.max(0, x - 4),
        to: after ? (x + after.x) / 2 : Math.min(100, x + 4),
        low,
        high,
      },
    ];
  });
}

interface Lettered {
  /** Percent of the width. */
  x: number;
  /** Pixels. */
  y: number;
  letter: string;
  isCritical: boolean;
}

/** On a phone the letters of two points that are closer would touch. */
const LETTERS_APART = 6;
const LETTER_HEIGHT = 12;
/** Baselines relative to the point. */
const ABOVE = -12;
const BELOW = 20;

/**
 * Where the letter of each point is drawn, so that no two overlap: above, below, or not at all (null), because shape and
 * color say the same. Critical values come first.
 */
export function letterPlaces(points: readonly Lettered[]): (number | null)[] {
  const placed: { x: number; y: number }[] = [];
  const places = points.map((): number | null => null);
  const isFree = (x: number, y: number) =>
    placed.every((other) => Math.abs(other.x - x) >= LETTERS_APART || Math.abs(other.y - y) >= LETTER_HEIGHT);
  const order = [...points.entries()].sort(([, a], [, b]) => Number(b.isCritical) - Number(a.isCritical));
  for (const [index, { x, y, letter }] of order) {
    if (letter === '') continue;
    const place = [ABOVE, BELOW].find((offset) => isFree(x, y + offset));
    if (place === undefined) continue;
    placed.push({ x, y: y + place });
    places[index] = place;
  }
  return places;
}
