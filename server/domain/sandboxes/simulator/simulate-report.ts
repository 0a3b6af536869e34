import type { CatalogTest } from '../../catalog/contract';
import type { RangeEntry } from '../../../data-types/catalog-test';
import type { LabOrder } from '../../lab-orders/contract';
import type { LabResult } from '../../lab-results/contract';
import type { ResultNote } from '../../../data-types/lab-result';
import type { LabReport, ReportObservation, ReportPanel } from '../../lab-results/report';
import { isWithdrawn } from '../../lab-results/rules';
import { fraction } from './fraction';

/**
 * Simulates a laboratory report for demos and tests: values from the catalog's ranges, deterministic per order, marked
 * as simulated. Pure.
 */

export const KINDS = ['normal', 'abnormal', 'critical', 'partial', 'corrected'] as const;
export type Kind = (typeof KINDS)[number];

const SIMULATED: ResultNote = {
  text: 'Simulated result, not from a laboratory.',
  source: 'simulator',
};

export const fillerNumber = (order: Pick<LabOrder, 'order_number'>): string => `SIM-${order.order_number}`;

/** What the simulation reads of an order, so that a received message is enough. */
export interface SimulatedOrder extends Pick<
  LabOrder,
  'id' | 'order_number' | 'patient_id' | 'lab_id' | 'created_at' | 'collection'
> {
  items: Pick<LabOrder['items'][number], 'test_id' | 'code' | 'loinc' | 'name' | 'status'>[];
}

export type SimulatedTest = Pick<
  CatalogTest,
  | 'id'
  | 'code'
  | 'loinc'
  | 'components'
  | 'unit'
  | 'reference_ranges'
  | 'critical_low'
  | 'critical_high'
  | 'lab'
>;

interface Analyte {
  code: string;
  loinc: string | null;
  name: string;
  unit: string | null;
  range: RangeEntry | null;
  criticalLow: number | null;
  criticalHigh: number | null;
}

/** The ordered test itself, or the components of a panel. */
function analytes(item: SimulatedOrder['items'][number], catalog: readonly SimulatedTest[]): Analyte[] {
  const ordered = catalog.find((test) => test.id === item.test_id);
  if (!ordered || ordered.components.length === 0) return [analyte(item, ordered)];
  return ordered.components.map((part) => {
    const own = catalog.find((test) => test.id === part.test_id);
    return {
      ...analyte({ code: own?.code ?? part.loinc ?? part.name, loinc: part.loinc, name: part.name }, own),
      unit: part.unit,
      range: part.reference_ranges[0] ?? null,
    };
  });
}

const analyte = (
  item: { code: string; loinc: string | null; name: string },
  test: SimulatedTest | undefined,
): Analyte => ({
  code: item.code,
  loinc: item.loinc,
  name: item.name,
  unit: test?.unit ?? null,
  range: test?.reference_ranges[0] ?? null,
  criticalLow: test?.critical_low ?? null,
  criticalHigh: test?.critical_high ?? null,
});

const decimalsOf = (number: number): number => String(number).split('.')[1]?.length ?? 0;

/** With the decimals of the range, plus one if the range is narrow. */
function write(value: number, { low, high }: RangeEntry): string {
  const width = (high ?? low ?? 1) - (low ?? 0);
  const decimals = Math.max(decimalsOf(low ?? 0), decimalsOf(high ?? 0)) + (width < 2 ? 1 : 0);
  return value.toFixed(Math.min(decimals, 4));
}

type Target = 'normal' | 'abnormal' | 'critical';

function observation(seed: string, what: Analyte, target: Target): ReportObservation {
  const { range } = what;
  const base = {
    code: what.code,
    code_system: null,
    loinc: what.loinc,
    name: what.name,
    status: 'final' as const,
  };
  if (!range || (range.low === null && range.high === null)) {
    const [text, flag] = {
      normal: ['Simulated normal value', 'N'],
      abnormal: ['Simulated abnormal value', 'A'],
      critical: ['Simulated critical value', 'AA'],
    }[target] as [string, string];
    return { ...base, value_type: 'text', value_text: text, flags: [flag] };
  }
  const { value, flag } = measured(fraction(seed, what.code), what, range, target);
  return {
    ...base,
    value_type: 'quantity',
    value_text: write(value, range),
    unit: what.unit,
    reference_range: { low: range.low, high: range.high, text: range.text, applies_to: null },
    // Laboratories flag abnormal values; normal ones are computed.
    flags: flag ? [flag] : [],
  };
}

function measured(
  random: number,
  what: Analyte,
  range: RangeEntry,
  target: Target,
): { value: number; flag: string | null } {
  const low = range.low ?? range.high! * 0.5;
  const high = range.high ?? range.low! * 2;
  const width = high - low || Math.abs(high) || 1;
  if (target === 'normal') return { value: low + width * (0.25 + random * 0.5), flag: null };
  const upwards = range.high !== null;
  if (target === 'abnormal') {
    const limit = upwards ? Math.min(high + width * 0.3, middle(high, what.criticalHigh)) : low * 0.8;
    return { value: limit, flag: upwards ? 'H' : 'L' };
  }
  if (what.criticalHigh !== null && upwards) return { value: what.criticalHigh * 1.05, flag: 'HH' };
  if (what.criticalLow !== null) return { value: what.criticalLow * 0.9, flag: 'LL' };
  return upwards ? { value: high + width, flag: 'HH' } : { value: low * 0.4, flag: 'LL' };
}

