import type { CORRECTABLE, NewerAtSender } from '../../data-types/document-codes';
import type { PanelHead, Review } from '../../data-types/lab-result';
import type { ObservationStatus, Severity } from '../../data-types/lab-result-codes';

/** Types of JSON columns that are not part of the public contract. */

/** A stored panel: the displayed fields, and those that later messages are compared with. */
export interface StoredPanelHead extends PanelHead {
  /** Another code of the same test that an order may use. */
  other_code?: string | null;
  filler_number?: string | null;
  /** Assigning authority of the placer number (OBR-2.2). */
  placer_authority?: string | null;
  /** When the laboratory reported the stored version (OBR-22), if given for the panel. */
  reported_at?: string | null;
  /** When the laboratory sent the stored version (MSH-7). */
  sent_at?: string | null;
  arrival?: number | null;
}

/** What a signature ended, and withdrawing it restores. */
export interface Restored {
  seen: Review | null;
  critical_since: string | null;
  critical_due_at: string | null;
  critical_told_at: string | null;
}

export interface RestoredAssignee {
  reviewer_id: string | null;
}

/** One of the most severe values of a report that is not filed. */
export interface StoredSevereValue {
  name: string;
  value_text: string | null;
  unit: string | null;
  severity: Severity;
  status: ObservationStatus;
  interpretation: string | null;
  interpretation_source: 'lab' | 'computed' | null;
}

/** As received. */
export interface SentPerson {
  id: string | null;
  family: string | null;
  given: string | null;
  authority: string | null;
}

/** A corrected detail of a document. */
export interface StoredDetailChange {
  field: (typeof CORRECTABLE)[number];
  from: string | null;
  to: string | null;
}

/** Where a document received as a message comes from. Codes as sent. */
export interface StoredDocumentSource {
  /** Name at the time of filing. */
  connection: string;
  /** `msg_…` */
  messageId: string;
  /** Assigning authority of the number (TXA-12.2). */
  authority: string | null;
  /** EVN-2, else MSH-7, else the time of receipt, of the message that sent the content. */
  sentAt: string;
  /** The same of the message that set the status, or withdrew the document; absent if it is the same message. */
  statusAt?: string;
  /** TXA-8 */
  editedAt: string | null;
  originatedAt: string | null;
  /** Absent in documents filed by 0.1.0. */
  originatedAtPrecision?: 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year' | null;
  /** TXA-17, TXA-18, TXA-19 */
  completion: string | null;
  confidentiality: string | null;
  availability: string | null;
  newer: NewerAtSender | null;
  /** The document named in TXA-13 was not received. */
  parentUnknown: boolean;
  /** Files of the message that could not be stored. */
  unreadFiles: number;
}
