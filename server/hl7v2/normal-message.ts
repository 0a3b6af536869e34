import type { AlternateCode, CodedValue, ReferenceRange, ResultNote } from '../data-types/lab-result';
import type { ObservationStatus, ResultStatus } from '../data-types/lab-result-codes';
import type { Comparator } from './read-number';
import type { ReadableText } from './readable-text';
import type { Warning } from '../data-types/inbound-message-codes';

/**
 * A parsed result message before interpretation: no patient lookup, no order matching, no mapping tables of the
 * connection. Each field names its HL7 source. Texts are unchanged except for decoded escapes and trimmed codes and
 * names; null means "not sent or empty".
 */
export interface NormalMessage {
  /** MSH-3.1 / MSH-4.1 */
  sending_application: string | null;
  sending_facility: string | null;
  /** MSH-5.1 / MSH-6.1 */
  receiving_application: string | null;
  receiving_facility: string | null;
  /** MSH-7 */
  sent_at: NormalTime | null;
  /** MSH-9.2: R01, R30, … */
  event: string | null;
  /** MSH-10 */
  control_id: string | null;
  /** MSH-11.1; empty is P */
  processing_id: string;
  /** MSH-12.1 */
  version: string | null;
  /** A `decodeAs` label. */
  charset: string;
  reports: NormalReport[];
  warnings: Warning[];
}

/** A time with the precision in which it was sent. */
export interface NormalTime {
  /** Unparsed. */
  raw: string;
  /** ISO instant of its start. For days, months and years the start in UTC, because they are not instants. */
  at: string;
  precision: 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';
  /** Whether the offset was sent or comes from the connection's time zone; null for days, months and years. */
  offset: 'sent' | 'connection' | null;
}

/** A time that was sent but cannot be parsed. */
export interface NormalUnreadTime {
  what: 'collected' | 'received' | 'reported' | 'observed' | 'analysed';
  /** Unparsed. */
  text: string;
}

/** One report: one order number in one PID group. */
export interface NormalReport {
  patient: NormalPatient;
  visit: NormalVisit | null;
  /** The first key the report has. Unique per connection. */
  key: ReportKey | null;
  /** OBR-2.1, else ORC-2.1. Text: letters, hyphens and leading zeros are significant. */
  placer_number: string | null;
  /** OBR-2.2, else ORC-2.2: the placer number's assigning authority */
  placer_authority: string | null;
  /** OBR-3.1, else ORC-3.1, of the first OBR */
  filler_number: string | null;
  /** ORC-4.1 */
  group_number: string | null;
  /** As configured for the connection: SPM-2.2, OBR-18 or OBR-20 */
  accession_number: string | null;
  /** The earliest OBR-7 of the panels, else SPM-17.1 */
  collected_at: NormalTime | null;
  /** OBR-14, else SPM-18 */
  received_at: NormalTime | null;
  /** The latest OBR-22 */
  reported_at: NormalTime | null;
  /** OBR-16, else ORC-12 */
  orderer: NormalPerson | null;
  panels: NormalPanel[];
  specimens: NormalSpecimen[];
  /** NTE after PID and PV1: about the patient. NTE before PID: about the message, added to its first report. */
  notes: ResultNote[];
  /** OBX between PID and the first OBR (2.7 and later): about the patient, not results. */
  patient_observations: NormalObservation[];
  /** Unparsed Z segments, and the segment before each. */
  extra_segments: { name: string; raw: string; after: string }[];
}

export type ReportKey = { kind: 'placer' | 'filler' | 'accession'; number: string };

export interface NormalPatient {
  /** PID-3, each repetition */
  identifiers: NormalIdentifier[];
  /** PID-2 and PID-4, before 2.7 */
  other_identifiers: NormalIdentifier[];
  /** PID-5, each repetition */
  names: NormalName[];
  /** PID-7 in the precision sent: 1945, 1945-07, 1945-07-14 */
  birth_date: string | null;
  /** PID-7 if it is not a date */
  birth_date_unread?: string;
  /** PID-8: F, M, O, U, A, N, X */
  sex: string | null;
  /** PID-11, each repetition */
  addresses: NormalAddress[];
  /** PID-13, each repetition: number (1 or 12), email (4) */
  contacts: string[];
  /** PID-18.1 */
  account_number: string | null;
  /** PID fields sent as `""`, which deletes the known value. */
  deleted_fields: number[];
}