const middle = (high: number, critical: number | null): number =>
  critical === null ? Number.POSITIVE_INFINITY : (high + critical) / 2;

function base(
  order: SimulatedOrder,
  catalog: readonly SimulatedTest[],
): Omit<LabReport, 'status' | 'panels'> {
  const lab = catalog.find((test) => test.id === order.items[0]?.test_id)?.lab ?? {
    id: order.lab_id ?? 'simulator',
    name: 'Simulated laboratory',
  };
  return {
    patient_id: order.patient_id,
    order_id: order.id,
    lab: { ...lab, accreditation_number: null, director: null },
    filler_order_number: fillerNumber(order),
    collected_at: order.collection?.collected_at ?? order.created_at,
    collected_at_precision: order.collection?.collected_at
      ? (order.collection.collected_at_precision ?? 'second')
      : 'second',
    reported_at: new Date().toISOString(),
    notes: [SIMULATED],
    source: { kind: 'manual', message_id: null },
    historical: false,
  };
}

/** A first report, or the completion of a partial one. */
export function simulateReport(
  order: SimulatedOrder,
  catalog: readonly SimulatedTest[],
  kind: Exclude<Kind, 'corrected'>,
): LabReport {
  const target: Target = kind === 'abnormal' || kind === 'critical' ? kind : 'normal';
  const items = order.items.filter((item) => item.status !== 'cancelled');
  const measuredItems = items.map((item) => ({ item, parts: analytes(item, catalog) }));
  // The first analyte with a range carries the finding, because it needs a number.
  const all = measuredItems.flatMap(({ parts }) => parts);
  const marked =
    all.find(
      (part) =>
        part.range && (target !== 'critical' || part.criticalHigh !== null || part.criticalLow !== null),
    ) ??
    all.find((part) => part.range) ??
    all[0];
  const panels = measuredItems.map(({ item, parts }): ReportPanel => ({
    code: item.code,
    loinc: item.loinc,
    name: item.name,
    observations: parts.map((part) =>
      observation(order.order_number, part, part === marked ? target : 'normal'),
    ),
  }));
  return kind === 'partial'
    ? { ...base(order, catalog), ...half(panels) }
    : { ...base(order, catalog), status: 'final', panels, pending_tests: [] };
}

/** The first of several tests; the first lines of a single panel; for a single value, nothing final. */
function half(panels: ReportPanel[]): Pick<LabReport, 'status' | 'panels' | 'pending_tests'> {
  if (panels.length > 1)
    return {
      status: 'partial',
      panels: panels.slice(0, 1),
      pending_tests: panels.slice(1).map((panel) => panel.name),
    };
  const [panel] = panels as [ReportPanel];
  const lines = panel.observations;
  const done = lines.slice(0, Math.floor(lines.length / 2));
  const shown = done.length > 0 ? done : lines.map((line) => ({ ...line, status: 'partial' as const }));
  return {
    status: 'partial',
    panels: [{ ...panel, status: 'partial', observations: shown }],
    pending_tests: (done.length > 0 ? lines.slice(done.length) : lines).map((line) => line.name),
  };
}

/** The existing report with one value changed; null if no value can change. */
export function simulateCorrection(
  order: LabOrder,
  catalog: readonly CatalogTest[],
  current: LabResult,
): LabReport | null {
  const lines = current.panels.flatMap((panel) => panel.observations);
  const target =
    lines.find((line) => line.value_number !== null && !isWithdrawn(line.status)) ??
    lines.find((line) => !isWithdrawn(line.status));
  if (!target) return null;
  const panels = current.panels.map((panel): ReportPanel => ({
    ...panel,
    status: undefined,
    observations: panel.observations.map((line) =>
      line.id === target.id ? corrected(line) : unchanged(line),
    ),
  }));
  return {
    ...base(order, catalog),
    status: 'corrected',
    panels,
    lab: current.lab,
    collected_at: current.collected_at,
    collected_at_precision: current.collected_at_precision,
  };
}

type Line = LabResult['panels'][number]['observations'][number];

const unchanged = ({ value_number: _number, comparator: _comparator, ...line }: Line): ReportObservation => ({
  ...line,
  flags: line.interpretation_source === 'lab' ? line.flags : [],
});

function corrected(line: Line): ReportObservation {
  const same = unchanged(line);
  if (line.value_number === null)
    return {
      ...same,
      value_text: `${line.value_text ?? 'Simulated value'} (corrected)`,
      status: 'corrected',
    };
  const decimals = decimalsOf(line.value_number);
  const step = Math.max(Math.abs(line.value_number) * 0.1, 10 ** -decimals);
  const value = line.value_number + directionOf(line) * step;
  return { ...same, value_text: value.toFixed(decimals), status: 'corrected' };
}

/** A value that the laboratory flagged moves further out, so that the flag still fits; others move into their range. */
function directionOf({ flags, interpretation_source, value_number, reference_range }: Line): 1 | -1 {
  if (interpretation_source === 'lab' && flags.length > 0)
    return flags.includes('L') || flags.includes('LL') ? -1 : 1;
  const { low = null, high = null } = reference_range ?? {};
  const middle = low !== null && high !== null ? (low + high) / 2 : (low ?? Infinity);
  return value_number! <= middle ? 1 : -1;
}
