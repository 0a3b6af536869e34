import { showId, showIdOrNull } from '../../shared/ids';
import type { LabResult, Observation } from './contract';
import type { PanelHead } from '../../data-types/lab-result';
import type { StoredPanelHead } from '../../db/schema/types';
import type { ObservationRow, ResultRow } from './report';
import { reviewStatus } from './rules';
import type { LineWithPrevious } from './access';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

type Line = ObservationRow & Partial<Pick<LineWithPrevious, 'previous'>>;

/** By panel (UUID). */
export type ShownLines = Map<string, Observation[]>;

export function addLines(byPanel: ShownLines, lines: readonly Line[]): ShownLines {
  for (const line of lines) {
    const shown = byPanel.get(line.panelId);
    if (shown) shown.push(presentObservation(line));
    else byPanel.set(line.panelId, [presentObservation(line)]);
  }
  return byPanel;
}

export const presentResult = (row: ResultRow, lines: readonly Line[]): LabResult =>
  presentShown(row, addLines(new Map(), lines));

export function presentShown(row: ResultRow, byPanel: ShownLines): LabResult {
  const observations = new Map([...byPanel].map(([id, shown]) => [showId('panel', id), shown]));
  return {
    id: showId('lab_result', row.id),
    object: 'lab_result',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    order_id: showIdOrNull('lab_order', row.orderId),
    patient_id: showId('patient', row.patientId),
    status: row.status,
    lab: row.lab,
    accession_number: row.accessionNumber,
    filler_order_number: row.fillerOrderNumber,
    specimens: row.specimens,
    collected_at: iso(row.collectedAt),
    collected_at_precision: row.collectedAtPrecision,
    received_at: iso(row.receivedAt),
    received_at_precision: row.receivedAtPrecision,
    reported_at: iso(row.reportedAt),
    reported_at_precision: row.reportedAtPrecision,
    issued_at: row.issuedAt.toISOString(),
    severity: row.severity,
    panels: row.panels.map((panel) => ({
      ...presentPanel(panel),
      observations: observations.get(panel.id) ?? [],
    })),
    notes: row.notes,
    document_ids: row.documentIds,
    pending_tests: row.pendingTests,
    review: { status: reviewStatus(row.version, row.reviews), reviews: row.reviews },
    corrections: row.corrections,
    source: row.source,
    computed_flags_present: row.computedFlagsPresent,
  };
}

/** Omits fields that are stored only to compare later messages. */
const presentPanel = ({
  other_code: _code,
  filler_number: _number,
  placer_authority: _authority,
  reported_at: _at,
  sent_at: _sent,
  arrival: _arrival,
  ...head
}: StoredPanelHead): PanelHead => head;

function presentObservation(row: Line): Observation {
  return {
    id: showId('observation', row.id),
    code: row.code,
    code_system: row.codeSystem,
    loinc: row.loinc,
    name: row.name,
    original_text: row.originalText,
    alternate_code: row.alternateCode,
    role: row.role,
    value_type: row.valueType,
    value_text: row.valueText,
    value_number: row.valueNumber,
    comparator: row.comparator,
    value_code: row.valueCode,
    value_original_text: row.valueOriginalText,
    value_alternate_codes: row.valueAlternateCodes ?? [],
    unit: row.unit,
    ucum: row.ucum,
    reference_range: row.referenceRange,
    interpretation: row.interpretation,
    flags: row.flags,
    interpretation_source: row.interpretationSource,
    severity: row.severity,
    status: row.status,
    observed_at: iso(row.observedAt),
    observed_at_precision: row.observedAtPrecision,
    method: row.method,
    device: row.device,
    performing_lab: row.performingLab,
    sub_id: row.subId,
    notes: row.notes,
    previous: row.previous
      ? {
          value_text: row.previous.text,
          observed_at: new Date(row.previous.at).toISOString(),
          observed_at_precision: row.previous.precision,
        }
      : null,
  };
}

/**
 * A stored version. In versions stored before lines had a precision, it is that of the report if the times are equal;
 * those stored before lines had a role contain only results, without second codes.
 */
export function presentVersion(snapshot: Partial<LabResult>): LabResult {
  const kept = snapshot as LabResult;
  const { collected_at, collected_at_precision } = kept;
  const exact = (at: string | null) => (at !== null && at === collected_at ? collected_at_precision : null);
  return {
    ...kept,
    received_at_precision: kept.received_at_precision ?? null,
    reported_at_precision: kept.reported_at_precision ?? null,
    panels: kept.panels.map((panel) => ({
      ...panel,
      observations: panel.observations.map(({ previous, ...line }) => ({
        ...NOT_KEPT_BEFORE,
        ...line,
        observed_at_precision: line.observed_at_precision ?? exact(line.observed_at),
        previous: previous && { ...previous, observed_at_precision: previous.observed_at_precision ?? null },
      })),
    })),
  };
}

const NOT_KEPT_BEFORE: Pick<
  Observation,
  'role' | 'original_text' | 'alternate_code' | 'value_original_text' | 'value_alternate_codes'
> = {
  role: 'result',
  original_text: null,
  alternate_code: null,
  value_original_text: null,
  value_alternate_codes: [],
};
