import type { LabInfo } from '../../../data-types/lab-result';
import type { LabReport } from '../../lab-results/report';
import type { UpdateMode } from '../../../data-types/lab-connection-codes';
import type { CharsetDoubt } from '../../../hl7v2/decode';
import type { NormalReport, NormalTime } from '../../../hl7v2/normal-message';
import type { ConnectionMappings } from './connection-mappings';
import { charsetNotes } from './service-notes';
import { isWaiting, namesOf, patientPanel, toPanel } from './to-panel';
import { toSpecimens } from './to-specimens';

export interface ReportSource {
  /** A test message is parsed and compared but never filed. */
  isTest: boolean;
  /** `msg_…` */
  messageId: string;
  /** Order of arrival. */
  arrival: number;
  lab: LabInfo;
  updateMode: UpdateMode;
  mappings: ConnectionMappings;
  /** MSH-7 */
  sentAt: NormalTime | null;
  /** About the message's charset. */
  doubts: readonly CharsetDoubt[];
}

/** A report before matching, so without a patient or order. */
export type UnmatchedReport = Omit<LabReport, 'patient_id' | 'order_id' | 'report_key'>;

/** Pure, without lookups. */
export function toReport(report: NormalReport, source: ReportSource): UnmatchedReport {
  const panels = [
    ...report.panels.flatMap((panel) => toPanel(panel, source.mappings, source.sentAt) ?? []),
    ...patientPanel(report, source.mappings),
  ];
  const notes = [...report.notes, ...charsetNotes(source.doubts)];
  const { collected_at: collected } = report;
  const reported = report.reported_at ?? source.sentAt;
  return {
    lab: source.lab,
    filler_order_number: report.filler_number,
    accession_number: report.accession_number,
    // Content missing from a message has not been withdrawn.
    ...(report.specimens.length > 0 ? { specimens: toSpecimens(report.specimens) } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    collected_at: collected?.at ?? null,
    collected_at_precision: collected?.precision ?? null,
    received_at: report.received_at?.at ?? null,
    received_at_precision: report.received_at?.precision ?? null,
    reported_at: reported?.at ?? null,
    reported_at_precision: reported?.precision ?? null,
    status: 'final',
    panels,
    waiting: report.panels.filter(isWaiting).map((panel) => namesOf(panel, source.mappings)),
    update_mode: source.updateMode,
    arrival: source.arrival,
    source: { kind: 'hl7v2', message_id: source.messageId },
    historical: false,
  };
}
