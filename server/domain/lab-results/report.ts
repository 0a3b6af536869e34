import type { StoredPanelHead } from '../../db/schema/types';
import type { labObservations, labOrderItems, labResults } from '../../db/schema/index';
import { newId, showId } from '../../shared/ids';
import type {
  AlternateCode,
  CodedValue,
  LabInfo,
  PanelHead,
  ReferenceRange,
  ResultNote,
  ResultSource,
  Review,
  Specimen,
} from '../../data-types/lab-result';
import { interpret } from './interpretation';
import { isFinal } from './rules';
import type { ObservationRole, ObservationStatus, ResultStatus } from '../../data-types/lab-result-codes';
import { toUcum } from '../../hl7v2/ucum';
import { readNumber, type Comparator } from '../../hl7v2/read-number';

/**
 * The normalized report that every intake transport produces, and its conversion to rows: numbers, units,
 * interpretation. Pure; `merge-report.ts` handles earlier versions.
 */

/** Without generated columns. */
export type ObservationRow = Omit<typeof labObservations.$inferSelect, 'testKey'>;
export type ResultRow = Omit<typeof labResults.$inferSelect, 'labId'>;
/** Null if the time is absent, or its precision unknown. */
export type Precision = ResultRow['collectedAtPrecision'];
export type OrderedTest = Pick<typeof labOrderItems.$inferSelect, 'code' | 'loinc' | 'name' | 'status'>;

export interface TestNames {
  code: string;
  other_code?: string | null;
  loinc?: string | null;
  name: string;
}

export interface ReportObservation {
  code: string;
  code_system?: string | null;
  loinc?: string | null;
  name: string;
  original_text?: string | null;
  alternate_code?: AlternateCode | null;
  /** Default: `result`. */
  role?: ObservationRole;
  sub_id?: string | null;
  value_type: ObservationRow['valueType'];
  /** Exactly as received. */
  value_text: string | null;
  value_number?: number | null;
  comparator?: Comparator | null;
  value_code?: CodedValue | null;
  value_original_text?: string | null;
  value_alternate_codes?: AlternateCode[];
  unit?: string | null;
  ucum?: string | null;
  reference_range?: ReferenceRange | null;
  /** HL7 table 0078, as received. */
  flags?: string[];
  status: ObservationStatus;
  /** ISO instant; default: `collected_at` of the report. */
  observed_at?: string | null;
  observed_at_precision?: Precision;
  /** Whether `observed_at` was sent for this line itself. Default: true if present. */
  timed?: boolean;
  method?: string | null;
  device?: string | null;
  performing_lab?: string | null;
  notes?: ResultNote[];
  /** `value`: final now, but the value was sent earlier. `text`: continues text sent earlier. */
  keeps?: 'value' | 'text';
}

export interface ReportPanel extends TestNames {
  /** With the code, identifies the panel within the report. */
  filler_number?: string | null;
  placer_authority?: string | null;
  /** ISO instant; default: `reported_at` of the report. */
  reported_at?: string | null;
  /** The latest instant that `reported_at` can mean, if only a day or minute was given. */
  reported_until?: string | null;
  /** When the message was sent. If present, even as null, `reported_at` has no default. */
  sent_at?: string | null;
  sent_until?: string | null;
  /** The line that triggered this panel. */
  parent?: { code: string; sub_id: string | null } | null;
  /** Derived from the lines if absent. */
  status?: ResultStatus;
  is_reflex?: boolean;
  parent_observation_id?: string | null;
  notes?: ResultNote[];
  observations: ReportObservation[];
}

/** Missing fields keep the value of the earlier version. */
export interface LabReport {
  /** `pat_…` */
  patient_id: string;
  /** `ord_…` */
  order_id?: string | null;
  lab: LabInfo;
  /** With `lab.id`, identifies the report; default: the filler number. */
  report_key?: string;
  filler_order_number: string | null;
  accession_number?: string | null;
  specimens?: Specimen[];
  collected_at: string | null;
  collected_at_precision: Precision;
  received_at?: string | null;
  received_at_precision?: Precision;
  reported_at?: string | null;
  reported_at_precision?: Precision;
  status: ResultStatus;
  panels: ReportPanel[];
  notes?: ResultNote[];
  document_ids?: string[];
  pending_tests?: string[];
  /**
   * Tests that the laboratory reports as in progress. If present, pending tests are derived from them and the order.
   */
  waiting?: TestNames[];
  /** Whether a repeated panel contains all its lines (default) or only new ones. */
  update_mode?: 'replace_panel' | 'merge_lines';
  /** What to do if it is uncertain whether this is newer than the filed version. Default: not applied. */
  when_unclear?: 'conflict' | 'newest';
  /** Order of arrival, to distinguish reports with the same time. */
  arrival?: number;
  source: ResultSource;
  /** The ordering clinician by the laboratory's number (UUID); the assignee if there is no order of ours. */
  provider_id?: string | null;
  /** Imported history: no events, inbox entries or timers. */
  historical: boolean;
  /** Earlier reviews; only used for a new report. */
  reviews?: Omit<Review, 'version'>[];
}

export const reportKeyOf = (report: Pick<LabReport, 'report_key' | 'filler_order_number'>): string => {
  const key = report.report_key ?? (report.filler_order_number && `filler:${report.filler_order_number}`);
  if (!key) throw new Error('A report needs a key or a filler number.');
  return key;
};

export interface ReadLine {
  row: ObservationRow;
  timed: boolean;
  keeps?: ReportObservation['keeps'];
}

export interface ReadPanel {
  head: StoredPanelHead;
  lines: ReadLine[];
  reportedUntil: string | null;
  sentUntil: string | null;
  parent: ReportPanel['parent'];
}

