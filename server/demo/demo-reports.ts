import type { CatalogEntry } from '../domain/catalog/upsert-catalog';
import type { LabReport, ReportObservation } from '../domain/lab-results/report';
import { EXAMPLE_LAB } from './catalog-data';

/** Twenty invented reports. Values are in the order of the test's components, each followed by its flags. */

export interface DemoReport {
  patient: string;
  /** Filler number. */
  number: string;
  /** Days before the seed. */
  daysAgo: number;
  /** Catalog code. */
  test: string;
  /** `6.9HH` = value 6.9 with the laboratory's flag HH. Without a flag, it is computed. */
  values: string;
  unsigned?: true;
  /** Key of the order it answers. */
  order?: string;
  pending?: string[];
}

export const DEMO_REPORTS: readonly DemoReport[] = [
  {
    patient: 'demo-01',
    number: 'DEMO-1001',
    daysAgo: 730,
    test: 'BMP',
    values: '141H 18 1.1 9.3 139 4.4 101 26',
  },
  {
    patient: 'demo-01',
    number: 'DEMO-1002',
    daysAgo: 365,
    test: 'BMP',
    values: '156H 19 1.2 9.1 138 4.6 100 25',
  },
  { patient: 'demo-01', number: 'DEMO-1003', daysAgo: 92, test: 'A1C', values: '7.9H' },
  {
    patient: 'demo-01',
    number: 'DEMO-1004',
    daysAgo: 0,
    test: 'BMP',
    values: '188H 34H 1.9H 9.0 135L 6.9HH 104 20L',
    unsigned: true,
  },
  { patient: 'demo-02', number: 'DEMO-1005', daysAgo: 400, test: 'LIPID', values: '243H 198H 41 152H' },
  { patient: 'demo-02', number: 'DEMO-1006', daysAgo: 35, test: 'LIPID', values: '201H 160H 44 118' },
  {
    patient: 'demo-03',
    number: 'DEMO-1007',
    daysAgo: 210,
    test: 'CBC',
    values: '6.2 4.1N 10.8L 33.9L 78L 25.9 31.8L 310',
  },
  { patient: 'demo-03', number: 'DEMO-1008', daysAgo: 209, test: 'FERR', values: '8L' },
  {
    patient: 'demo-03',
    number: 'DEMO-1009',
    daysAgo: 1,
    test: 'CBC',
    values: '6.6 4.3N 11.7L 36.2 81 26.4 32.3 295',
    unsigned: true,
  },
  { patient: 'demo-04', number: 'DEMO-1010', daysAgo: 180, test: 'INR', values: '2.4' },
  { patient: 'demo-04', number: 'DEMO-1011', daysAgo: 60, test: 'INR', values: '2.9H' },
  { patient: 'demo-04', number: 'DEMO-1012', daysAgo: 14, test: 'INR', values: '2.2' },
  { patient: 'demo-05', number: 'DEMO-1013', daysAgo: 120, test: 'TSH', values: '1.8' },
  { patient: 'demo-06', number: 'DEMO-1014', daysAgo: 45, test: 'VITD', values: '<13.0L' },
  { patient: 'demo-07', number: 'DEMO-1015', daysAgo: 500, test: 'PSA', values: '3.1' },
  { patient: 'demo-07', number: 'DEMO-1016', daysAgo: 130, test: 'PSA', values: '4.6H' },
  {
    patient: 'demo-08',
    number: 'DEMO-1017',
    daysAgo: 20,
    test: 'CMP',
    values: '99 13 0.9 9.6 141 4.1 103 27 7.1 4.4 0.7 88 31 26',
  },
  {
    patient: 'demo-08',
    number: 'DEMO-1018',
    daysAgo: 0,
    test: 'CBC',
    values: '7.1 4.7N 14.9 43.8 90 30.4 33.5 240',
    unsigned: true,
    order: 'demo-order-1',
    pending: ['Lipid panel'],
  },
  { patient: 'demo-09', number: 'DEMO-1019', daysAgo: 75, test: 'HH', values: '13.6 40.9' },
  { patient: 'demo-10', number: 'DEMO-1020', daysAgo: 28, test: 'URIC', values: '6.4' },
];

const DAY_MS = 86_400_000;
const VALUE = /^([<>]?[0-9.]+)([A-Z]*)$/;

interface Ids {
  patientId: string;
  orderId: string | null;
  reviewer: string;
  now: Date;
}

export function demoReport(
  report: DemoReport,
  catalog: readonly CatalogEntry[],
  { patientId, orderId, reviewer, now }: Ids,
): LabReport {
  const test = catalog.find((entry) => entry.code === report.test)!;
  const collected = new Date(
    Math.floor((now.getTime() - report.daysAgo * DAY_MS) / 60_000) * 60_000 - 3 * 3_600_000,
  );
  const reported = new Date(collected.getTime() + 90 * 60_000);
  return {
    patient_id: patientId,
    order_id: orderId,
    lab: { ...EXAMPLE_LAB, accreditation_number: null, director: null },
    filler_order_number: report.number,
    accession_number: report.number.replace('DEMO', 'ACC'),
    specimens: test.specimen
      ? [
          {
            id: null,
            type: test.specimen.type,
            type_code: null,
            collected_at: collected.toISOString(),
            received_at: null,
            condition: null,
            rejected_reason: null,
          },
        ]
      : [],
    collected_at: collected.toISOString(),
    collected_at_precision: 'minute',
    received_at: reported.toISOString(),
    reported_at: reported.toISOString(),
    status: report.pending ? 'partial' : 'final',
    pending_tests: report.pending ?? [],
    panels: [
      { code: test.code, loinc: test.loinc, name: test.name, observations: lines(report, test, catalog) },
    ],
    source: { kind: 'manual', message_id: null },
    historical: false,
    reviews: report.unsigned
      ? []
      : [{ by: reviewer, at: new Date(reported.getTime() + 4 * 3_600_000).toISOString(), comment: null }],
  };
}

function lines(
  report: DemoReport,
  test: CatalogEntry,
  catalog: readonly CatalogEntry[],
): ReportObservation[] {
  const parts =
    test.components.length > 0
      ? test.components
      : [{ loinc: test.loinc, name: test.name, unit: test.unit, reference_ranges: test.reference_ranges }];
  const values = report.values.split(' ');
  return parts.map((part, index): ReportObservation => {
    const [, text, flag] = VALUE.exec(values[index] ?? '')!;
    const range = part.reference_ranges[0];
    return {
      code: catalog.find((entry) => entry.kind === 'test' && entry.loinc === part.loinc)?.code ?? part.loinc!,
      loinc: part.loinc,
      name: part.name,
      value_type: 'quantity',
      value_text: text!,
      unit: part.unit,
      reference_range: range
        ? { low: range.low, high: range.high, text: range.text, applies_to: null }
        : null,
      flags: flag ? [flag] : [],
      status: 'final',
    };
  });
}
