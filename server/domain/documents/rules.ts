import type { NewerAtSender, SourceStatus } from '../../data-types/document-codes';

/** Categories and statuses of documents with their words. The browser reads this file: no zod here. */
export const MAX_REASON = 500;

export const CATEGORIES = [
  'lab_report',
  'imaging',
  'discharge_summary',
  'referral',
  'consent',
  'identification',
  'insurance',
  'clinical_note',
  'correspondence',
  'photo',
  'other',
] as const;
export type DocumentCategory = (typeof CATEGORIES)[number];
export const CATEGORY_WORDS: Record<DocumentCategory, string> = {
  lab_report: 'Lab report',
  imaging: 'Imaging',
  discharge_summary: 'Discharge summary',
  referral: 'Referral',
  consent: 'Consent',
  identification: 'Identification',
  insurance: 'Insurance',
  clinical_note: 'Clinical note',
  correspondence: 'Correspondence',
  photo: 'Photo',
  other: 'Other',
};

export const SIGN_OFF_STATES = ['unsigned', 'signed'] as const;
export const SIGN_OFF_STATE_WORDS: Record<(typeof SIGN_OFF_STATES)[number], string> = {
  unsigned: 'Not signed off',
  signed: 'Signed off',
};

/** Images that browsers show, which can be rotated. */
export const SHOWN_IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const DOCUMENT_STATUSES = [
  'pending_upload',
  'processing',
  'available',
  'quarantined',
  'failed',
  'entered_in_error',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
/**
 * Related documents that move together. Of a quarantined file there is nothing to read, but its title and sender are of
 * the other patient.
 */
export const MOVED_TOGETHER: readonly DocumentStatus[] = ['available', 'processing', 'quarantined'];
export const DOCUMENT_STATUS_WORDS: Record<DocumentStatus, string> = {
  pending_upload: 'Upload pending',
  processing: 'Malware scan in progress',
  available: 'Available',
  quarantined: 'Quarantined (malware found)',
  failed: 'Upload failed',
  entered_in_error: 'Entered in error',
};

/** From TXA-17 of a document message. */
export const SOURCE_STATUS_WORDS: Record<SourceStatus, string> = {
  preliminary: 'Preliminary',
  unauthenticated: 'Not authenticated',
  authenticated: 'Authenticated',
};

export const NEWER_WORDS: Record<NewerAtSender, string> = {
  addendum: 'The sender has an addendum that was not received.',
  edit: 'The sender has an edited version that was not received.',
  replacement: 'The sender has a replacement that was not received.',
};

/** HL7 table 0272 */
export const CONFIDENTIALITY_WORDS: Readonly<Record<string, string>> = {
  R: 'Restricted',
  U: 'Usual control',
  V: 'Very restricted',
};
/** HL7 table 0273 */
export const AVAILABILITY_WORDS: Readonly<Record<string, string>> = {
  AV: 'Available for patient care',
  CA: 'Deleted',
  OB: 'Obsolete',
  UN: 'Unavailable for patient care',
};
