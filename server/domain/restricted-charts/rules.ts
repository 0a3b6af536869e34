import type { AccessReason, Restriction } from '../../data-types/restriction-codes';

export const RESTRICTION_WORDS: Record<Restriction, string> = {
  staff: 'Member of staff',
  vip: 'Public figure',
  sensitive: 'Needs protection',
};

export const REASON_WORDS: Record<AccessReason, string> = {
  treatment: 'I am treating this patient',
  emergency: 'Emergency',
  patient_request: 'The patient asked for it',
  administration: 'Administration or billing',
  quality_review: 'Quality or safety review',
};

/** How long a chart stays open for the user who stated a reason. */
export const ACCESS_HOURS = 8;
export const MOST_NOTE = 500;