export interface NormalIdentifier {
  /** CX.1 */
  number: string;
  /** CX.4, namespace (4.1) else universal ID (4.2) */
  authority: string | null;
  /** CX.5: MR, PI, SS, … */
  type: string | null;
}

export interface NormalName {
  /** XPN.1.1 */
  family: string | null;
  /** XPN.2 */
  given: string | null;
  /** XPN.3 */
  middle: string | null;
  /** XPN.4, XPN.5 */
  suffix: string | null;
  prefix: string | null;
  /** XPN.7: L legal, D display, … */
  type: string | null;
}

export interface NormalAddress {
  /** XAD.1 (1.1), XAD.2 */
  street: string | null;
  other: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
}

export interface NormalPerson {
  /** XCN.1 */
  id: string | null;
  family: string | null;
  given: string | null;
  /** XCN.9 */
  authority: string | null;
}

export interface NormalVisit {
  /** PV1-2 */
  class: string | null;
  /** PV1-7, PV1-8 */
  attending: NormalPerson | null;
  referring: NormalPerson | null;
  /** PV1-19.1 */
  number: string | null;
}

/** A code and its text in up to two coding systems (CE, CWE). */
export interface NormalCode {
  code: string | null;
  text: string | null;
  system: string | null;
  alternate: { code: string | null; text: string | null; system: string | null } | null;
  /** CWE.9, the text before coding */
  original: string | null;
  /** Of the two codes, the LOINC one (system LN). */
  loinc: string | null;
}

/** `in_progress`: no values yet. */
export type PanelStatus = ResultStatus | 'in_progress';

export interface NormalPanel {
  /** Its OBR in the message: `OBR[2]` */
  place: string;
  /** OBR-1 */
  set_id: string | null;
  /** OBR-2.1 / ORC-2.1 */
  placer_number: string | null;
  /** OBR-2.2 / ORC-2.2 */
  placer_authority: string | null;
  /** OBR-3.1 / ORC-3.1 */
  filler_number: string | null;
  /** OBR-4 */
  test: NormalCode;
  /** OBR-7, 8, 14, 22 */
  collected_at: NormalTime | null;
  collected_until: NormalTime | null;
  received_at: NormalTime | null;
  reported_at: NormalTime | null;
  /** OBR-13 */
  clinical_information: string | null;
  /** OBR-16, else ORC-12 */
  orderer: NormalPerson | null;
  /** OBR-18 to 21, for the laboratory's own use */
  fields_18_to_21: (string | null)[];
  /** OBR-24, table 0074 */
  section: string | null;
  /** OBR-25 as sent, and its meaning; null: not sent or unknown */
  status_code: string | null;
  status: PanelStatus | null;
  /** OBR-26, OBR-29: reflex tests and cultures */
  parent: NormalParent | null;
  /** OBR-28 */
  copies_to: NormalPerson[];
  /** OBR-32 */
  interpreter: NormalPerson | null;
  /** ORC-1 (table 0119) and ORC-5 (table 0038) */
  order_control: string | null;
  order_status: string | null;
  /** ORC-21.1 */
  ordering_facility: string | null;
  /** NTE after OBR (or its ORC), and after SPM */
  notes: ResultNote[];
  /** OBR-7, 14, 22, SPM-17 and SPM-18, if they cannot be parsed */
  unread_times: NormalUnreadTime[];
  observations: NormalObservation[];
  /** OBX with status N (not asked) or O (order detail): not results, but shown if they have content. */
  order_details: NormalObservation[];
}

/** Of a test that the laboratory added; all null if it does not name the parent. */
export interface NormalParent {
  /** OBR-26.1: test of the observation that led to this panel */
  code: string | null;
  /** OBR-26.2 */
  sub_id: string | null;
  /** OBR-29.1, OBR-29.2, otherwise ORC-8: entity part */
  placer_number: string | null;
  filler_number: string | null;
}

