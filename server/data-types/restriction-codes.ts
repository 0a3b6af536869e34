/** Closed lists of restricted charts. The browser reads this file: no zod here. */

/** Whose chart: an employee, a person in public view, or one that needs protection for another reason. */
export const RESTRICTIONS = ['staff', 'vip', 'sensitive'] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

/** Why a user opens a restricted chart, as in HL7 `PurposeOfUse`: TREAT, ETREAT, PATRQT, HOPERAT and HQUALIMP. */
export const ACCESS_REASONS = [
  'treatment',
  'emergency',
  'patient_request',
  'administration',
  'quality_review',
] as const;
export type AccessReason = (typeof ACCESS_REASONS)[number];