export function readPanels(
  report: LabReport,
  ids: { orgId: string; resultId: string; patientId: string },
): ReadPanel[] {
  return report.panels.map((panel) => {
    const panelId = newId();
    const lines = panel.observations.map((observation) => {
      const row = readObservation(observation, report, { ...ids, panelId });
      const timed = observation.timed ?? Boolean(observation.observed_at);
      return { row, timed, keeps: observation.keeps };
    });
    const sentAt = panel.sent_at ?? null;
    const reportedAt =
      panel.reported_at ?? (panel.sent_at === undefined ? (report.reported_at ?? null) : null);
    const head: StoredPanelHead = {
      id: showId('panel', panelId),
      code: panel.code,
      loinc: panel.loinc ?? null,
      name: panel.name,
      status:
        panel.status ??
        panelStatus(
          report.status,
          lines.map(({ row }) => row.status),
        ),
      is_reflex: panel.is_reflex ?? false,
      parent_observation_id: panel.parent_observation_id ?? null,
      notes: panel.notes ?? [],
      other_code: panel.other_code ?? null,
      filler_number: panel.filler_number ?? null,
      placer_authority: panel.placer_authority ?? null,
      reported_at: reportedAt,
      sent_at: sentAt,
      arrival: report.arrival ?? null,
    };
    return {
      head,
      lines,
      reportedUntil: panel.reported_until ?? reportedAt,
      sentUntil: panel.sent_until ?? sentAt,
      parent: panel.parent,
    };
  });
}

/** A panel is as final as its lines, but never more final than the report. */
function panelStatus(report: ResultStatus, lines: ObservationStatus[]): ResultStatus {
  if (
    report === 'preliminary' ||
    report === 'cancelled' ||
    report === 'entered_in_error' ||
    lines.length === 0
  )
    return report;
  if (lines.every((status) => status === 'cancelled')) return 'cancelled';
  const open = lines.filter((status) => status === 'preliminary' || status === 'partial');
  if (open.length === 0) return lines.includes('corrected') ? 'corrected' : 'final';
  return lines.some(isFinal) ? 'partial' : 'preliminary';
}

/** Number, unit and flag of a line. */
export function readMeaning(observation: ReportObservation) {
  const quantity = observation.value_type === 'quantity';
  const given = observation.value_number !== undefined && observation.value_number !== null;
  const value = !quantity
    ? null
    : given
      ? { number: observation.value_number!, comparator: observation.comparator ?? null }
      : readNumber(observation.value_text);
  const unit = observation.unit || null;
  const range = observation.reference_range ?? null;
  const counts =
    observation.status !== 'cancelled' && observation.status !== 'deleted' && observation.status !== 'wrong';
  const meaning = interpret(observation.flags ?? [], { value: counts ? value : null, unit, range });
  return { value, unit, range, meaning };
}

function readObservation(
  observation: ReportObservation,
  report: LabReport,
  ids: Pick<ObservationRow, 'orgId' | 'resultId' | 'patientId' | 'panelId'>,
): ObservationRow {
  const quantity = observation.value_type === 'quantity';
  const { value, unit, range, meaning } = readMeaning(observation);
  const ofReport = !observation.observed_at || observation.observed_at === report.collected_at;
  const observedAt = observation.observed_at ?? report.collected_at;
  const exact = observation.observed_at_precision ?? (ofReport ? report.collected_at_precision : null);
  return {
    ...ids,
    id: newId(),
    position: 0,
    code: observation.code,
    codeSystem: observation.code_system ?? null,
    loinc: observation.loinc ?? null,
    name: observation.name,
    originalText: observation.original_text ?? null,
    alternateCode: observation.alternate_code ?? null,
    role: observation.role ?? 'result',
    // A number that cannot be parsed is stored as text, so that it is never used in calculations.
    valueType: quantity && !value && observation.value_text !== null ? 'text' : observation.value_type,
    valueText: observation.value_text,
    valueNumber: value?.number ?? null,
    comparator: value?.comparator ?? null,
    valueCode: observation.value_code ?? null,
    valueOriginalText: observation.value_original_text ?? null,
    valueAlternateCodes: observation.value_alternate_codes ?? [],
    unit,
    ucum: observation.ucum === undefined ? toUcum(unit) : observation.ucum,
    referenceRange: range,
    interpretation: meaning.interpretation,
    flags: meaning.flags,
    interpretationSource: meaning.source,
    severity: meaning.severity,
    status: observation.status,
    observedAt: observedAt === null ? null : new Date(observedAt),
    observedAtPrecision: observedAt === null ? null : exact,
    method: observation.method ?? null,
    device: observation.device ?? null,
    performingLab: observation.performing_lab ?? null,
    subId: observation.sub_id ?? null,
    notes: observation.notes ?? [],
  };
}

/** Status of the whole report, from its panels and the status sent by the laboratory. */
export function reportStatus(
  stated: ResultStatus,
  panels: readonly PanelHead[],
  lines: readonly { status: ObservationStatus }[],
  pending: readonly string[],
): ResultStatus {
  if (stated === 'entered_in_error' || (lines.length > 0 && lines.every((line) => line.status === 'wrong')))
    return 'entered_in_error';
  const open = panels.filter((panel) => panel.status !== 'cancelled');
  if (open.length === 0) return panels.length === 0 ? stated : 'cancelled';
  if (open.every((panel) => isFinal(panel.status))) {
    if (stated === 'partial' || pending.length > 0) return 'partial';
    return stated === 'corrected' || open.some((panel) => panel.status === 'corrected')
      ? 'corrected'
      : 'final';
  }
  return open.some((panel) => isFinal(panel.status) || panel.status === 'partial')
    ? 'partial'
    : 'preliminary';
}