export interface NormalObservation {
  /** Its OBX in the message: `OBX[3]` */
  place: string;
  /** Follows an SPM: by the standard (2.5) about the specimen, but from many laboratories an ordinary result. */
  after_specimen: boolean;
  /** OBX-1 */
  set_id: string | null;
  /** OBX-2 as sent */
  hl7_type: string | null;
  /** OBX-3 */
  test: NormalCode;
  /** OBX-4 */
  sub_id: string | null;
  value: NormalValue;
  /** OBX-6: text for display, and its code if it is UCUM */
  unit: string | null;
  ucum: string | null;
  /** OBX-7: `text` unchanged; numbers only if unambiguous */
  reference_range: ReferenceRange | null;
  /** OBX-8, first component of each repetition */
  flags: string[];
  /** OBX-11 as sent, and its meaning; null for N and O */
  status_code: string | null;
  status: ObservationStatus | null;
  /** OBX-14 */
  observed_at: NormalTime | null;
  /** OBX-15 */
  producer: string | null;
  /** OBX-17 */
  method: string | null;
  /** OBX-18 */
  device: string | null;
  /** OBX-19 */
  analysed_at: NormalTime | null;
  /** OBX-14 and OBX-19, if they cannot be parsed */
  unread_times: NormalUnreadTime[];
  /** OBX-23.1, OBX-24, OBX-25 */
  performing_lab: string | null;
  performing_lab_address: string | null;
  director: string | null;
  /** NTE after OBX */
  notes: ResultNote[];
  attachments: NormalAttachment[];
}

export interface NormalValue {
  type: 'quantity' | 'coded' | 'text' | 'ratio' | 'datetime' | 'attachment' | 'none';
  /** For display: delimiters and escapes decoded, SN joined without carets, a coded value's text or else its code. */
  text: string | null;
  /** Only for a quantity, and never without the comparator sent with it. */
  number: number | null;
  comparator: Comparator | null;
  /** CE, CWE, CNE: of the first repetition */
  code: CodedValue | null;
  /** CWE.9 of each repetition */
  original_text: string | null;
  /** Further codes: of other coding systems and of further repetitions */
  alternate_codes: AlternateCode[];
  /** OBX-5 exactly as sent */
  raw: string;
  /** OBX-5 is `""`. */
  deleted: boolean;
}

export type NormalAttachment =
  | {
      kind: 'file';
      /** `OBX[3]-5` */
      place: string;
      /** From the file signature, never from the message; null: unknown */
      media_type: string | null;
      /** ED.2, ED.3 */
      stated_type: string | null;
      bytes: Buffer;
      /** False: a PDF with a part missing. */
      complete: boolean;
      /** Text to show without opening the file */
      text: ReadableText | null;
    }
  | {
      /** Empty, or not in the stated encoding. */
      kind: 'unreadable';
      place: string;
    }
  | {
      /** Of a type that is not stored as a document. */
      kind: 'not_accepted';
      place: string;
      /** From the file signature, else as stated in the message */
      media_type: string | null;
      text: ReadableText | null;
    }
  | {
      /** RP: never fetched automatically. */
      kind: 'pointer';
      place: string;
      /** RP.1 */
      reference: string;
      /** RP.2 */
      application: string | null;
      /** RP.3 and RP.4 */
      stated_type: string | null;
    };

export interface NormalSpecimen {
  /** Its SPM or OBR in the message */
  place: string;
  /** SPM-2.1 and SPM-2.2, entity parts: placer's and filler's specimen IDs */
  placer_id: string | null;
  filler_id: string | null;
  /** SPM-4; before 2.5 OBR-15.1 */
  type: NormalCode;
  /** SPM-14, OBR-15.3 */
  description: string | null;
  /** SPM-17.1, OBR-7 */
  collected_at: NormalTime | null;
  /** SPM-18, OBR-14 */
  received_at: NormalTime | null;
  /** SPM-21, each repetition */
  rejected_reasons: string[];
  /** SPM-24 */
  condition: string | null;
  /** SPM-27 */
  container: string | null;
}
