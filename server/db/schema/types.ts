import type { PanelHead, Review } from '../../domain/lab-results/contract';

/** Types of JSON columns that the public contract does not have. */

/** A panel as it is stored: beside what is shown stands what later messages are compared with. */
export interface StoredPanelHead extends PanelHead {
  /** Another code of the same test, by which an order may know it. */
  other_code?: string | null;
  filler_number?: string | null;
  /** Who gave the placer number (OBR-2.2). */
  placer_authority?: string | null;
  /** When the laboratory made what is stored (OBR-22), as far as it said so for the panel. */
  reported_at?: string | null;
  /** When the laboratory sent what is stored (MSH-7). */
  sent_at?: string | null;
  /** Order of arrival of the message that it is from. */
  arrival?: number | null;
}

/** What a signature has ended and taking it back begins again. */
export interface Restored {
  seen: Review | null;
  critical_since: string | null;
  critical_due_at: string | null;
  critical_told_at: string | null;
}

/** Whose report it was before it was assigned (`uuid`). */
export interface RestoredAssignee {
  reviewer_id: string | null;
}

/** Who ordered a report, as the laboratory sent it. */
export interface SentPerson {
  id: string | null;
  family: string | null;
  given: string | null;
  authority: string | null;
}
