import { isDeepStrictEqual } from 'node:util';
import type { Correction, PanelHead } from '../../data-types/lab-result';
import type { ObservationRow, ResultRow } from './report';

/** Fields of a report that can change, by contract name, and their changes. */

export type Change = Correction['changes'][number];

export const LINE_FIELDS = {
  value_text: 'valueText',
  value_type: 'valueType',
  comparator: 'comparator',
  value_code: 'valueCode',
  value_original_text: 'valueOriginalText',
  value_alternate_codes: 'valueAlternateCodes',
  unit: 'unit',
  reference_range: 'referenceRange',
  interpretation: 'interpretation',
  flags: 'flags',
  severity: 'severity',
  status: 'status',
  name: 'name',
  original_text: 'originalText',
  alternate_code: 'alternateCode',
  role: 'role',
  loinc: 'loinc',
  observed_at: 'observedAt',
  observed_at_precision: 'observedAtPrecision',
  method: 'method',
  device: 'device',
  performing_lab: 'performingLab',
  notes: 'notes',
} as const satisfies Record<string, keyof ObservationRow>;

export const REPORT_FIELDS = {
  order_id: 'orderId',
  accession_number: 'accessionNumber',
  specimens: 'specimens',
  collected_at: 'collectedAt',
  collected_at_precision: 'collectedAtPrecision',
  notes: 'notes',
  document_ids: 'documentIds',
  pending_tests: 'pendingTests',
} as const satisfies Record<string, keyof ResultRow>;

export const PANEL_FIELDS = {
  name: 'name',
  loinc: 'loinc',
  status: 'status',
  notes: 'notes',
  is_reflex: 'is_reflex',
  parent_observation_id: 'parent_observation_id',
} as const satisfies Record<string, keyof PanelHead>;

/** Not clinical, so a change of these is not a correction. */
export const ADMINISTRATIVE = new Set(['order_id', 'document_ids', 'pending_tests']);

const words = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export function differences<Row extends object>(
  before: Row,
  after: Row,
  fields: Record<string, keyof Row>,
  observationId: string | null,
  prefix = '',
): Change[] {
  return Object.entries(fields).flatMap(([name, key]) =>
    isDeepStrictEqual(before[key], after[key])
      ? []
      : [
          {
            observation_id: observationId,
            field: prefix + name,
            from: words(before[key]),
            to: words(after[key]),
          },
        ],
  );
}
