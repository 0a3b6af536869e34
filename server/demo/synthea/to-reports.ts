import type { LabInfo, ReferenceRange, ResultNote } from '../../data-types/lab-result';
import type { LabReport, ReportObservation, ReportPanel } from '../../domain/lab-results/report';
import type { CsvRow } from '../read-csv';

/** Converts the observations of one synthetic patient to reports, with the source's values and times. */

const SYNTHEA_LAB: LabInfo = {
  id: 'synthea',
  name: 'Synthea (synthetic data)',
  accreditation_number: null,
  director: null,
};

/** An unknown status must not silently become final. */
const UNKNOWN_STATUS: ResultNote = {
  text: 'Status "unknown" in the source; filed as preliminary.',
  source: 'import',
};

/** `pid-rep`. Without a report number, all observations of one encounter (or none) and time form one report. */
const fillerNumber = (row: CsvRow): string =>
  row.rep ? `${row.pid}-${row.rep}` : `${row.pid}-${row.enc}-${row.effective}`;

interface Time {
  at: string | null;
  precision: 'second' | 'day' | null;
}

/** A source time with only a date does not mean midnight. */
function time(text: string): Time {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { at: `${text}T00:00:00.000Z`, precision: 'day' };
  const at = new Date(text);
  return Number.isNaN(at.getTime())
    ? { at: null, precision: null }
    : { at: at.toISOString(), precision: 'second' };
}

function range(row: CsvRow): ReferenceRange | null {
  const { ref_low: low, ref_high: high } = row;
  if (!low && !high) return null;
  const text = low && high ? `${low} - ${high}` : null;
  // In the source, 0 to 0 means no range; used as numbers it would flag every value.
  const none = Number(low) === 0 && Number(high) === 0;
  return {
    low: low && !none ? Number(low) : null,
    high: high && !none ? Number(high) : null,
    text,
    applies_to: null,
  };
}

const TYPES: Readonly<Record<string, ReportObservation['value_type']>> = {
  quantity: 'quantity',
  coded: 'coded',
  text: 'text',
};

function observation(row: CsvRow): ReportObservation {
  const type = TYPES[row.value_type ?? ''] ?? 'none';
  const { at, precision } = time(row.effective!);
  return {
    code: row.loinc!,
    code_system: 'LN',
    loinc: row.loinc!,
    name: row.name!,
    value_type: type,
    value_text: type === 'none' ? null : row.value!,
    value_code:
      type === 'coded' && row.value_code ? { system: null, code: row.value_code, display: row.value! } : null,
    unit: row.unit || null,
    reference_range: range(row),
    status: row.status === 'final' ? 'final' : 'preliminary',
    observed_at: at,
    observed_at_precision: precision,
  };
}

function panel(rows: CsvRow[], report: CsvRow | undefined): ReportPanel {
  const observations = rows.map(observation);
  if (report) return { code: report.loinc!, loinc: report.loinc!, name: report.name!, observations };
  const names = [...new Set(rows.map((row) => row.name!))];
  return {
    code: 'LAB',
    loinc: null,
    name: names.length <= 3 ? names.join(', ') : 'Laboratory results',
    observations,
  };
}

export function toReports(
  patientId: string,
  rows: readonly CsvRow[],
  reports: ReadonlyMap<string, CsvRow>,
): LabReport[] {
  const groups = new Map<string, CsvRow[]>();
  for (const row of rows) {
    const key = fillerNumber(row);
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([filler_order_number, group]) => {
    const collected = time(group[0]!.effective!);
    const final = group.every((row) => row.status === 'final');
    return {
      patient_id: patientId,
      lab: SYNTHEA_LAB,
      filler_order_number,
      collected_at: collected.at,
      collected_at_precision: collected.precision,
      status: final ? 'final' : 'preliminary',
      panels: [panel(group, reports.get(group[0]!.rep ?? ''))],
      notes: group.some((row) => row.status === 'unknown') ? [UNKNOWN_STATUS] : [],
      source: { kind: 'file', message_id: null },
      historical: true,
    };
  });
}
